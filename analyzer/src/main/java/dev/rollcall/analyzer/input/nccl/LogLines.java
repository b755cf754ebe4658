package dev.rollcall.analyzer.input.nccl;

import dev.rollcall.analyzer.model.Call;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Tells what the lines of one log say. The lines of a process all begin alike, and nearly every line of a large log does like one
 * before it: such a beginning is known again and not taken apart anew. Not thread-safe.
 */
final class LogLines {
    private static final String INFO = "NCCL INFO ";
    /** What NCCL puts before a line: each {@code 0} is a digit. */
    private static final String STAMP = "[0000-00-00 00:00:00.000000] ";

    private static final int DATE = 1;
    private static final int DATE_LENGTH = 10;
    private static final int MOST_KNOWN = 4096;

    private final Set<String> hosts = new HashSet<>();
    private final Map<String, LogLine> known = new HashMap<>();
    private String date = "";
    private long dateSeconds;

    /** Returns what the next line says, in order; nothing where it is none of NCCL's. */
    List<LogLine> of(String line) {
        int name = line.indexOf(LogLine.NAME);
        if (name < 0) {
            return List.of();
        }
        boolean alone = line.startsWith(INFO, name) && line.indexOf(LogLine.NAME, name + LogLine.NAME.length()) < 0;
        int start = stamped(line) ? STAMP.length() : 0;
        long time = start == 0 ? Call.NO_TIME : time(line);
        if (!alone || name < start || start > 0 && time == Call.NO_TIME) {
            return LogLine.of(line, hosts);
        }
        int end = name + INFO.length();
        String beginning = line.substring(start, end);
        LogLine like = known.get(beginning);
        if (like != null) {
            return List.of(new LogLine(
                    time, like.host(), like.pid(), line.substring(end).stripTrailing()));
        }
        List<LogLine> said = LogLine.of(line, hosts);
        if (said.size() == 1 && beginning.startsWith(said.get(0).host() + ":") && known.size() < MOST_KNOWN) {
            known.put(beginning, said.get(0));
        }
        return said;
    }

    private static boolean stamped(String line) {
        if (line.length() < STAMP.length()) {
            return false;
        }
        for (int i = 0; i < STAMP.length(); i++) {
            char form = STAMP.charAt(i);
            char has = line.charAt(i);
            if (form == '0' ? has < '0' || has > '9' : has != form) {
                return false;
            }
        }
        return true;
    }

    /** Returns the time of a stamp, as {@link LogLine#time} does; {@link Call#NO_TIME} where no clock shows it. */
    private long time(String line) {
        if (!line.startsWith(date, DATE) || date.isEmpty()) {
            String now = line.substring(DATE, DATE + DATE_LENGTH);
            try {
                dateSeconds = LocalDate.parse(now).atStartOfDay().toEpochSecond(ZoneOffset.UTC);
                date = now;
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
        return seconds * 1_000_000_000 + number(line, 21, 27) * 1_000L;
    }

    private static int number(String line, int from, int to) {
        int number = 0;
        for (int i = from; i < to; i++) {
            number = number * 10 + line.charAt(i) - '0';
        }
        return number;
    }
}
