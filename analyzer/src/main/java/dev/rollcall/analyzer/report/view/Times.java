package dev.rollcall.analyzer.report.view;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.NumberText;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.RankSource;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
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

    /** Returns {@code No progress since 2026-11-22 09:30:00 UTC}; where nothing proves that the job hangs, since when ranks wait. */
    public static String standstill(Verdict verdict) {
        return (verdict.outcome() == Outcome.INCONCLUSIVE ? "Waiting since " : "No progress since ")
                + moment(verdict.frozenAt(), verdict.job().ranks());
    }

    /** Returns a duration in nanoseconds as {@code 37 s}, {@code 12 min 5 s} or {@code 3 h 20 min}, with no-break spaces. */
    public static String duration(long nanos) {
        long seconds = Math.round(nanos / (double) SECOND);
        if (nanos < SECOND) {
            return Math.max(0, nanos / MILLI) + "\u00a0ms";
        }
        if (nanos < 10 * SECOND) {
            return NumberText.tenths((nanos + 50 * MILLI) / (100 * MILLI)) + "\u00a0s";
        }
        if (seconds < 120) {
            return seconds + "\u00a0s";
        }
        if (seconds < 7200) {
            return seconds / 60 + "\u00a0min\u00a0" + seconds % 60 + "\u00a0s";
        }
        return seconds / 3600 + "\u00a0h\u00a0" + seconds % 3600 / 60 + "\u00a0min";
    }

    /** Returns a duration in nanoseconds as {@link #duration} does, one of less than a second as {@code 345 µs} or {@code 12.3 ms}. */
    public static String fine(long nanos) {
        if (nanos < MILLI) {
            return Math.max(0, nanos / 1_000) + "\u00a0µs";
        }
        return nanos < SECOND ? NumberText.tenths(nanos / (MILLI / 10)) + "\u00a0ms" : duration(nanos);
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
