package dev.rollcall.samples.generate;

import dev.rollcall.samples.generate.writer.RankDamage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which files of a job are at hand.
 *
 * @param formats their formats, at least one
 * @param damaged the format in which something happened to the part of one rank
 * @param damage what happened
 */
public record Evidence(List<EvidenceFormat> formats, EvidenceFormat damaged, RankDamage damage) {

    /** Returns all files of these formats. */
    public static Evidence of(EvidenceFormat... formats) {
        return new Evidence(List.of(formats), formats[0], RankDamage.NONE);
    }

    /**
     * Parses names of formats, such as {@code console+stacks}.
     *
     * @throws IllegalArgumentException if a name is unknown; the message lists all names
     */
    public static Evidence parse(String text) {
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
     * @throws IllegalArgumentException if the text is invalid; the message shows the form
     */
    public Evidence parseDamage(String text) {
        String[] parts = text.split(":");
        try {
            EvidenceFormat format = format(parts[0]);
            RankDamage.Kind kind = RankDamage.Kind.valueOf(parts[2].toUpperCase(Locale.ROOT));
            if (formats.contains(format)) {
                return with(format, new RankDamage(kind, Integer.parseInt(parts[1])));
            }
        } catch (IllegalArgumentException | IndexOutOfBoundsException wrong) {
            throw new IllegalArgumentException(
                    "--damage takes FORMAT:RANK:KIND, such as console:3:removed, not '" + text
                            + "'; kinds are "
                            + Stream.of(RankDamage.Kind.values())
                                    .map(RankDamage.Kind::id)
                                    .collect(Collectors.joining(", ")));
        }
        throw new IllegalArgumentException(
                "--damage needs one of the formats that are written, not '" + parts[0] + "'");
    }

    /** Returns the same files, in one format with damage to one rank's part. */
    public Evidence with(EvidenceFormat format, RankDamage done) {
        return new Evidence(formats, format, done);
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
