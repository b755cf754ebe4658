package dev.rollcall.analyzer.containment;

import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * How much of one source, or of one folder, is read. What is beyond a limit is left out and named in the coverage; {@code --limit}
 * sets each of them. Immutable.
 */
public final class InputLimits {
    /** The limits as they are without {@code --limit}. */
    public static final InputLimits DEFAULT = new InputLimits(Map.of());

    private static final String SUFFIXES = "kmgt";

    /** The largest number that is taken: so many seconds, as nanoseconds, are still a long. */
    private static final long MOST = 1_000_000_000;

    /** The largest size that is taken: 2^20 TiB. */
    private static final long MOST_BYTES = 1L << 60;

    /** One limit. Sizes are in bytes, times in seconds. */
    public enum Limit {
        /** The largest dump; one of 2,000 calls has less than a thousandth of that. */
        DUMP(1L << 30, true, "the largest dump"),
        /** The report of the largest NCCL jobs; less in a small heap, since it is copied to repair it. */
        REPORT(64 << 20, true, "the largest RAS report"),
        /** A console that is longer has what matters at its beginning and its end. */
        TEXT(1L << 30, true, "how much of a text is read, half at its beginning and half at its end"),
        /** Frames and messages are far shorter. */
        LINE(64 << 10, true, "the longest line that is kept whole"),
        /** The disk must not fill; no more than half of what is free is used, either. */
        UNPACKED(64L << 30, true, "what all archives may hold"),
        /** Logs shrink to a hundredth at most; what shrinks further is a bomb. */
        RATIO(500, false, "how many times its own size an archive may hold"),
        /** The dumps of 16,384 ranks three times over. */
        ENTRIES(50_000, false, "how many files of all archives are read"),
        /** An archive in an archive is unpacked, and one in that is not. */
        NESTING(2, false, "how many archives may be in each other"),
        /** More than the ranks of any job have. */
        FILES(200_000, false, "how many files below a folder are read"),
        /** A folder for each rank, and some in each. */
        FOLDERS(100_000, false, "how many folders below a folder are entered"),
        /** Deeper than people put what a job wrote. */
        DEPTH(32, false, "how many folders may be in each other"),
        /** Reading a source of any size within the other limits is a matter of seconds. */
        TIME(60, false, "the seconds for each step of reading a file");

        private final long standard;
        private final boolean size;
        private final String what;

        Limit(long standard, boolean size, String what) {
            this.standard = standard;
            this.size = size;
            this.what = what;
        }

        /** Returns the word that {@code --limit} takes. */
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns what to do about a source that is beyond the limit. */
        public String toRaise() {
            return "--limit " + id() + "=… raises the limit";
        }

        /** Returns the limit for the help, with its standard value. */
        String help() {
            return id() + ": " + what + " (" + text(standard, size) + ")";
        }
    }

    private final Map<Limit, Long> given;

    private InputLimits(Map<Limit, Long> given) {
        this.given = given.isEmpty() ? Map.of() : new EnumMap<>(given);
    }

    /**
     * Reads limits as {@code --limit} takes them.
     *
     * @param words each as {@code ratio=1000}, {@code dump=4g}
     * @throws IllegalArgumentException if a word is wrong; the message is for the user
     */
    public static InputLimits of(List<String> words) {
        Map<Limit, Long> given = new EnumMap<>(Limit.class);
        for (String word : words) {
            int equals = word.indexOf('=');
            String name = equals < 0 ? word : word.substring(0, equals);
            Limit limit = Arrays.stream(Limit.values())
                    .filter(each -> each.id().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(
                            "--limit is NAME=VALUE with one of the names " + names() + ", not " + word));
            given.put(limit, value(limit, equals < 0 ? "" : word.substring(equals + 1)));
        }
        return new InputLimits(given);
    }

    private static long value(Limit limit, String text) {
        if (text.matches(limit.size ? "\\d{1,15}[kmgt]?" : "\\d{1,15}")) {
            int suffix = SUFFIXES.indexOf(text.charAt(text.length() - 1));
            long value = Long.parseLong(suffix < 0 ? text : text.substring(0, text.length() - 1));
            long unit = 1L << 10 * (suffix + 1);
            if (value > 0 && value <= (limit.size ? MOST_BYTES : MOST) / unit) {
                return value * unit;
            }
        }
        throw new IllegalArgumentException("--limit " + limit.id() + " is a "
                + (limit.size ? "size such as 512m or 4g, from 1 to 1048576t" : "number from 1 to 1000000000")
                + ", not " + text);
    }

    private static String names() {
        return Arrays.stream(Limit.values()).map(Limit::id).collect(Collectors.joining(", "));
    }

    /** Returns all limits for the help, with their standard values. */
    public static String help() {
        return Arrays.stream(Limit.values()).map(Limit::help).collect(Collectors.joining("; "));
    }

    /** Returns a limit: bytes, seconds, or a number. */
    public long of(Limit limit) {
        return given.getOrDefault(limit, limit.standard);
    }

    /** Returns a limit as an int; the largest int for more. */
    public int intOf(Limit limit) {
        return (int) Math.min(Integer.MAX_VALUE, of(limit));
    }

    /** Returns how long each step of reading a source may take. */
    public Duration time() {
        return Duration.ofSeconds(of(Limit.TIME));
    }

    /** Returns a limit as the user writes it, such as {@code 1 GiB}. */
    public String text(Limit limit) {
        return text(of(limit), limit.size);
    }

    private static String text(long value, boolean size) {
        if (!size) {
            return String.format(Locale.ROOT, "%,d", value);
        }
        String[] units = {" bytes", " KiB", " MiB", " GiB", " TiB"};
        int unit = 0;
        long shown = value;
        while (unit < units.length - 1 && shown % 1024 == 0) {
            shown /= 1024;
            unit++;
        }
        return shown + units[unit];
    }
}
