package dev.rollcall.analyzer.incident;

import dev.rollcall.analyzer.incident.Fact.Aspect;
import java.util.EnumSet;
import java.util.Set;

/** The kinds of incidents, with the aspects that a decision about each needs. */
public enum IncidentKind {
    /** Ranks of one communicator called different things in one place. */
    DIVERGENT_CALL(Aspect.BLAME),
    /** Ranks of one communicator made the same calls in different orders. */
    SWAPPED_CALLS(Aspect.BLAME),
    /** All ranks of an all_to_all together send another number of elements than they receive. */
    UNBALANCED_EXCHANGE(Aspect.BLAME),
    /** A send or receive whose peer went on without the other half. */
    UNMATCHED_MESSAGE(Aspect.BLAME),
    /** A send and its receive have different sizes. */
    UNEQUAL_MESSAGE(Aspect.BLAME),
    /** Each rank waits for the next in a ring of sends and receives. */
    MESSAGE_RING(Aspect.BLAME),
    /** Ranks wait for each other across communicators. */
    CYCLE(Aspect.BLAME),
    /** Ranks lack a collective in which others wait, and wait for nobody themselves. */
    ABSENCE(Aspect.PRESENCE, Aspect.COUNT, Aspect.HISTORY, Aspect.CLOCK),
    /** Ranks lack the creation of a communicator in which others wait, and wait for nobody themselves. */
    ABSENCE_FROM_CREATION(Aspect.PRESENCE, Aspect.COUNT, Aspect.CLOCK),
    /** A rank waits in a send or receive for its peer, which waits for nobody and has not gone on to other calls. */
    ABSENCE_FROM_MESSAGE(Aspect.PRESENCE, Aspect.DEBT, Aspect.CLOCK),
    /** The creation of a communicator failed on some ranks by a fault of their own. */
    FAILED_CREATION,
    /** Ranks create one communicator in separate groups. */
    SEPARATE_CREATIONS(Aspect.BLAME),
    /** All joined a call, and one of them died in it or failed by itself. */
    DEATH_IN_CALL,
    /** All joined a call, and the devices of a few have not begun it. */
    LAGGING_DEVICE(Aspect.CLOCK),
    /** All joined a call, and the library has not returned from it on a few ranks. */
    UNFINISHED_LAUNCH(Aspect.CLOCK),
    /** A call is pending on ranks and completed on their peers. */
    LAGGING_COMPLETION(Aspect.COUNT, Aspect.CLOCK),
    /** Every member joined a call with equal arguments, and it does not complete. */
    JOINED_CALL(Aspect.CLOCK),
    /** Calls failed, and nothing shows which rank failed first. */
    BROKEN_CALL,
    /** Nothing shows whether some members of a call made it. */
    UNREAD_MEMBERS(Aspect.COUNT, Aspect.CLOCK),
    /** Ranks wait in a call, and nothing shows why it does not complete. */
    UNEXPLAINED_WAIT(Aspect.CLOCK),
    /** No source shows a call, and stacks show where the ranks are. */
    STACKS_ALONE(Aspect.BLAME),
    /** Ranks gave an operation memory or a stream of another device. */
    MISPLACED_ARGUMENT(Aspect.HARM),
    /** Copies between GPUs arrived wrong. */
    BAD_COPY,
    /** Ranks made a call with equal arguments and received different results. */
    WRONG_RESULT(Aspect.BLAME),
    /** Devices met errors that lasted. */
    DEVICE_FAULT(Aspect.ORIGIN),
    /** Ranks create a communicator on one device. */
    SHARED_DEVICE,
    /** Buffers of collectives stay allocated step after step. */
    RETAINED_BUFFERS(Aspect.MEMORY),
    /** One rank is late in nearly every step. */
    LATENESS,
    /** Calls are pending, and the job has no other incident. */
    PENDING_CALLS(Aspect.CLOCK),
    /** No call is pending, and the job has no other incident. */
    NO_PENDING_CALL(Aspect.RECORD);

    private final Set<Aspect> aspects;

    IncidentKind(Aspect... aspects) {
        this.aspects = Set.copyOf(Set.of(aspects));
    }

    /** Returns the aspects of which an incident of this kind has one fact each. */
    public Set<Aspect> aspects() {
        return aspects.isEmpty() ? EnumSet.noneOf(Aspect.class) : EnumSet.copyOf(aspects);
    }

    /** Returns whether ranks lack a call in which others wait. */
    public boolean isAbsence() {
        return aspects.contains(Aspect.PRESENCE);
    }
}
