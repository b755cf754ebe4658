package dev.rollcall.analyzer.input.nccl;

import dev.rollcall.analyzer.model.Call;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoField;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One line of a log: {@code [2026-11-20 22:38:03.414227] node0:3314:4462 [0] NCCL INFO …}. The time stands there only since NCCL
 * 2.26, or where the job's launcher put it there.
 *
 * @param time nanoseconds since the epoch as if the host's clock were at UTC; {@link Call#NO_TIME} without one
 * @param host the host
 * @param pid the process
 * @param text what stands behind {@code NCCL INFO}
 */
record LogLine(long time, String host, long pid, String text) {
    private static final Pattern FORM = Pattern.compile(
            "(?:\\[([^\\]]*)\\] )?\\s*(\\S+?):(\\d{1,18}):\\d{1,18} \\[\\d+\\] NCCL (?:INFO|WARN|TRACE) (.*)");
    private static final DateTimeFormatter TIME = new DateTimeFormatterBuilder()
            .appendPattern("yyyy-MM-dd HH:mm:ss")
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
            .toFormatter();
    private static final long SECOND = 1_000_000_000;

    /** Returns a line; null where it is none of NCCL's. */
    static LogLine of(String line) {
        int nccl = line.indexOf("NCCL ");
        if (nccl < 0) {
            return null;
        }
        Matcher form = FORM.matcher(line);
        // A launcher may put its own prefix, such as the rank, before each line.
        return form.find()
                ? new LogLine(time(form.group(1)), form.group(2), Long.parseLong(form.group(3)), form.group(4))
                : null;
    }

    /** Returns a time as NCCL and its RAS service write it, {@link Call#NO_TIME} for anything else. */
    static long time(String text) {
        if (text == null) {
            return Call.NO_TIME;
        }
        try {
            LocalDateTime time = LocalDateTime.parse(text.strip(), TIME);
            return time.toEpochSecond(ZoneOffset.UTC) * SECOND + time.getNano();
        } catch (DateTimeParseException other) {
            return Call.NO_TIME;
        }
    }
}
