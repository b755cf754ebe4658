package dev.rollcall.analyzer.input.console;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * torchelastic's table of the processes that failed, between {@code Failures:} and a line of equal signs. Its root cause is only the
 * process that ended first. Not thread-safe.
 *
 * <pre>
 * [1]:
 *   time      : 2026-11-22_10:17:56
 *   host      : node0
 *   rank      : 0 (local_rank: 0)
 *   exitcode  : -15 (pid: 2353)
 *   traceback : Signal 15 (SIGTERM) received by PID 2353
 * </pre>
 */
final class FailureSummary {
    /** Lines with which the two parts of the table begin. */
    static final List<String> BEGINNINGS = List.of("Failures:", "Root Cause (first observed failure)");

    private static final Pattern TIME = Pattern.compile("^\\s*time\\s*: (\\S{1,64})");
    private static final Pattern HOST = Pattern.compile("^\\s*host\\s*: (\\S{1,255})");
    private static final Pattern RANK = Pattern.compile("^\\s*rank\\s*: (\\d{1,7}) \\(local_rank: \\d{1,7}\\)");
    private static final Pattern EXIT = Pattern.compile("^\\s*exitcode\\s*: (-?\\d{1,9}) \\(pid: (\\d{1,10})\\)");
    private static final Pattern TRACEBACK = Pattern.compile("^\\s*traceback : (.*)");
    /** Lines of other processes that may stand between two lines of the table. */
    private static final int MOST_OTHER_LINES = 256;

    private static final int MOST_TRACEBACKS = 1024;

    private final List<Failure> failures = new ArrayList<>();
    private String time = "";
    private String host = "";
    private int rank = -1;
    private int exitCode;
    private long pid = -1;
    private Traceback traceback;
    private int others;

    /**
     * One process of the table.
     *
     * @param time when it ended, as torchelastic writes it; empty where unknown
     * @param exitCode the exit code; the negative number of the signal that ended the process
     * @param traceback the exception, where the program had torchelastic write it down; null otherwise
     */
    record Failure(int rank, String host, String time, int exitCode, long pid, Traceback traceback) {}

    /** Adds a line. Returns whether the table may go on. */
    boolean add(String line) {
        Matcher found;
        if (line.startsWith("====")) {
            finish();
            return false;
        }
        others++;
        if ((found = TIME.matcher(line)).lookingAt()) {
            finish();
            time = found.group(1);
            others = 0;
        } else if ((found = HOST.matcher(line)).lookingAt()) {
            finish();
            host = found.group(1);
            others = 0;
        } else if ((found = RANK.matcher(line)).lookingAt()) {
            rank = Integer.parseInt(found.group(1));
            others = 0;
        } else if ((found = EXIT.matcher(line)).lookingAt()) {
            exitCode = Integer.parseInt(found.group(1));
            pid = Long.parseLong(found.group(2));
            others = 0;
        } else if ((found = TRACEBACK.matcher(line)).lookingAt()) {
            traceback = found.group(1).contains(Traceback.BEGINNING) && failures.size() < MOST_TRACEBACKS
                    ? new Traceback(false, true, true, Moment.UNKNOWN)
                    : null;
            others = 0;
        } else if (traceback != null && line.startsWith("  ")) {
            traceback.add(line.substring(2), 0);
        }
        return others < MOST_OTHER_LINES && failures.size() < ReportedRanks.MOST;
    }

    private void finish() {
        if (rank >= 0 && pid >= 0) {
            failures.add(new Failure(rank, host, time, exitCode, pid, traceback));
        }
        rank = -1;
        pid = -1;
        traceback = null;
    }

    /** Ends the table, which may be cut off, and returns its processes. */
    List<Failure> failures() {
        finish();
        return failures;
    }
}
