package dev.rollcall.analyzer.input.nccl;

import dev.rollcall.analyzer.model.Call;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses the lines of one log, such as {@code [2026-11-20 22:38:03.414227] node0:3314:4462 [0] NCCL INFO …}. The time is there
 * since NCCL 2.26, or where the job's launcher adds it; a launcher may add the rank, too.
 *
 * <p>All lines of one thread start with the same host, process and thread, so a start that was parsed before is looked up.
 * Not thread-safe.
 */
final class LogLineParser {
    /** Every message has this. */
    private static final String NCCL = "NCCL ";

    private static final String INFO = "NCCL INFO ";

    /** Warnings have their place in NCCL's source before the word NCCL; ROCm's RCCL has a time there. */
    private static final Pattern HEADER = Pattern.compile(
            "(?<![^\\s:\\[\\]])([^\\s:\\[\\]]++):(\\d{1,18}):\\d{1,18} \\[(-?\\d+)\\] (?:\\S+ ){0,2}?NCCL (?:INFO|WARN|TRACE|ERROR) ");

    private static final Pattern TIME =
            Pattern.compile("(\\d{4}-\\d\\d-\\d\\d)[T ](\\d\\d:\\d\\d:\\d\\d)(?:[.,](\\d{1,9}))?");
    private static final Pattern TIME_LAST = Pattern.compile("\\[?" + TIME.pattern() + "\\]?\\s*$");
    private static final long SECOND = 1_000_000_000;

    /** NCCL's own time at the start of a line; each {@code 0} is any digit. */
    private static final String STAMP = "[0000-00-00 00:00:00.000000] ";

    private static final int DATE = 1;
    private static final int DATE_LENGTH = 10;
    private static final int MOST_KNOWN = 4096;

    private final Set<String> hosts = new HashSet<>();
    private final Map<String, LogLine> byStart = new HashMap<>();
    private String date = "";
    private long dateSeconds;

    /** Returns the messages in the next line, in order; several if processes wrote into one line, none if it is not NCCL's. */
    List<LogLine> parse(String line) {
        int name = line.indexOf(NCCL);
        if (name < 0) {
            return List.of();
        }
        boolean single = line.startsWith(INFO, name) && line.indexOf(NCCL, name + NCCL.length()) < 0;
        int start = hasStamp(line) ? STAMP.length() : 0;
        long time = start == 0 ? Call.NO_TIME : stampTime(line);
        if (!single || name < start || start > 0 && time == Call.NO_TIME) {
            return parseAny(line);
        }
        int end = name + INFO.length();
        String lineStart = line.substring(start, end);
        LogLine known = byStart.get(lineStart);
        if (known != null) {
            return List.of(new LogLine(
                    time,
                    known.host(),
                    known.pid(),
                    known.device(),
                    known.before(),
                    line.substring(end).stripTrailing()));
        }
        List<LogLine> messages = parseAny(line);
        if (messages.size() == 1 && lineStart.startsWith(messages.get(0).host() + ":") && byStart.size() < MOST_KNOWN) {
            byStart.put(lineStart, messages.get(0));
        }
        return messages;
    }

    /** Parses a line of any form, as {@link #parse} does, without looking up its start. */
    List<LogLine> parseAny(String line) {
        if (!line.contains(NCCL)) {
            return List.of();
        }
        List<LogLine> messages = new ArrayList<>(1);
        Matcher header = HEADER.matcher(line);
        int before = 0;
        boolean found = header.find();
        String nextHost = found ? header.group(1) : "";
        if (hosts.size() < MOST_KNOWN) {
            hosts.add(nextHost);
        }
        while (found) {
            long time = time(line.substring(before, header.start()));
            long pid = Long.parseLong(header.group(2));
            int start = header.end();
            String host = nextHost;
            int device = header.group(3).length() > 4 ? -1 : Integer.parseInt(header.group(3));
            String prefix = line.substring(before, header.start());
            prefix = hasStamp(prefix) ? prefix.substring(STAMP.length()) : prefix;
            found = line.indexOf(NCCL, start) >= 0 && header.find();
            nextHost = found ? knownHost(header.group(1)) : "";
            int end = found ? header.end(1) - nextHost.length() : line.length();
            String text = line.substring(start, end);
            before = start;
            messages.add(new LogLine(
                    time,
                    host,
                    pid,
                    device,
                    prefix,
                    found ? TIME_LAST.matcher(text).replaceFirst("") : text.stripTrailing()));
        }
        return messages;
    }

    /** Returns the host at the end of a word: where a process's line breaks off, its last word runs into the next host. */
    private String knownHost(String word) {
        return hosts.contains(word)
                ? word
                : hosts.stream().filter(word::endsWith).findFirst().orElse(word);
    }

    /**
     * Returns the last time in a text, in the form that NCCL and its RAS service write, nanoseconds since the epoch; {@link
     * Call#NO_TIME} if there is none.
     */
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

    private static boolean hasStamp(String line) {
        if (line.length() < STAMP.length()) {
            return false;
        }
        for (int i = 0; i < STAMP.length(); i++) {
            char expected = STAMP.charAt(i);
            char actual = line.charAt(i);
            if (expected == '0' ? actual < '0' || actual > '9' : actual != expected) {
                return false;
            }
        }
        return true;
    }

    /** Returns the time of a line's stamp, as {@link #time} does but faster; {@link Call#NO_TIME} if it is not a valid time. */
    private long stampTime(String line) {
        if (!line.startsWith(date, DATE) || date.isEmpty()) {
            String newDate = line.substring(DATE, DATE + DATE_LENGTH);
            try {
                dateSeconds = LocalDate.parse(newDate).atStartOfDay().toEpochSecond(ZoneOffset.UTC);
                date = newDate;
            } catch (DateTimeParseException noSuchDay) {
                return Call.NO_TIME;
            }
        }
        int hour = number(line, 12, 14);
        int minute = number(line, 15, 17);
        int second = number(line, 18, 20);
        if (hour > 23 || minute > 59 || second > 59) {
            return Call.NO_TIME;
        }
        long seconds = dateSeconds + (hour * 60L + minute) * 60 + second;
        return seconds * SECOND + number(line, 21, 27) * 1_000L;
    }

    private static int number(String line, int from, int to) {
        int number = 0;
        for (int i = from; i < to; i++) {
            number = number * 10 + line.charAt(i) - '0';
        }
        return number;
    }
}
