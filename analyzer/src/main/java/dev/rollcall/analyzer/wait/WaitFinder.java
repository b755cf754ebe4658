package dev.rollcall.analyzer.wait;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.OperationTraits;
import dev.rollcall.analyzer.model.PeerLoss;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.model.ThreadSnapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Finds each rank's oldest unfinished call, and who has not made it. Not thread-safe. */
final class WaitFinder {
    private static final long UNASKED = -1;

    private final Job job;
    private final Set<Integer> unobserved;
    private final Set<Integer> told = new HashSet<>();
    private final LastSight lastSight;
    private final Map<Communicator, Long> proven = new IdentityHashMap<>();

    WaitFinder(Job job) {
        this.job = job;
        this.unobserved = job.unobserved();
        this.lastSight = new LastSight(job);
        job.ranks().forEach(rank -> told.add(rank.number()));
        told.removeAll(unobserved);
    }

    /**
     * Returns the waits by global rank, ascending.
     *
     * @param messages the sends and receives of each communicator
     */
    Map<Integer, Wait> find(Map<Communicator, Messages> messages) {
        Map<Integer, OldestCall> oldest = oldest(messages);
        Map<WaitGraph.Place, Wait> shared = new HashMap<>();
        Map<Integer, Wait> waits = new TreeMap<>();
        oldest.forEach((rank, found) -> {
            Wait alike = found.pointToPoint()
                    ? pointToPoint(rank, found)
                    : shared.computeIfAbsent(
                            new WaitGraph.Place(
                                    found.communicator(), found.call().sequence()),
                            place -> place.sequence() == 0
                                    ? Making.wait(rank, found, told, making(found.communicator(), oldest))
                                    : collective(
                                            rank,
                                            found,
                                            proven.computeIfAbsent(found.communicator(), Communicator::provenCalls)));
            waits.put(
                    rank,
                    new Wait(
                            rank,
                            found.communicator(),
                            found.call(),
                            found.pointToPoint(),
                            alike.absent(),
                            alike.unread()));
        });
        OpenReceives receives = new OpenReceives(job, told);
        // Of ranks that wait together, one tells for whom all do.
        Stream.concat(
                        shared.values().stream(),
                        List.copyOf(waits.values()).stream().filter(Wait::pointToPoint))
                .flatMap(wait -> wait.absent().stream())
                .filter(awaited -> !waits.containsKey(awaited))
                .distinct()
                .map(receives::of)
                .filter(Objects::nonNull)
                .forEach(wait -> waits.put(wait.rank(), wait));
        return waits;
    }

    private Map<Integer, OldestCall> oldest(Map<Communicator, Messages> messages) {
        Map<Integer, OldestCall> oldest = new TreeMap<>();
        for (Communicator communicator : job.communicators()) {
            long joinedByAll = joinedByAll(communicator);
            long settled = UNASKED;
            for (Membership member : communicator.memberships().values()) {
                boolean gone = gone(job.rank(member.rank()));
                settled = gone && settled == UNASKED ? settled(communicator, joinedByAll) : settled;
                OldestCall found =
                        OldestCall.of(communicator, member, joinedByAll, gone, settled, messages.get(communicator));
                found = found == null ? null : beforeStops(job.rank(member.rank()), found);
                if (found != null && waitsIn(member, found) && !outlived(communicator, member, found)) {
                    oldest.merge(member.rank(), found, OldestCall::older);
                }
            }
        }
        return oldest;
    }

    /** Whether the others' later calls prove that a rank's collective ended, though its trace was read too early to tell. */
    private boolean outlived(Communicator communicator, Membership member, OldestCall found) {
        long sequence = found.call().sequence();
        Rank rank = job.rank(member.rank());
        return !found.pointToPoint()
                && found.call().state() != CallState.FAILED
                && sequence > 0
                && sequence == member.collectives().lastSequence()
                && rank != null
                && rank.ending().isAlive()
                && sequence < proven.computeIfAbsent(communicator, Communicator::provenCalls)
                && communicator.memberships().values().stream()
                        .filter(other -> other.collectives().lastSequence() > sequence)
                        .anyMatch(other -> job.rank(other.rank()).lastAlive() > rank.lastAlive());
    }

    private static boolean gone(Rank rank) {
        return rank != null && rank.ending().hasEnded();
    }

    /**
     * Returns the last collective that somebody completed and all have made, as their records or that very end tell, and in
     * which nobody who is still there waits or failed: who is gone did not end in it, though nobody saw it complete there.
     */
    private long settled(Communicator communicator, long joinedByAll) {
        long settled = Math.max(completed(communicator, joinedByAll), communicator.provenCalls());
        for (Membership member : communicator.memberships().values()) {
            CallSequence calls = member.collectives();
            if (!gone(job.rank(member.rank()))) {
                for (int i = 0; i < calls.size() && calls.firstSequence() + i <= settled; i++) {
                    settled = OldestCall.unfinished(calls, i) ? calls.firstSequence() + i - 1 : settled;
                }
            }
        }
        return settled;
    }

    /** Returns the last collective up to one that anybody completed. */
    private static long completed(Communicator communicator, long last) {
        long completed = 0;
        for (Membership member : communicator.memberships().values()) {
            CallSequence calls = member.collectives();
            int i = (int) Math.min(calls.size() - 1L, last - calls.firstSequence());
            while (i >= 0 && calls.firstSequence() + i > completed && calls.state(i) != CallState.COMPLETED) {
                i--;
            }
            completed = i >= 0 ? Math.max(completed, calls.firstSequence() + i) : completed;
        }
        return completed;
    }

    private boolean waitsIn(Membership member, OldestCall found) {
        Rank rank = job.rank(member.rank());
        return !unobserved.contains(member.rank())
                && !left(rank, found)
                && !Making.left(job, member)
                && !beyond(rank, found);
    }

    private static long joinedByAll(Communicator communicator) {
        return communicator.memberships().size() < communicator.size()
                ? 0
                : communicator.memberships().values().stream()
                        .mapToLong(member -> member.collectives().lastSequence())
                        .min()
                        .orElse(0);
    }

    /** Whether a rank is known not to wait for a call that later ones have overtaken: it is gone, or in no library. */
    private boolean beyond(Rank rank, OldestCall found) {
        if (rank == null || !found.overtaken()) {
            return false;
        }
        if (gone(rank)) {
            return true;
        }
        List<ThreadSnapshot> looks = job.currentSnapshots(rank.number()).stream()
                .filter(thread -> thread.thread().equals(found.call().thread()))
                .toList();
        CallStack last = looks.isEmpty()
                ? CallStack.UNKNOWN
                : looks.get(looks.size() - 1).stack();
        return last.site() >= 0
                && last.frames().subList(0, last.innermost()).stream()
                        .allMatch(frame -> frame.type().startsWith("java."));
    }

    /** Whether the rank ended well although nobody saw its call end: it did not wait for it. */
    private static boolean left(Rank rank, OldestCall found) {
        return rank != null
                && found.call().state() != CallState.FAILED
                && (rank.ending().exitedNormally() || rank.ending().isStopped() && listens(found.call()));
    }

    /** Whether a call may be a listener's, such as of a server that serves until its program ends it: a receive beside the main thread. */
    private static boolean listens(Call call) {
        OperationTraits traits = call.signature().traits();
        return traits.pointToPoint()
                && traits.receives()
                && !call.thread().isEmpty()
                && !call.thread().equals("main");
    }

    private Wait pointToPoint(int rank, OldestCall found) {
        List<Integer> lacking = found.peer() < 0 ? List.of() : List.of(found.peer());
        boolean known = lacking.stream()
                .allMatch(peer -> told.contains(peer) && !lastSight.tooEarly(peer, found.communicator(), found.call()));
        return new Wait(
                rank,
                found.communicator(),
                found.call(),
                true,
                known ? lacking : List.of(),
                known ? List.of() : lacking);
    }

    /**
     * Returns what a rank that was stopped was in before: a call that lost a peer since another member of its communicator was stopped is one
     * in which it had waited.
     */
    private OldestCall beforeStops(Rank rank, OldestCall found) {
        Call call = found.call();
        boolean lost = rank != null
                && rank.ending().isStopped()
                && call.state() == CallState.FAILED
                && PeerLoss.anyOf(call.failure())
                && found.communicator().memberships().keySet().stream()
                        .map(job::rank)
                        .anyMatch(other -> other != null
                                && other.ending().isStopped()
                                && other.endTime() != Call.NO_TIME
                                && other.endTime() < call.completed());
        return lost ? found.with(call.beforeFailure()) : found;
    }

    /** Whether all that is known of a rank's call is that it made one, because its source breaks off before. */
    private boolean lost(Membership member, long sequence) {
        CallSequence calls = member.collectives();
        return !told.contains(member.rank())
                && sequence >= calls.firstSequence()
                && calls.signature((int) (sequence - calls.firstSequence())).equals(Signature.LOST);
    }

    private static Set<Integer> making(Communicator communicator, Map<Integer, OldestCall> oldest) {
        Set<Integer> there = new HashSet<>();
        oldest.forEach((rank, found) -> {
            if (found.communicator() == communicator && found.call().sequence() == 0) {
                there.add(rank);
            }
        });
        return there;
    }

    private Wait collective(int rank, OldestCall found, long proven) {
        List<Integer> absent = new ArrayList<>();
        Set<Integer> unread = new TreeSet<>();
        Map<Integer, Membership> memberships = found.communicator().memberships();
        for (Membership member : memberships.values()) {
            long last = member.collectives().lastSequence();
            if (last < found.call().sequence()) {
                boolean unknown = last < proven
                        || !told.contains(member.rank())
                        || lastSight.tooEarly(member.rank(), found.communicator(), found.call());
                (unknown ? unread : absent).add(member.rank());
            } else if (lost(member, found.call().sequence())) {
                unread.add(member.rank());
            }
        }
        for (int member : found.communicator().members()) {
            if (member >= 0 && !memberships.containsKey(member)) {
                unread.add(member);
            }
        }
        return new Wait(rank, found.communicator(), found.call(), false, absent, List.copyOf(unread));
    }
}
