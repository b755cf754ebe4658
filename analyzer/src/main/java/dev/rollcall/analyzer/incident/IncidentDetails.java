package dev.rollcall.analyzer.incident;

import dev.rollcall.analyzer.align.CallDifference;
import dev.rollcall.analyzer.align.CompletionLag;
import dev.rollcall.analyzer.align.StrayCall;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CopyTally;
import dev.rollcall.analyzer.model.DeviceFault;
import dev.rollcall.analyzer.model.HeldBuffers;
import dev.rollcall.analyzer.model.MisplacedArgument;
import dev.rollcall.analyzer.model.ResultComparison.DifferingResult;
import dev.rollcall.analyzer.model.RetainedMemory.Exhaustion;
import dev.rollcall.analyzer.verdict.Evidence;
import dev.rollcall.analyzer.wait.Gathering;
import dev.rollcall.analyzer.wait.StackClass;
import dev.rollcall.analyzer.wait.UnequalMessage;
import dev.rollcall.analyzer.wait.UnmatchedMessage;
import dev.rollcall.analyzer.wait.Wait;
import java.util.List;
import java.util.Map;

/** What reports show of an incident, beside its ranks. Which of them an incident has follows from its kind. */
public sealed interface IncidentDetails {

    /**
     * Returns those of some gatherings that wait because of this incident and need no other explanation. A cycle explains none:
     * ranks outside it may lack the same calls.
     */
    default List<Gathering> explained(List<Gathering> gatherings) {
        return List.of();
    }

    /**
     * Ranks called different things.
     *
     * @param difference the first place where they did
     * @param interpretation its cause, and how far the evidence proves it
     */
    record DifferentCalls(CallDifference difference, Interpretation interpretation) implements IncidentDetails {}

    /**
     * Ranks wait in one call.
     *
     * @param gathering those that wait
     */
    record CommonCall(Gathering gathering) implements IncidentDetails {
        @Override
        public List<Gathering> explained(List<Gathering> gatherings) {
            return List.of(gathering);
        }
    }

    /**
     * Ranks wait in calls of which no source shows whom they wait for: in groups of unknown members, or for unknown peers.
     *
     * @param gatherings the calls, each with the ranks that wait in it
     */
    record OpenWaits(List<Gathering> gatherings) implements IncidentDetails {
        /** Makes the details of at least one call. */
        public OpenWaits {
            gatherings = List.copyOf(gatherings);
        }

        /** Returns the ranks that wait, ascending. */
        public List<Integer> ranks() {
            return gatherings.stream()
                    .flatMap(gathering -> gathering.ranks().stream())
                    .distinct()
                    .sorted()
                    .toList();
        }
    }

    /**
     * A send or receive lacks its other half.
     *
     * @param fault the half, its peer, and what shows which end is wrong
     * @param peerWait what the peer waits in; null where it waits in nothing
     * @param stray the half that the peer made with another rank instead; null for none
     * @param tag the tag under which the peer made its half; -1 where it did not
     */
    record Message(UnmatchedMessage fault, Wait peerWait, Call stray, int tag) implements IncidentDetails {
        @Override
        public List<Gathering> explained(List<Gathering> gatherings) {
            return gatherings.stream()
                    .filter(gathering -> gathering.first().equals(fault.half()))
                    .toList();
        }
    }

    /**
     * A send and its receive have different sizes.
     *
     * @param message both
     */
    record MessageSizes(UnequalMessage message) implements IncidentDetails {}

    /**
     * A call is pending on some ranks and completed on others.
     *
     * @param lag the first rank's
     * @param all those of all these ranks, in every call
     */
    record Lag(CompletionLag lag, List<CompletionLag> all) implements IncidentDetails {
        @Override
        public List<Gathering> explained(List<Gathering> gatherings) {
            return gatherings.stream()
                    .filter(gathering -> gathering.first().absent().isEmpty()
                            && all.stream()
                                    .anyMatch(each -> gathering.first().communicator() == each.communicator()
                                            && gathering.first().call().sequence()
                                                    == each.call().sequence()))
                    .toList();
        }
    }

    /**
     * Ranks wait for each other.
     *
     * @param waits what each waits in, by rank
     * @param gatherings the calls in which they wait
     * @param left where one of them diverged; null where its history does not show it
     * @param missed where the others wait for the one that diverged; null where {@code left} is null, or they do not
     */
    record WaitCycle(List<Wait> waits, List<Gathering> gatherings, StrayCall left, Wait missed)
            implements IncidentDetails {}

    /**
     * Ranks create a communicator in separate places.
     *
     * @param sides those that create it together, the largest side first
     */
    record Creations(List<Gathering> sides) implements IncidentDetails {
        @Override
        public List<Gathering> explained(List<Gathering> gatherings) {
            return sides;
        }
    }

    /**
     * The sizes that ranks gave to an all_to_all.
     *
     * @param calls by global rank
     */
    record Exchange(Map<Integer, Call> calls) implements IncidentDetails {}

    /**
     * Where the stacks of ranks are, in a job of which no call is known.
     *
     * @param classes the ranks by the place of their stacks, the largest class first
     * @param waiting the class in which most ranks of the job wait; null for none
     * @param missing the ranks without a stack, ascending
     */
    record Positions(List<StackClass> classes, StackClass waiting, List<Integer> missing) implements IncidentDetails {}

    /**
     * Copies from one device to another.
     *
     * @param copies what became of them
     * @param throughHost what became of those that took the way through the host's memory; null without any
     * @param host the host, where the job has several; else empty
     * @param first the first bad one
     * @param numbered whether the ranks of the host number its devices in one way, so that a number names a device
     */
    record Copies(CopyTally copies, CopyTally throughHost, String host, Evidence first, boolean numbered)
            implements IncidentDetails {}

    /**
     * What was on another device than it should have been.
     *
     * @param byRank the first of each rank, by rank
     */
    record Misplaced(Map<Integer, MisplacedArgument> byRank) implements IncidentDetails {}

    /**
     * An error of devices.
     *
     * @param rank the rank that met it first
     * @param fault that rank's
     */
    record Faults(int rank, DeviceFault fault) implements IncidentDetails {}

    /**
     * A device on which several ranks create one communicator.
     *
     * @param id its UUID
     * @param device its ordinal in the process of the first of them
     */
    record SharedDevice(String id, int device) implements IncidentDetails {}

    /**
     * Buffers that stay allocated.
     *
     * @param buffers those of the rank that holds the most
     * @param rank that rank
     * @param exhaustion the allocation that failed there because of them; null where none did
     */
    record Buffers(HeldBuffers buffers, int rank, Exhaustion exhaustion) implements IncidentDetails {}

    /**
     * Different results of one call.
     *
     * @param result the call's results
     * @param calls the call by global rank
     * @param compared how many results of the communicator were compared
     * @param differing how many of them differ
     */
    record Results(DifferingResult result, Map<Integer, Call> calls, int compared, int differing)
            implements IncidentDetails {}

    /**
     * A rank that is late.
     *
     * @param late in how many calls
     * @param of of how many
     * @param usual by how many nanoseconds, the median
     * @param last the last of them
     */
    record LateCalls(int late, int of, long usual, Call last) implements IncidentDetails {}
}
