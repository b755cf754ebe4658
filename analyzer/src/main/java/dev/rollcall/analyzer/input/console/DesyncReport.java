package dev.rollcall.analyzer.input.console;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The report of {@code TORCH_NCCL_DESYNC_DEBUG} (torch/csrc/distributed/c10d/TraceUtils.h): for each rank of a group the last call
 * that its watchdog saw begin or end. Not thread-safe.
 *
 * <pre>
 *  - Snapshot of ranks' latest states:
 *    #182 finished ranks:
 *      [7] finished ALLREDUCE
 *    #315 started ranks:
 *      [0, 1, 2] started ALLREDUCE
 * </pre>
 */
final class DesyncReport {
    /** Parts of the lines with which a report begins. */
    static final List<String> BEGINNINGS =
            List.of("ranks that caused the desync are", "are the lagging ranks that caused this timeout");

    private static final Pattern CALL = Pattern.compile("#(\\d{1,13}) (?:started|finished) ranks:");
    private static final Pattern RANKS =
            Pattern.compile("\\[(\\d{1,7}(?:, \\d{1,7})*+)\\] (started|finished) ([A-Z_]{1,40})");
    private static final Pattern MISSING =
            Pattern.compile("ranks \\[(\\d{1,7}(?:, \\d{1,7})*+)\\] are the lagging ranks that caused this timeout");

    private static final int MOST_LINES = 1 << 16;

    private final Map<Integer, State> states = new TreeMap<>();
    private long call = -1;
    private int lines;

    /**
     * The last call of a rank.
     *
     * @param call its number, 0 for none
     * @param type c10d's name of the operation; empty for no call
     * @param finished whether it completed
     */
    record State(long call, String type, boolean finished) {}

    /** Adds a line, also the one with which the report begins. Returns whether the report may go on. */
    boolean add(String line) {
        Matcher missing = MISSING.matcher(line);
        if (missing.find()) {
            ranks(missing.group(1)).forEach(rank -> states.put(rank, new State(0, "", true)));
            return false;
        }
        Matcher ranks = RANKS.matcher(line);
        Matcher number = CALL.matcher(line);
        if (ranks.find() && call >= 0) {
            State state = new State(call, ranks.group(3), ranks.group(2).equals("finished"));
            ranks(ranks.group(1)).forEach(rank -> states.put(rank, state));
        } else if (number.find()) {
            call = Long.parseLong(number.group(1));
        } else if (!line.strip().startsWith("[") && !line.strip().startsWith("- ")) {
            return false;
        }
        return ++lines < MOST_LINES;
    }

    private static List<Integer> ranks(String list) {
        List<Integer> ranks = new ArrayList<>();
        for (String rank : list.split(", ")) {
            int number = Integer.parseInt(rank);
            if (number < ReportedRanks.MOST) {
                ranks.add(number);
            }
        }
        return ranks;
    }

    /** Returns the states by rank in the group. */
    Map<Integer, State> states() {
        return states;
    }
}
