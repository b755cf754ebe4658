package dev.rollcall.samples.generate;

import dev.rollcall.samples.generate.writer.RankDamage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which files of a job are at hand.
 *
 * @param formats their formats, at least one
 * @param damaged the format in which something happened to the part of one rank
 * @param damage what happened
 */
public record AvailableFiles(List<EvidenceFormat> formats, EvidenceFormat damaged, RankDamage damage) {
    private static final Pattern DAMAGE = Pattern.compile("([a-z-]+):(\\d{1,6}):("
            + Stream.of(RankDamage.Kind.values()).map(RankDamage.Kind::id).collect(Collectors.joining("|")) + ")");

    /** Returns all files of these formats. */
    public static AvailableFiles of(EvidenceFormat... formats) {
        return new AvailableFiles(List.of(formats), formats[0], RankDamage.NONE);
    }

    /**
     * Parses names of formats, such as {@code console+stacks}.
     *
     * @throws IllegalArgumentException if a name is unknown; the message lists all names
     */
    public static AvailableFiles parse(String text) {
        List<EvidenceFormat> formats = new ArrayList<>();
        for (String id : text.split("\\+", -1)) {
            formats.add(format(id));
        }
        return of(formats.toArray(EvidenceFormat[]::new));
    }

    private static EvidenceFormat format(String id) {
        return Stream.of(EvidenceFormat.values())
                .filter(format -> format.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("--format takes "
                        + Stream.of(EvidenceFormat.values())
                                .map(EvidenceFormat::id)
                                .collect(Collectors.joining(", "))
                        + ", or several joined by +, not '" + id + "'"));
    }

    /**
     * Returns the same files with damage such as {@code console:3:halved}.
     *
     * @param world the number of ranks of the job
     * @throws IllegalArgumentException if the text is invalid; the message shows the form
     */
    public AvailableFiles parseDamage(String text, int world) {
        Matcher parts = DAMAGE.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    "--damage takes FORMAT:RANK:KIND, such as console:3:removed, not '" + text
                            + "'; kinds are "
                            + Stream.of(RankDamage.Kind.values())
                                    .map(RankDamage.Kind::id)
                                    .collect(Collectors.joining(", ")));
        }
        EvidenceFormat format = format(parts.group(1));
        if (!formats.contains(format)) {
            throw new IllegalArgumentException(
                    "--damage needs one of the formats that are written, not '" + format.id() + "'");
        }
        int rank = Integer.parseInt(parts.group(2));
        if (rank >= world) {
            throw new IllegalArgumentException("--damage takes a rank from 0 to " + (world - 1) + ", not " + rank);
        }
        return with(
                format, new RankDamage(RankDamage.Kind.valueOf(parts.group(3).toUpperCase(Locale.ROOT)), rank));
    }

    /** Returns the same files, in one format with damage to one rank's part. */
    public AvailableFiles with(EvidenceFormat format, RankDamage done) {
        return new AvailableFiles(formats, format, done);
    }

    /** Returns the damage in a format. */
    RankDamage damage(EvidenceFormat format) {
        return format == damaged ? damage : RankDamage.NONE;
    }

    /** Returns whether something happened to one rank's part. */
    public boolean isDamaged() {
        return !damage.equals(RankDamage.NONE);
    }

    /** Returns whether these are all files of this format and no others. */
    public boolean isWhole(EvidenceFormat format) {
        return formats.equals(List.of(format)) && !isDamaged();
    }

    /** Returns the file name extension of the program's source files. */
    public String extension() {
        return formats.get(0).extension();
    }

    /** Returns the formats' names on the command line. */
    public String id() {
        return formats.stream().map(EvidenceFormat::id).collect(Collectors.joining("+"));
    }

    /** Returns the options of {@code samples/generate}. */
    public String options() {
        String options = isWhole(EvidenceFormat.TRACE) ? "" : " --format " + id();
        return isDamaged()
                ? options + " --damage " + damaged.id() + ":" + damage.rank() + ":"
                        + damage.kind().id()
                : options;
    }
}
