package dev.rollcall.analyzer.align;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.Thresholds;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Finds the ranks that left their own way across all communicators. Of ranks that wait for each other, one that called what
 * its past does not announce is the one that left, unless others, in the same place of their own programs, did the same: then
 * the program says so.
 *
 * <p>Not safe for use by several threads.
 */
public final class DivergenceFinder {
    private static final int MOST_RANKS = 128;
    private static final int MOST_OTHERS = 512;
    private static final int MOST_TIMELINES = 1024;

    private final Job job;
    private final SignatureMatcher matcher;
    private final InternTable<RankTimeline.Token> tokens = new InternTable<>();
    private final Map<Integer, RankTimeline> timelines = new HashMap<>();

    /** Looks at a job. */
    public DivergenceFinder(Job job) {
        this.job = job;
        this.matcher = new SignatureMatcher(job.signatures());
    }

    /**
     * Returns those of some ranks that left their own past, by rank, ascending; nobody where there are too many to look at. A call
     * that a rank never made before leaves it only where its peers went on without: it may be the first of those that come round
     * once in many turns, and then the others left it out.
     */
    public Map<Integer, Divergence> fromOwnHistory(Collection<Integer> ranks) {
        Map<Integer, Divergence> left = each(ranks, this::fromPast);
        left.values().removeIf(divergence -> divergence.unprecedented() && !withoutPeers(divergence));
        return left;
    }

    private boolean withoutPeers(Divergence unprecedented) {
        Divergence divergence =
                Peers.divergence(unprecedented.rank(), timeline(unprecedented.rank()), others(unprecedented.rank()));
        return divergence != null && divergence.outvoted() && divergence.call().equals(unprecedented.call());
    }

    /** Returns those of some ranks that left what all others call which had called the same until then, likewise. */
    public Map<Integer, Divergence> fromPeers(Collection<Integer> ranks) {
        return each(ranks, rank -> Peers.divergence(rank, timeline(rank), others(rank)));
    }

    /**
     * Returns whether a rank left, by a call on a communicator, what three others or more call that had called the same until then;
     * where nothing tells the order of its calls, what the ranks of other groups like this one call.
     *
     * @param left its rankClass
     * @param kept the rankClass of those who would have stayed
     */
    boolean divergedFromPeers(
            Communicator communicator, RankClass left, int position, RankClass kept, int otherPosition) {
        int rank = left.ranks().get(0);
        if (timelines.size() >= MOST_TIMELINES) {
            return false;
        }
        if (timeline(rank).length() == 0) {
            return position == otherPosition && SiblingGroups.tell(job, communicator, matcher, left, kept, position);
        }
        Divergence divergence = Peers.divergence(rank, timeline(rank), others(rank));
        return divergence != null
                && divergence.peers().size() >= Thresholds.FEWEST_PEERS_FOR_TIE
                && divergence.call().equals(left.call(position));
    }

    /** Returns whether a rank made a call before that is like one of its calls, from the same place. */
    public boolean madeBefore(int rank, Call call) {
        return timeline(rank).repeats(call);
    }

    /**
     * Returns whether the ranks that leave at a difference had got past the others' call before, as what they called on other
     * communicators meanwhile tells: then they left it out, however their calls on this one look.
     */
    public boolean hadPassed(CallDifference difference) {
        return timelines.size() < MOST_TIMELINES
                && difference.call() != null
                && difference.othersCall() != null
                && MovedPast.told(difference, timeline(difference.ranks().get(0)), this::timeline);
    }

    private static Map<Integer, Divergence> each(Collection<Integer> ranks, IntFunction<Divergence> divergences) {
        Map<Integer, Divergence> left = new TreeMap<>();
        if (ranks.size() <= MOST_RANKS) {
            for (int rank : ranks) {
                Divergence divergence = divergences.apply(rank);
                if (divergence != null) {
                    left.put(rank, divergence);
                }
            }
        }
        return left;
    }

    private Divergence fromPast(int rank) {
        RankTimeline own = timeline(rank);
        int from = Math.max(1, own.length() - Thresholds.DIVERGENCE_CALLS);
        // What others do for the first time, too, is left out of the past: after it, all goes on as before.
        int[] kept = IntStream.range(0, own.length()).toArray();
        int length = Math.min(from, own.length());
        Set<Integer> seen = new HashSet<>();
        IntStream.range(0, length).forEach(i -> seen.add(own.token(i)));
        for (int i = from; i < own.length(); i++) {
            boolean unprecedented = seen.add(own.token(i));
            int start = Math.max(0, i - Thresholds.LONGEST_HISTORY);
            int[] past = IntStream.range(start, i).map(own::token).toArray();
            CallPredictor whole = CallPredictor.of(past);
            boolean told = whole.reach() >= Thresholds.SHORTEST_HISTORY && whole.agreed();
            int keptFrom = Math.max(0, length - Thresholds.LONGEST_HISTORY);
            CallPredictor predictor = told
                    ? whole
                    : CallPredictor.of(IntStream.range(keptFrom, length)
                            .map(k -> own.token(kept[k]))
                            .toArray());
            kept[length++] = i;
            if (predictor.reach() < Thresholds.SHORTEST_HISTORY || predictor.expected(0) == own.token(i)) {
                continue;
            }
            if (!shared(rank, own, i, unprecedented ? 0 : Math.min(predictor.reach(), Thresholds.LONGEST_CONTEXT))) {
                if (unprecedented || CallPredictor.settled(past, own.token(i))) {
                    IntUnaryOperator position =
                            step -> told ? start + predictor.position(step) : kept[keptFrom + predictor.position(step)];
                    RankTimeline.Made expected = own.made(position.applyAsInt(0));
                    boolean resumed = own.resumes(i, step -> own.token(position.applyAsInt(step)));
                    return own.divergence(rank, i, unprecedented, expected, resumed, List.of());
                }
            }
            length -= unprecedented ? 1 : 0;
        }
        return null;
    }

    /** Whether others made a call after the same calls; so, too, where none of them reaches back so far. */
    private boolean shared(int rank, RankTimeline own, int position, int context) {
        Map<Integer, RankTimeline> others = others(rank);
        int reach =
                others.values().stream().mapToInt(RankTimeline::length).max().orElse(own.length()) - own.length();
        int from = Math.max(position - context, -reach);
        return from > position || others.values().stream().anyMatch(other -> other.holds(own, from, position + 1));
    }

    private Map<Integer, RankTimeline> others(int rank) {
        Map<Integer, RankTimeline> others = new TreeMap<>();
        job.ranks().stream()
                .map(Rank::number)
                .limit(MOST_OTHERS)
                .filter(other -> other != rank)
                .forEach(other -> others.put(other, timeline(other)));
        return others;
    }

    private RankTimeline timeline(int rank) {
        return timelines.computeIfAbsent(rank, number -> RankTimeline.of(job, number, matcher, tokens));
    }
}
