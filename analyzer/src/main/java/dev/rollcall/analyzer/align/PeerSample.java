package dev.rollcall.analyzer.align;

import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Rank;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * The ranks with which some ranks are compared: all of a job of at most 512. Of a larger job, 512 at random and up to 512 that
 * share a communicator with those asked about, the smallest communicators first.
 *
 * <p>The random ones stand for each role of the job: any pipeline stage has its part among them. The neighbours are those that
 * may share a way of their own, which the random ones need not show. Immutable and thread-safe.
 */
final class PeerSample {
    /** Each rank needs a comparison with all of the sample. */
    private static final int MOST = 512;

    /** Of ranks in a fixed order, so that a job gets the same verdict each time. */
    private static final long SEED = 512;

    private final Job job;
    private final Set<Integer> common;

    /** Draws the part of the sample that is the same whichever ranks are asked about. */
    PeerSample(Job job) {
        this.job = job;
        List<Integer> ranks =
                new ArrayList<>(job.ranks().stream().map(Rank::number).toList());
        if (ranks.size() > MOST) {
            Collections.shuffle(ranks, new Random(SEED));
        }
        this.common = new TreeSet<>(ranks.subList(0, Math.min(MOST, ranks.size())));
    }

    /** Returns the ranks that every sample has. */
    Set<Integer> common() {
        return Collections.unmodifiableSet(common);
    }

    /** Returns the sample for a question about some ranks, ascending. */
    Set<Integer> of(Collection<Integer> asked) {
        if (common.size() == job.ranks().size()) {
            return common();
        }
        Set<Integer> neighbours = new TreeSet<>();
        job.communicators().stream()
                .filter(communicator -> asked.stream().anyMatch(communicator.memberships()::containsKey))
                .sorted(Comparator.comparingInt(Communicator::size))
                .flatMap(communicator ->
                        communicator.memberships().keySet().stream().sorted())
                .filter(rank -> job.rank(rank) != null)
                .takeWhile(rank -> neighbours.size() < MOST)
                .forEach(neighbours::add);
        neighbours.addAll(common);
        return neighbours;
    }
}
