package dev.rollcall.analyzer.input.console;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a rank writes at a monitored barrier (ProcessGroupGloo.cpp and ProcessGroupWrapper.cpp): {@code Rank 3 successfully reached
 * monitoredBarrier}, or {@code [Rank 0]: Ranks 1, 2 failed to pass monitoredBarrier}. All ranks are numbered as in the group of the
 * barrier, which is not named. Immutable.
 *
 * @param arrived the rank that arrived
 * @param missing the ranks that did not arrive in time, all of them; empty where the message is about the arrival alone
 */
record BarrierMessage(int arrived, List<Integer> missing) {
    private static final String REACHED = " successfully reached monitoredBarrier";
    private static final String NOT_PASSED = " failed to pass monitoredBarrier";
    private static final Pattern ARRIVAL = Pattern.compile("\\bRank (\\d{1,7})" + REACHED);
    private static final Pattern ABSENCE =
            Pattern.compile("\\[Rank (\\d{1,7})\\]: Ranks? (\\d{1,7}(?:, \\d{1,7})*+)" + NOT_PASSED);

    /** Returns the messages in a line, at most one of each kind. */
    static List<BarrierMessage> in(String text) {
        BarrierMessage arrival = text.contains(REACHED) ? arrival(ARRIVAL.matcher(text)) : null;
        BarrierMessage absence = text.contains(NOT_PASSED) ? absence(ABSENCE.matcher(text)) : null;
        if (arrival == null) {
            return absence == null ? List.of() : List.of(absence);
        }
        return absence == null ? List.of(arrival) : List.of(arrival, absence);
    }

    private static BarrierMessage arrival(Matcher found) {
        return found.find() ? new BarrierMessage(Integer.parseInt(found.group(1)), List.of()) : null;
    }

    private static BarrierMessage absence(Matcher found) {
        return found.find()
                ? new BarrierMessage(
                        Integer.parseInt(found.group(1)),
                        Arrays.stream(found.group(2).split(", "))
                                .map(Integer::valueOf)
                                .toList())
                : null;
    }
}
