package dev.rollcall.analyzer.input.nccl;

import dev.rollcall.analyzer.model.Call;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What one process said: {@code [2026-11-20 22:38:03.414227] node0:3314:4462 [0] NCCL INFO …}. The time stands there only since
 * NCCL 2.26, or where the job's launcher put it there; a launcher may put the rank there, too.
 *
 * @param time nanoseconds since the epoch as if the host's clock were at UTC; {@link Call#NO_TIME} without one
 * @param host the host
 * @param pid the process
 * @param text what stands behind {@code NCCL INFO}
 */
record LogLine(long time, String host, long pid, String text) {
    /** Stands in every header. */
    static final String NAME = "NCCL ";

    /** Warnings have a place in the source before the word, ROCm's RCCL has a time of its own there. */
    private static final Pattern HEADER = Pattern.compile(
            "(?<![^\\s:\\[\\]])([^\\s:\\[\\]]++):(\\d{1,18}):\\d{1,18} \\[-?\\d+\\] (?:\\S+ ){0,2}?NCCL (?:INFO|WARN|TRACE|ERROR) ");

    private static final Pattern TIME =
            Pattern.compile("(\\d{4}-\\d\\d-\\d\\d)[T ](\\d\\d:\\d\\d:\\d\\d)(?:[.,](\\d{1,9}))?");
    private static final Pattern TIME_LAST = Pattern.compile("\\[?" + TIME.pattern() + "\\]?\\s*$");
    private static final long SECOND = 1_000_000_000;

    /**
     * Returns what a line says, in order; nothing where it is none of NCCL's. Of processes that write into one file without
     * waiting for each other, two can stand in one line.
     *
     * @param hosts those of the lines before, to which this one's is added: where one process's line breaks off, its last word runs
     *     into the next one's host
     */
    static List<LogLine> of(String line, Set<String> hosts) {
        if (!line.contains(NAME)) {
            return List.of();
        }
        List<LogLine> said = new ArrayList<>(1);
        Matcher header = HEADER.matcher(line);
        int before = 0;
        boolean found = header.find();
        String host = found ? header.group(1) : "";
        hosts.add(host);
        while (found) {
            long time = time(line.substring(before, header.start()));
            long pid = Long.parseLong(header.group(2));
            int start = header.end();
            String its = host;
            found = line.indexOf(NAME, start) >= 0 && header.find();
            host = found ? known(header.group(1), hosts) : "";
            int end = found ? header.end(1) - host.length() : line.length();
            String text = line.substring(start, end);
            before = start;
            said.add(new LogLine(
                    time, its, pid, found ? TIME_LAST.matcher(text).replaceFirst("") : text.stripTrailing()));
        }
        return said;
    }

    private static String known(String word, Set<String> hosts) {
        return hosts.contains(word)
                ? word
                : hosts.stream().filter(word::endsWith).findFirst().orElse(word);
    }

    /** Returns the last time in a text as NCCL and its RAS service write it, {@link Call#NO_TIME} where there is none. */
    static long time(String text) {
        Matcher times = TIME.matcher(text);
        long time = Call.NO_TIME;
        while (times.find()) {
            try {
                LocalDateTime read = LocalDateTime.parse(times.group(1) + "T" + times.group(2));
                String fraction = times.group(3) == null ? "" : times.group(3);
                time = read.toEpochSecond(ZoneOffset.UTC) * SECOND
                        + Long.parseLong((fraction + "000000000").substring(0, 9));
            } catch (DateTimeException noSuchDay) {
                continue;
            }
        }
        return time;
    }
}
