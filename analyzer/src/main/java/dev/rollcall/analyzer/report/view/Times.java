package dev.rollcall.analyzer.report.view;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.DurationText;
import dev.rollcall.analyzer.model.NumberText;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.RankSource;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Instants and durations as reports print them. */
public final class Times {
    private static final String YEAR = "yyyy-";
    private static final String UTC = " UTC";
    private static final Set<String> ZONED = Set.of("", RankSource.TRACE, RankSource.DUMP);
    private static final long MILLI = 1_000_000L;
    private static final long SECOND = 1_000 * MILLI;

    /** Made when the first moment is printed, which most reports have none of. */
    private static final class Moments {
        private static final DateTimeFormatter FORM = DateTimeFormatter.ofPattern(
                        "yyyy-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
                .withZone(ZoneOffset.UTC);
    }

    private Times() {}

    /** Returns a duration in nanoseconds as {@link DurationText} does, with no-break spaces. */
    public static String duration(long nanos) {
        return DurationText.of(nanos).replace(' ', '\u00a0');
    }

    /** Returns how long after some start a thing happened, as {@code 0:12.345} or {@code 1:02:03.456}. */
    public static String clock(long nanos) {
        long millis = Math.abs(nanos) / MILLI;
        String sign = nanos <= -MILLI ? "-" : "";
        long hours = millis / 3_600_000;
        String minutes =
                hours == 0 ? Long.toString(millis / 60_000) : hours + ":" + NumberText.padded(millis / 60_000 % 60, 2);
        return sign + minutes + ":" + NumberText.padded(millis / 1_000 % 60, 2) + "."
                + NumberText.padded(millis % 1_000, 3);
    }

    /** Returns nanoseconds since the epoch as a date and time of day in UTC; {@code not known} where there is none. */
    public static String moment(long epochNanos) {
        return epochNanos == Call.NO_TIME ? "unknown" : Moments.FORM.format(instant(epochNanos));
    }

    /**
     * Returns the same of what was read from the sources of some ranks. A trace and a dump hold times in UTC. Other sources write the
     * time of their host's clock without a zone, and a console without a year.
     */
    public static String moment(long epochNanos, Collection<Rank> ranks) {
        List<String> kinds = ranks.stream()
                .flatMap(rank -> rank.sources().stream())
                .map(RankSource::kind)
                .filter(kind -> !kind.equals(RankSource.STACKS))
                .distinct()
                .toList();
        boolean zoned = kinds.stream().anyMatch(ZONED::contains) || kinds.isEmpty();
        String moment = moment(epochNanos);
        if (zoned || epochNanos == Call.NO_TIME) {
            return moment;
        }
        boolean yearless = kinds.equals(List.of(RankSource.CONSOLE));
        return moment.substring(yearless ? YEAR.length() : 0, moment.length() - UTC.length()) + " by the host's clock";
    }

    /** Returns nanoseconds since the epoch as an instant. */
    public static Instant instant(long epochNanos) {
        return Instant.ofEpochSecond(Math.floorDiv(epochNanos, SECOND), Math.floorMod(epochNanos, SECOND));
    }
}
