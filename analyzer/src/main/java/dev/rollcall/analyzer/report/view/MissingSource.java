package dev.rollcall.analyzer.report.view;

import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.RankSource;
import dev.rollcall.analyzer.model.RankText;
import java.nio.file.Path;
import java.util.List;

/** Names what is missing of a rank that was not read, by what the other ranks were read from. */
final class MissingSource {
    private MissingSource() {}

    /** Returns {@code no trace}, {@code no dump} or {@code no call shown}; {@code no file} where the others have several kinds. */
    static String cell(Job job) {
        String noun = RankSource.noun(job.ranks());
        return noun.isEmpty() ? "no call shown" : "no " + noun;
    }

    /** Returns a sentence about ranks that were not read. */
    static String sentence(List<Integer> ranks, Job job) {
        String whose = RankText.describe(ranks);
        if (job.coverage().exceedsMemory()) {
            return "Nothing is known of " + whose + "; what does not fit into memory was left out.";
        }
        String noun = RankSource.noun(job.ranks());
        if (!noun.isEmpty()) {
            return "No " + noun + " was read for " + whose + ".";
        }
        List<String> files = job.ranks().stream()
                .flatMap(rank -> rank.sources().stream())
                .map(source -> Path.of(source.file()).getFileName())
                .map(name -> name == null ? "" : Printable.of(name.toString()))
                .distinct()
                .toList();
        return (files.size() == 1 ? files.get(0) + " shows" : "The " + files.size() + " files show")
                + " neither a call nor the end of " + whose + ", which may run on a host whose console is not here.";
    }
}
