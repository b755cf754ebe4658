package dev.rollcall.analyzer.input.console;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How far a process got in a group: {@code PG status: last enqueued work: 17, last completed work: 11}. Older versions write
 * {@code last enqueued NCCL work}. Immutable.
 *
 * @param enqueued the last call that NCCL's function returned from; the process may be inside the next one
 * @param completed the last call that was seen to complete
 * @param failed the call at which the watchdog writes this; -1 where another message has the counters
 */
record GroupCounters(long enqueued, long completed, long failed) {
    private static final Pattern FORM = Pattern.compile(
            "[Ll]ast enqueued (?:NCCL )?work: (-?\\d{1,13}), (?:last started (?:NCCL )?work: -?\\d{1,13}, )?"
                    + "last completed (?:NCCL )?work: (-?\\d{1,13})(?!\\d)");

    private static final Pattern FAILED =
            Pattern.compile("detected by watchdog at work(?: sequence id)?: (\\d{1,13})(?!\\d)");

    /** Returns the counters in a message; null if there are none, or if they contradict each other. */
    static GroupCounters in(String text) {
        Matcher found = FORM.matcher(text);
        if (!found.find()) {
            return null;
        }
        Matcher failed = FAILED.matcher(text);
        // -1 is none yet.
        long enqueued = Math.max(0, Long.parseLong(found.group(1)));
        long completed = Math.max(0, Long.parseLong(found.group(2)));
        return enqueued > TimedOutCall.MOST_CALLS || completed > enqueued
                ? null
                : new GroupCounters(enqueued, completed, failed.find() ? Long.parseLong(failed.group(1)) : -1);
    }
}
