package dev.rollcall.analyzer.wait;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.wait.MessagePattern.Departure;
import dev.rollcall.analyzer.wait.MessageProgram.Half;
import dev.rollcall.analyzer.wait.UnmatchedMessage.End;
import dev.rollcall.analyzer.wait.UnmatchedMessage.Reason;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The sends and receives of a job that can never complete, because two ranks do not agree on a message.
 *
 * <p>Sends and receives are paired as libraries pair them; see {@link Messages}. A half without its other half is a mismatch
 * only if the peer has gone on: it waits in a later call, ended, or left the half out of its usual order. A peer that has not
 * come so far, or is held up by a third rank, is at most late. Which end is wrong is told by the one that departs from the
 * usual order of its calls ({@link MessagePattern}); where neither or both do, it is open.
 *
 * <p>How long a rank has waited is not judged here; see {@link Pace}. Immutable.
 */
public final class MessageFaults {
    /** The most unmatched halves that are looked at: more than a few say that the ranks exchange no messages any more. */
    private static final int MOST_HALVES = 256;

    private final Job job;
    private final WaitGraph graph;
    private final Map<Communicator, MessagePattern> patterns = new IdentityHashMap<>();
    private final List<UnmatchedMessage> unmatched;
    private final List<List<Wait>> rings;

    private MessageFaults(Job job, WaitGraph graph) {
        this.job = job;
        this.graph = graph;
        this.unmatched = List.copyOf(find());
        this.rings = findRings();
    }

    /** Finds the message faults of a job. */
    public static MessageFaults of(Job job, WaitGraph graph) {
        return new MessageFaults(job, graph);
    }

    /** Returns the halves without a partner whose peer has gone on, those with a known culprit first, then by time. */
    public List<UnmatchedMessage> unmatched() {
        return unmatched;
    }

    /**
     * Returns the waits of each ring of ranks, ascending by rank: each rank waits in a send or receive for the next, and none has
     * gone on. A ring with an unmatched half is left out.
     */
    public List<List<Wait>> rings() {
        return rings;
    }

    private List<UnmatchedMessage> find() {
        List<UnmatchedMessage> found = new ArrayList<>();
        halves().stream()
                .limit(MOST_HALVES)
                .map(this::judge)
                .filter(Objects::nonNull)
                .forEach(found::add);
        found.replaceAll(fault -> lackedBySeveral(fault, found) ? fault.of(End.PEER, Reason.SEVERAL_ISSUERS) : fault);
        List<UnmatchedMessage> all = List.copyOf(found);
        found.removeIf(fault -> isSecondOfMutual(fault, all) || isConsequence(fault, all));
        found.sort(Comparator.comparing((UnmatchedMessage fault) -> fault.fault() == End.EITHER)
                .thenComparing(fault -> fault.half().call().enqueued()));
        return found;
    }

    /** Whether more ranks lack a half of the peer than there are ranks where the peer is: one fault explains them all. */
    private boolean lackedBySeveral(UnmatchedMessage fault, List<UnmatchedMessage> all) {
        long lacking = all.stream()
                .filter(other -> other.fault() == End.EITHER || other.reason() == Reason.SEVERAL_ISSUERS)
                .filter(other -> other.peer() == fault.peer())
                .count();
        int together = graph.gatherings().stream()
                .filter(gathering -> gathering.ranks().contains(fault.peer()))
                .mapToInt(gathering -> gathering.ranks().size())
                .max()
                .orElse(1);
        return fault.fault() == End.EITHER && lacking > together;
    }

    /** Returns the first half without a partner of each rank on each communicator. */
    private List<Wait> halves() {
        Set<Integer> unobserved = job.unobserved();
        List<Wait> halves = new ArrayList<>();
        for (Communicator communicator : job.communicators()) {
            for (int rank : communicator.memberships().keySet()) {
                Wait wait = graph.waits().get(rank);
                if (wait != null && wait.pointToPoint() && wait.communicator() == communicator) {
                    halves.add(wait);
                    continue;
                }
                Rank issuer = job.rank(rank);
                boolean left = issuer == null || issuer.ending().exitedNormally() || unobserved.contains(rank);
                Call open = left ? null : graph.messages(communicator).firstOpen(rank);
                int peer = open == null
                        ? -1
                        : communicator.members().get(open.signature().peer());
                // A log does not tell how a send ended: while nobody waits, all may have ended.
                boolean ended = open != null
                        && open.state() == CallState.UNKNOWN
                        && graph.waits().isEmpty();
                if (peer >= 0 && !ended && job.rank(peer) != null && !unobserved.contains(peer)) {
                    halves.add(new Wait(rank, communicator, open, true, List.of(peer), List.of()));
                }
            }
        }
        halves.removeIf(half -> half.absent().isEmpty());
        return halves;
    }

    private static boolean isSecondOfMutual(UnmatchedMessage fault, List<UnmatchedMessage> all) {
        return fault.fault() == End.EITHER
                && all.stream()
                        .anyMatch(other -> other.fault() == End.EITHER
                                && other.issuer() == fault.peer()
                                && other.peer() == fault.issuer()
                                && other.issuer() < fault.issuer());
    }

    /** Whether an open fault may be there only because another, whose culprit is known, holds its ends up. */
    private boolean isConsequence(UnmatchedMessage fault, List<UnmatchedMessage> all) {
        return fault.fault() == End.EITHER
                && all.stream()
                        .filter(other -> other.fault() != End.EITHER)
                        .anyMatch(other -> fault.ranks().contains(other.ranks().get(0))
                                || reaches(fault.issuer(), other.issuer())
                                || reaches(fault.issuer(), other.peer()));
    }

    private UnmatchedMessage judge(Wait wait) {
        int peer = wait.absent().get(0);
        Rank other = job.rank(peer);
        Ending ending = other == null ? Ending.UNKNOWN : other.ending();
        if (ending.hasEnded() && !ending.exitedNormally()) {
            return null;
        }
        Signature signature = wait.call().signature();
        int place = wait.communicator().members().indexOf(wait.rank());
        Departure peers = departureWithout(peer, wait.communicator(), Half.other(signature, place));
        Departure issuers = departureWith(wait);
        Wait peersWait = graph.waits().get(peer);
        Call stray = stray(wait, peersWait);
        if (peers != null && issuers == null) {
            return fault(wait, peersWait, End.PEER, reason(peers), stray);
        }
        if (issuers != null && peers == null && issuers.byPeers()) {
            return fault(wait, peersWait, End.ISSUER, reason(issuers), stray);
        }
        Reason gone = waitsIn(wait) ? gone(wait, peersWait, ending, stray) : null;
        if (gone == null) {
            return null;
        }
        if (issuers != null && peers == null) {
            return fault(wait, peersWait, End.ISSUER, reason(issuers), stray);
        }
        if (issuers == null && peers == null && PeerHabit.strange(wait) && usualPeerWaits(wait)) {
            return fault(wait, peersWait, End.ISSUER, Reason.PATTERN_OF_PAST, stray);
        }
        return fault(
                wait, peersWait, gone == Reason.OTHER_PEER && issuers == null ? End.PEER : End.EITHER, gone, stray);
    }

    /** Whether another rank waits for the issuer in a message of its usual order. */
    private boolean usualPeerWaits(Wait wait) {
        return graph.waits().values().stream()
                .anyMatch(other -> other.pointToPoint() && other.awaits(wait.rank()) && PeerHabit.kept(other));
    }

    /** Whether the rank waits in a half, or its source, which says of no call how far it got, ends with that half. */
    private boolean waitsIn(Wait half) {
        Wait wait = graph.waits().get(half.rank());
        if (wait != null) {
            return wait.communicator() == half.communicator() && wait.call().equals(half.call());
        }
        CallSequence calls = half.communicator().memberships().get(half.rank()).collectives();
        return calls.size() == 0
                || half.call().enqueued() != Call.NO_TIME
                        && calls.enqueued(calls.size() - 1) < half.call().enqueued();
    }

    private static Reason reason(Departure departure) {
        return departure.byPeers() ? Reason.PATTERN_OF_PEERS : Reason.PATTERN_OF_PAST;
    }

    private UnmatchedMessage fault(Wait wait, Wait peersWait, End end, Reason reason, Call stray) {
        Membership peer = wait.communicator().memberships().get(wait.absent().get(0));
        CallSequence calls = peer == null ? null : peer.pointToPoint();
        Call last = calls == null || calls.size() == 0 ? null : calls.call(calls.size() - 1);
        return new UnmatchedMessage(
                wait, wait.absent().get(0), end, reason, peersWait == null ? last : peersWait.call(), stray);
    }

    /** Returns why the peer will not make the other half; null where it still may. */
    private Reason gone(Wait wait, Wait peersWait, Ending ending, Call stray) {
        if (graph.otherTag(wait) >= 0) {
            return Reason.OTHER_TAG;
        }
        if (stray != null) {
            return Reason.OTHER_PEER;
        }
        if (ending.exitedNormally()) {
            return Reason.ENDED;
        }
        if (peersWait == null) {
            return null;
        }
        if (peersWait.pointToPoint()) {
            return peersWait.awaits(wait.rank()) ? Reason.MUTUAL : null;
        }
        return peersWait.awaits(wait.rank()) || passed(wait, peersWait) ? Reason.WENT_ON : null;
    }

    /**
     * Whether the peer is in a collective that the issuer issued after the half, as ranks do that run ahead of their devices, and
     * that all members have joined, so that nothing but the half holds it up. Receives may be posted early for the next step;
     * then earlier ones were posted before such a collective, too.
     */
    private boolean passed(Wait wait, Wait peersWait) {
        Membership issuer = peersWait.communicator().memberships().get(wait.rank());
        if (issuer == null
                || !peersWait.absent().isEmpty()
                || !peersWait.unread().isEmpty()) {
            return false;
        }
        long index = peersWait.call().sequence() - issuer.collectives().firstSequence();
        return index >= 0
                && index < issuer.collectives().size()
                && wait.call().enqueued() != Call.NO_TIME
                && issuer.collectives().enqueued((int) index) >= wait.call().enqueued()
                && !postsEarly(wait, peersWait.communicator());
    }

    private boolean postsEarly(Wait wait, Communicator collectives) {
        CallSequence own = collectives.memberships().get(wait.rank()).collectives();
        CallSequence peers = collectives.memberships().get(wait.absent().get(0)).collectives();
        for (Messages.Pair pair : graph.messages(wait.communicator())
                .pairsBefore(wait.rank(), wait.call().sequence())) {
            long next = own.firstSequence() + own.issuedBefore(pair.own().enqueued());
            long index = next - peers.firstSequence();
            if (index >= 0
                    && index < peers.size()
                    && peers.enqueued((int) index) < pair.peers().enqueued()) {
                return true;
            }
        }
        return false;
    }

    /** Returns the peer's half that went to another rank, which has gone on without its own; null where there is none. */
    private Call stray(Wait wait, Wait peersWait) {
        Call stray = graph.stray(wait);
        if (stray == null
                || stray.signature().count() != wait.call().signature().count()
                || !Objects.equals(
                        stray.signature().elementType(), wait.call().signature().elementType())) {
            return null;
        }
        int to = wait.communicator().members().get(stray.signature().peer());
        Wait others = graph.waits().get(to);
        boolean heldUp = peersWait == null
                ? wait.communicator()
                        .memberships()
                        .get(wait.absent().get(0))
                        .pointToPoint()
                        .statesUnknown()
                : peersWait.pointToPoint();
        return !heldUp && to != wait.rank() && (others == null || !others.pointToPoint()) ? stray : null;
    }

    // Who departs from the usual order

    private Departure departureWithout(int rank, Communicator communicator, Half half) {
        return departures(rank, communicator).stream()
                .filter(departure -> departure.leftOut().contains(half))
                .findFirst()
                .orElse(null);
    }

    /**
     * Returns the departure by which a rank issued the half that it waits in. A half that neither the rank made before nor its
     * peers make counts only in place of one that another rank lacks: two ranks alone may have something to say to each other.
     */
    private Departure departureWith(Wait wait) {
        return departures(wait.rank(), wait.communicator()).stream()
                .filter(departure -> Half.of(wait.call().signature()).equals(departure.added()))
                .filter(departure -> departure.known() || lacking(wait, departure.leftOut()))
                .findFirst()
                .orElse(null);
    }

    private List<Departure> departures(int rank, Communicator communicator) {
        return patterns.computeIfAbsent(communicator, its -> new MessagePattern(job, its))
                .departures(rank);
    }

    private boolean lacking(Wait wait, List<Half> leftOut) {
        return leftOut.stream()
                .map(half -> graph.waits().get(wait.communicator().members().get(half.peer())))
                .anyMatch(other -> other != null && other.pointToPoint() && other.awaits(wait.rank()));
    }

    // Who waits for whom

    /** Returns whether a rank waits for another, directly or through others. */
    private boolean reaches(int from, int to) {
        Set<Integer> seen = new HashSet<>(List.of(from));
        Set<List<Integer>> followed = new HashSet<>();
        Deque<Integer> next = new ArrayDeque<>(seen);
        while (!next.isEmpty()) {
            Wait wait = graph.waits().get(next.pop());
            if (wait == null || !followed.add(wait.absent())) {
                continue;
            }
            for (int rank : wait.absent()) {
                if (rank == to) {
                    return true;
                }
                if (seen.add(rank)) {
                    next.push(rank);
                }
            }
        }
        return false;
    }

    private List<List<Wait>> findRings() {
        Set<Integer> faulty = new HashSet<>();
        unmatched.forEach(fault -> faulty.addAll(List.of(fault.issuer(), fault.peer())));
        return graph.cycles().stream()
                .filter(cycle -> cycle.stream().noneMatch(faulty::contains))
                .map(cycle -> cycle.stream().map(graph.waits()::get).toList())
                .filter(waits -> waits.stream()
                        .allMatch(wait -> wait.pointToPoint() && wait.absent().size() == 1))
                .toList();
    }
}
