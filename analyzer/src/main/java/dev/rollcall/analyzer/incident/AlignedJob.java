package dev.rollcall.analyzer.incident;

import dev.rollcall.analyzer.align.Alignment;
import dev.rollcall.analyzer.align.CallDifference;
import dev.rollcall.analyzer.align.DivergenceFinder;
import dev.rollcall.analyzer.align.Predictability;
import dev.rollcall.analyzer.align.SignatureMatcher;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CodeStructure;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.wait.Gathering;
import dev.rollcall.analyzer.wait.Pace;
import dev.rollcall.analyzer.wait.StackPosition;
import dev.rollcall.analyzer.wait.Wait;
import dev.rollcall.analyzer.wait.WaitGraph;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A job with its calls aligned and its waits found: what incidents are built from.
 *
 * @param job the job
 * @param alignments one for each communicator, in the job's order
 * @param byCommunicator the same by communicator, which is compared by identity
 * @param waits who waits for whom
 * @param pace how long a wait is normal
 * @param divergences compares a rank with its own history and with its peers
 * @param code what the application's code says
 */
public record AlignedJob(
        Job job,
        List<Alignment> alignments,
        Map<Communicator, Alignment> byCommunicator,
        WaitGraph waits,
        Pace pace,
        DivergenceFinder divergences,
        CodeStructure code) {

    public AlignedJob {
        alignments = List.copyOf(alignments);
        byCommunicator = Collections.unmodifiableMap(byCommunicator);
    }

    /** Aligns a job. */
    public static AlignedJob of(Job job, CodeStructure code) {
        SignatureMatcher matcher = new SignatureMatcher(job.signatures());
        Set<Integer> unobserved = job.unobserved();
        DivergenceFinder divergences = new DivergenceFinder(job);
        List<Alignment> alignments = new ArrayList<>();
        Map<Communicator, Alignment> byCommunicator = new IdentityHashMap<>();
        for (Communicator communicator : job.communicators()) {
            Alignment alignment = Alignment.of(communicator, matcher, unobserved, code, divergences);
            alignments.add(alignment);
            byCommunicator.put(communicator, alignment);
        }
        return new AlignedJob(job, alignments, byCommunicator, WaitGraph.of(job), new Pace(job), divergences, code);
    }

    /** Returns the first place at which each group of ranks leaves the consensus of its communicator. */
    List<CallDifference> differences() {
        return alignments.stream()
                .flatMap(alignment -> alignment.differences().stream())
                .toList();
    }

    /** Returns the alignment of a communicator of the job. */
    Alignment alignment(Communicator communicator) {
        return byCommunicator.get(communicator);
    }

    /** Returns how the call in which a rank waits follows from the rank's calls before. */
    Predictability predictability(Wait wait) {
        Alignment alignment = wait.joining() ? null : alignment(wait.communicator());
        return alignment == null
                ? Predictability.NEW
                : alignment.predictability(wait.rank(), wait.call().sequence());
    }

    /** Returns the waits of the ranks in one call, by rank. */
    public List<Wait> waitsOf(Gathering gathering) {
        Map<Integer, Wait> all = waits.waits();
        return gathering.ranks().stream().map(all::get).toList();
    }

    /** Returns the wait of a rank; null where it waits for nothing. */
    public Wait waitOf(int rank) {
        return waits.waits().get(rank);
    }

    /** Returns where the threads of a rank are according to its stacks; null where no stack is new enough. */
    public StackPosition position(int rank) {
        return StackPosition.of(job.currentSnapshots(rank));
    }

    /**
     * Returns whether a rank that lacks a call may wait for a peer in a call of another communicator. Its source must only count
     * calls, so that it does not show which ones are pending. Then a stack in a wait shows that it may; without a stack, a peer that
     * does not answer.
     */
    boolean mayWaitElsewhere(int rank, Gathering gathering) {
        Membership member = gathering.first().communicator().memberships().get(rank);
        if (member == null || !member.collectives().numberedUncertainly()) {
            return false;
        }
        StackPosition position = position(rank);
        return (position == null || position.waits())
                && job.communicators().stream()
                        .map(Communicator::memberships)
                        .filter(members -> members.containsKey(rank))
                        .flatMap(members -> members.keySet().stream())
                        .filter(peer -> peer != rank && !gathering.ranks().contains(peer))
                        .anyMatch(peer ->
                                position != null || job.rank(peer).ending().isUnresponsive());
    }

    /** Returns whether the stack of a rank shows that it waits neither for other ranks nor for its device. */
    boolean isOutside(int rank) {
        StackPosition position = position(rank);
        return position != null && position.kind() == StackPosition.Kind.ELSEWHERE;
    }

    /** Returns whether a source that counts calls when the library returns leaves open that a rank is inside of a call. */
    boolean mayHaveMade(int rank, Wait wait) {
        Membership member = wait.communicator().memberships().get(rank);
        return !wait.pointToPoint()
                && member != null
                && member.collectives().mayHaveMade(wait.call().sequence());
    }

    /**
     * Returns the ranks to ask about a call in which others wait, of those for which no source shows it, by their stacks: the ones
     * outside of a wait; else the ones without a stack; else the ones in a wait in which no rank of the call is.
     */
    List<Integer> narrowed(Collection<Integer> ranks, Gathering gathering) {
        List<Integer> outside = ranks.stream().filter(this::isOutside).toList();
        if (!outside.isEmpty()) {
            return outside;
        }
        List<Integer> unseen = ranks.stream()
                .filter(rank -> position(rank) == null || !position(rank).waits())
                .toList();
        return unseen.isEmpty()
                ? ranks.stream().filter(rank -> !standsWith(rank, gathering)).toList()
                : unseen;
    }

    /**
     * Returns the ranks to ask about a call in which others wait, of those that lack it. All that are known to lack it; where
     * counters leave it open, the ones outside of a wait, else the ones that do not stand where the ranks of the call do.
     */
    List<Integer> inQuestion(List<Integer> absent, Gathering gathering) {
        Wait wait = gathering.first();
        if (!absent.stream().allMatch(rank -> mayHaveMade(rank, wait))) {
            return absent;
        }
        List<Integer> outside = absent.stream().filter(this::isOutside).toList();
        List<Integer> apart =
                absent.stream().filter(rank -> !standsWith(rank, gathering)).toList();
        return !outside.isEmpty() ? outside : !apart.isEmpty() ? apart : absent;
    }

    /** Returns whether the stacks show a rank in the same wait as a rank of a call. */
    private boolean standsWith(int rank, Gathering gathering) {
        StackPosition position = position(rank);
        return position != null
                && position.waits()
                && gathering.ranks().stream().map(this::position).anyMatch(position::isSamePlace);
    }

    /** Returns the longest time that any of some ranks has waited, in nanoseconds; {@link Call#NO_TIME} where unknown. */
    public long longestWait(List<Integer> ranks) {
        return ranks.stream()
                .map(this::waitOf)
                .filter(wait -> wait != null)
                .mapToLong(pace::age)
                .max()
                .orElse(Call.NO_TIME);
    }

    /** Returns whether a communicator has members that no source names. */
    public boolean membersUnknown(Communicator communicator) {
        int size = communicator.size() < 0 ? job.coverage().expected() : communicator.size();
        return size < 0 || communicator.memberships().size() < size || mayHaveMoreRanks(communicator);
    }

    /** Returns whether a communicator has all ranks, and the job may have more of them than any source shows. */
    public boolean mayHaveMoreRanks(Communicator communicator) {
        return job.coverage().lowerBound()
                && communicator.size() == job.coverage().expected();
    }
}
