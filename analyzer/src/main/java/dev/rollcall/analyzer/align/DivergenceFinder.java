package dev.rollcall.analyzer.align;

import dev.rollcall.analyzer.align.RankTimeline.MadeCall;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.Thresholds;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Finds ranks that diverged, by all their calls on all communicators. Where ranks wait for each other in a cycle, each call is
 * right on its own communicator. The rank that diverged is the one whose call its own history, or its peers, do not predict.
 *
 * <p>A call that other ranks make in the same place of their timelines is the program's own way and no divergence. Where the
 * source has no times, a rank's calls on several communicators have no order, and nothing is found. Not thread-safe.
 */
public final class DivergenceFinder {
    /** The most ranks that one question may be about, because each needs the comparison with all others. */
    private static final int MOST_RANKS = 128;

    /** The most timelines that are held: each has every call of a rank. */
    private static final int MOST_TIMELINES = 1024;

    /** The most ranks of the staying side whose timelines are read for one difference. */
    private static final int MOST_STAYING = 8;

    private final Job job;
    private final SignatureMatcher matcher;
    private final InternTable<RankTimeline.Token> tokens = new InternTable<>();
    private final Map<Integer, RankTimeline> timelines = new HashMap<>();
    private final PeerSample sample;

    /** Makes a finder for a job; calls are read when they are first needed. */
    public DivergenceFinder(Job job) {
        this.job = job;
        this.matcher = new SignatureMatcher(job.signatures());
        this.sample = new PeerSample(job);
    }

    /**
     * Returns the ranks that diverged from their own history, ascending; none where more than 128 are asked about. A call that a
     * rank never made before counts only where its peers went on without it: a call that is due once in many iterations is new,
     * too, and then the others skipped it.
     */
    public Map<Integer, StrayCall> fromOwnHistory(Collection<Integer> ranks) {
        return each(ranks, (rank, others) -> {
            StrayCall divergence = fromOwnHistory(rank, others);
            return divergence == null || divergence.unprecedented() && !outvotedByPeers(divergence, others)
                    ? null
                    : divergence;
        });
    }

    private boolean outvotedByPeers(StrayCall unprecedented, Map<Integer, RankTimeline> others) {
        StrayCall divergence = fromPeers(unprecedented.rank(), others);
        return divergence != null && divergence.outvoted() && divergence.call().equals(unprecedented.call());
    }

    /** Returns the ranks that diverged from peers with an identical history, ascending; none where more than 128 are asked about. */
    public Map<Integer, StrayCall> fromPeers(Collection<Integer> ranks) {
        return each(ranks, this::fromPeers);
    }

    private Map<Integer, StrayCall> each(
            Collection<Integer> ranks, BiFunction<Integer, Map<Integer, RankTimeline>, StrayCall> divergences) {
        Map<Integer, StrayCall> found = new TreeMap<>();
        if (ranks.size() <= MOST_RANKS) {
            Map<Integer, RankTimeline> peers = new TreeMap<>();
            sample.of(ranks).forEach(peer -> peers.put(peer, timeline(peer)));
            for (int rank : ranks) {
                Map<Integer, RankTimeline> others = new TreeMap<>(peers);
                others.remove(rank);
                StrayCall divergence = divergences.apply(rank, others);
                if (divergence != null) {
                    found.put(rank, divergence);
                }
            }
            if (timelines.size() > MOST_TIMELINES) {
                timelines.keySet().retainAll(sample.common());
            }
        }
        return found;
    }

    /** Returns whether a rank made a call like one of its calls before, from the same call site. */
    public boolean madeBefore(int rank, Call call) {
        return timeline(rank).madeBefore(call);
    }

    // A rank against its own history

    private StrayCall fromOwnHistory(int rank, Map<Integer, RankTimeline> others) {
        RankTimeline own = timeline(rank);
        int from = Math.max(1, own.length() - Thresholds.DIVERGENCE_CALLS);
        // The positions of the history without calls that the program makes once: after such a call all goes on as
        // before.
        int[] recurring = IntStream.range(0, own.length()).toArray();
        int length = Math.min(from, own.length());
        Set<Integer> seen = new HashSet<>();
        IntStream.range(0, length).forEach(i -> seen.add(own.token(i)));
        for (int i = from; i < own.length(); i++) {
            boolean unprecedented = seen.add(own.token(i));
            int start = Math.max(0, i - Thresholds.LONGEST_HISTORY);
            int[] history = IntStream.range(start, i).map(own::token).toArray();
            CallPredictor byAll = CallPredictor.of(history);
            boolean predictedByAll = byAll.reach() >= Thresholds.SHORTEST_HISTORY && byAll.agreed();
            int recurringStart = Math.max(0, length - Thresholds.LONGEST_HISTORY);
            CallPredictor predictor = predictedByAll
                    ? byAll
                    : CallPredictor.of(IntStream.range(recurringStart, length)
                            .map(k -> own.token(recurring[k]))
                            .toArray());
            recurring[length++] = i;
            if (predictor.reach() < Thresholds.SHORTEST_HISTORY || predictor.expected(0) == own.token(i)) {
                continue;
            }
            int context = unprecedented ? 0 : Math.min(predictor.reach(), Thresholds.LONGEST_CONTEXT);
            if (!madeByOthers(others, own, i, context)
                    && (unprecedented || CallPredictor.settled(history, own.token(i)))) {
                IntUnaryOperator position = step -> predictedByAll
                        ? start + predictor.position(step)
                        : recurring[recurringStart + predictor.position(step)];
                MadeCall expected = own.at(position.applyAsInt(0));
                boolean resumed = own.resumes(i, step -> own.token(position.applyAsInt(step)));
                return divergence(rank, own.at(i), unprecedented, expected, resumed, List.of());
            }
            length -= unprecedented ? 1 : 0;
        }
        return null;
    }

    /** Whether others made a call after the same calls; true, too, where no other timeline reaches back so far. */
    private static boolean madeByOthers(
            Map<Integer, RankTimeline> others, RankTimeline own, int position, int context) {
        int longer =
                others.values().stream().mapToInt(RankTimeline::length).max().orElse(own.length()) - own.length();
        int from = Math.max(position - context, -longer);
        return from > position || others.values().stream().anyMatch(other -> other.contains(own, from, position + 1));
    }

    // A rank against its peers

    /**
     * Returns where a rank alone left out what all peers call, and went on as they do afterwards, or is held up in the call that
     * it made instead; null where it did not. A rank with a role of its own goes another way and does not come back to theirs.
     */
    private StrayCall fromPeers(int rank, Map<Integer, RankTimeline> others) {
        RankTimeline own = timeline(rank);
        Map<Integer, RankTimeline> peers = new TreeMap<>(others);
        peers.values().removeIf(peer -> !own.startsWith(peer));
        for (int i = 0; i < own.length() && peers.size() >= Thresholds.FEWEST_PEERS; i++) {
            int position = i;
            peers.values().removeIf(peer -> peer.length() <= position);
            List<Integer> alike = new ArrayList<>();
            peers.forEach((other, peer) -> {
                if (peer.token(position) == own.token(position)) {
                    alike.add(other);
                }
            });
            if (alike.isEmpty()) {
                return i == 0 || peers.size() < Thresholds.FEWEST_PEERS ? null : skipped(rank, own, i, peers);
            }
            peers.keySet().retainAll(alike);
        }
        return null;
    }

    /** Returns the divergence at a position before which all peers equal the rank, and at which none does; null for none. */
    private static StrayCall skipped(int rank, RankTimeline own, int position, Map<Integer, RankTimeline> peers) {
        Map<Integer, Map<Integer, RankTimeline>> roles = new TreeMap<>();
        peers.forEach((other, peer) -> roles.computeIfAbsent(peer.token(position), token -> new TreeMap<>())
                .put(other, peer));
        boolean unprecedented = !own.contains(own.token(position), 0, position);
        boolean onlyRole = roles.size() == 1 && (unprecedented || position == own.length() - 1);
        Set<Integer> resumed = new TreeSet<>();
        roles.forEach((token, role) -> {
            if (resumesAfterSkip(own, position, role.values())) {
                resumed.add(token);
            }
        });
        roles.entrySet()
                .removeIf(role -> role.getValue().size() < Thresholds.FEWEST_PEERS
                        || !onlyRole && !resumed.contains(role.getKey()));
        if (roles.size() != 1) {
            return null;
        }
        int token = roles.keySet().iterator().next();
        Map<Integer, RankTimeline> role = roles.get(token);
        for (RankTimeline peer : role.values()) {
            MadeCall expected = peer.at(position);
            if (expected.communicator().memberships().containsKey(rank)) {
                boolean passed = resumed.contains(token);
                return divergence(
                        rank, own.at(position), unprecedented && !passed, expected, passed, List.copyOf(role.keySet()));
            }
        }
        return null;
    }

    /** Whether a timeline goes on from a position as one of its peers does after a few more collectives. */
    private static boolean resumesAfterSkip(RankTimeline own, int position, Iterable<RankTimeline> peers) {
        for (RankTimeline peer : peers) {
            int from = position;
            while (from < peer.length()
                    && from - position <= Thresholds.MOST_SKIPPED
                    && peer.token(from) != own.token(position)
                    && peer.at(from).collective()) {
                from++;
            }
            int first = from;
            int rest = peer.length() - from;
            if (own.resumes(
                    position, step -> step <= rest ? peer.token(first + step - 1) : RankTimeline.UNKNOWN_TOKEN)) {
                return true;
            }
        }
        return false;
    }

    // Two sides of a difference

    /**
     * Returns whether a rank diverged, with a call on a communicator, from three peers or more. Where its calls have no order,
     * ranks of sibling communicators are asked instead.
     *
     * @param left the class of the rank that would have diverged
     * @param kept the class of those that would have stayed
     */
    boolean divergedFromPeers(
            Communicator communicator, RankClass left, int position, RankClass kept, int otherPosition) {
        int rank = left.ranks().get(0);
        if (timelines.size() >= MOST_TIMELINES) {
            return false;
        }
        if (timeline(rank).length() == 0) {
            return position == otherPosition && siblingsConfirm(communicator, left, kept, position);
        }
        StrayCall divergence = fromPeers(List.of(rank)).get(rank);
        return divergence != null
                && divergence.peers().size() >= Thresholds.FEWEST_PEERS_FOR_TIE
                && divergence.call().equals(left.call(position));
    }

    /**
     * Whether ranks of other communicators of the same size, which called the same before a position, call there what one side
     * does, and none calls what the other side does.
     */
    private boolean siblingsConfirm(Communicator communicator, RankClass left, RankClass kept, int position) {
        int confirming = 0;
        for (Communicator sibling : job.communicators()) {
            if (sibling.size() != communicator.size()
                    || !Collections.disjoint(
                            sibling.memberships().keySet(),
                            communicator.memberships().keySet())) {
                continue;
            }
            for (Membership member : sibling.memberships().values()) {
                CallSequence calls = member.collectives();
                if (calledTheSame(calls, kept, position)) {
                    int code = matcher.code(calls.signatureNumber(index(calls, kept, position)));
                    if (matcher.same(code, left.code(position))) {
                        return false;
                    }
                    confirming += matcher.same(code, kept.code(position)) ? 1 : 0;
                }
            }
        }
        return confirming >= Thresholds.FEWEST_PEERS;
    }

    /** Whether a rank reached a position, and made the calls of a class before it. */
    private boolean calledTheSame(CallSequence calls, RankClass other, int position) {
        if (index(calls, other, 0) < 0 || index(calls, other, position) >= calls.size()) {
            return false;
        }
        for (int i = 0; i < position; i++) {
            int index = index(calls, other, i);
            if (matcher.code(calls.signatureNumber(index)) != other.code(i)
                    || calls.siteNumber(index) != other.site(i)) {
                return false;
            }
        }
        return true;
    }

    private static int index(CallSequence calls, RankClass other, int position) {
        return (int) (other.sequence(position) - calls.firstSequence());
    }

    /**
     * Returns whether the leaving ranks of a difference had already passed the others' call, by their calls on other
     * communicators meanwhile: they made some that the others make only after it. Then they skipped it, whatever their calls on
     * this communicator look like.
     */
    public boolean hadPassed(CallDifference difference) {
        if (timelines.size() >= MOST_TIMELINES || difference.call() == null || difference.othersCall() == null) {
            return false;
        }
        RankTimeline own = timeline(difference.ranks().get(0));
        Map<Integer, Integer> meanwhile = callsSincePrevious(difference, difference.leaving(), own);
        boolean anyPassed = false;
        for (int rank : difference.others().stream().limit(MOST_STAYING).toList()) {
            RankTimeline other = timeline(rank);
            int at = other.position(
                    difference.communicator(), difference.othersCall().sequence());
            if (at < 0) {
                continue;
            }
            Map<Integer, Integer> usual = callsSincePrevious(difference, difference.staying(), other);
            // A rank still in its call has no calls after it; what it made before, it will make again.
            boolean ends = at == other.length() - 1;
            int from = ends ? 0 : at + 1;
            int to = ends ? at : other.length();
            boolean passed = meanwhile.entrySet().stream()
                    .anyMatch(made -> made.getValue() > usual.getOrDefault(made.getKey(), 0)
                            && other.contains(made.getKey(), from, to));
            if (!passed && !ends) {
                return false;
            }
            anyPassed |= passed;
        }
        return anyPassed;
    }

    /** Returns how often a rank made each call between its call at a difference and the one before on that communicator. */
    private static Map<Integer, Integer> callsSincePrevious(
            CallDifference difference, DifferenceSide side, RankTimeline timeline) {
        int to = timeline.position(difference.communicator(), side.call().sequence());
        int from = side.position() == 0
                ? -1
                : timeline.position(difference.communicator(), side.call().sequence() - 1);
        Map<Integer, Integer> made = new HashMap<>();
        for (int i = Math.max(0, from + 1); i < to; i++) {
            made.merge(timeline.token(i), 1, Integer::sum);
        }
        return made;
    }

    private static StrayCall divergence(
            int rank, MadeCall made, boolean unprecedented, MadeCall expected, boolean resumed, List<Integer> peers) {
        return new StrayCall(
                rank,
                made.communicator(),
                made.call(),
                unprecedented,
                expected.call(),
                expected.communicator(),
                resumed,
                peers);
    }

    private RankTimeline timeline(int rank) {
        return timelines.computeIfAbsent(rank, number -> RankTimeline.of(job, number, matcher, tokens));
    }
}
