package dev.rollcall.analyzer.report.view;

import dev.rollcall.analyzer.model.Rank;
import java.nio.file.Path;

/**
 * What is known of one rank's process, safe to print.
 *
 * @param rank the global rank
 * @param host where it ran; empty where unknown
 * @param pid its process; empty where unknown
 * @param ending how it ended
 * @param lastAlive when it was last known to be alive
 * @param source the name of the file that tells of it
 * @param named whether the verdict blames it
 */
public record RankFacts(
        int rank, String host, String pid, String ending, String lastAlive, String source, boolean named) {

    /** Words the facts of a rank. */
    public static RankFacts of(Rank rank, boolean named) {
        Path file = rank.source().isEmpty() ? null : Path.of(rank.source()).getFileName();
        return new RankFacts(
                rank.number(),
                Printable.of(rank.host()),
                rank.pid() < 0 ? "" : Long.toString(rank.pid()),
                Endings.describe(rank.ending()),
                Times.moment(rank.lastAlive()),
                file == null ? "" : Printable.of(file.toString()),
                named);
    }
}
