package dev.rollcall.analyzer.input.console;

import dev.rollcall.analyzer.model.Call;
import java.nio.file.attribute.FileTime;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The time at the start of a message of c10 or glog: {@code [E1122 10:18:08.508162603 ProcessGroupNCCL.cpp:689]}, the month, the day,
 * and the host's local time, without the year.
 */
final class MessageTime {
    private static final Pattern FORM =
            Pattern.compile("^\\[?[EWIF](\\d{1,2})(\\d\\d) (\\d\\d):(\\d\\d):(\\d\\d)\\.(\\d{1,9}) ");

    private static final String LEVELS = "EWIF";

    /** A year that has all days. */
    private static final int ANY_YEAR = 2000;

    private static final long SECOND = 1_000_000_000;
    private static final int DAY_SECONDS = 86_400;

    private MessageTime() {}

    /** Returns whether a line begins as a message of c10. */
    static boolean isMessage(String text) {
        int level = text.startsWith("[") ? 1 : 0;
        return text.length() > level + 1
                && LEVELS.indexOf(text.charAt(level)) >= 0
                && Character.isDigit(text.charAt(level + 1))
                && FORM.matcher(text).lookingAt();
    }

    /**
     * Returns the time of a message, nanoseconds since the epoch in a year to be set; {@link Call#NO_TIME} where it has none.
     *
     * @param known the time that the line's prefix gives; {@link Call#NO_TIME} for none
     */
    static long of(String text, long known) {
        Matcher found = FORM.matcher(text);
        if (known != Call.NO_TIME || !found.lookingAt()) {
            return known;
        }
        try {
            LocalDateTime time = LocalDateTime.of(
                    ANY_YEAR,
                    Integer.parseInt(found.group(1)),
                    Integer.parseInt(found.group(2)),
                    Integer.parseInt(found.group(3)),
                    Integer.parseInt(found.group(4)),
                    Integer.parseInt(found.group(5)));
            return time.toEpochSecond(ZoneOffset.UTC) * SECOND
                    + Long.parseLong((found.group(6) + "000000000").substring(0, 9));
        } catch (DateTimeException noSuchTime) {
            return Call.NO_TIME;
        }
    }

    /** Returns a time in the last year in which it is not later than the file that it stands in. */
    static long inYearBefore(FileTime written, long time) {
        if (time == Call.NO_TIME
                || time / SECOND >= LocalDateTime.of(ANY_YEAR + 1, 1, 1, 0, 0).toEpochSecond(ZoneOffset.UTC)) {
            return time;
        }
        LocalDateTime latest = LocalDateTime.ofInstant(written.toInstant().plusSeconds(DAY_SECONDS), ZoneOffset.UTC);
        LocalDateTime anyYear = LocalDateTime.ofInstant(
                Instant.ofEpochSecond(Math.floorDiv(time, SECOND), Math.floorMod(time, SECOND)), ZoneOffset.UTC);
        LocalDateTime found = anyYear.withYear(latest.getYear());
        found = found.isAfter(latest) ? anyYear.withYear(latest.getYear() - 1) : found;
        return found.toEpochSecond(ZoneOffset.UTC) * SECOND + found.getNano();
    }
}
