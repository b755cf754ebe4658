package dev.rollcall.trace;

import java.util.List;

/**
 * An entry of the communicator table: one communicator, for one of this process's ranks. A decoded copy, as of the
 * moment of reading. Times are nanoseconds of the
 * monotonic clock, 0 for what has not happened.
 *
 * @param index the number by which calls refer to it, from 1
 * @param phase how far the process is in the communicator's life
 * @param identity equal on all its ranks, different between communicators; empty where unknown
 * @param name the name that reports print; empty where unknown
 * @param library the library it belongs to; empty where unknown
 * @param size number of its ranks; -1 where unknown
 * @param rank this process's rank in it; -1 where unknown
 * @param globalRank the global rank that this entry belongs to; -1 where unknown
 * @param device ordinal of its device; -1 where unknown
 * @param handle the library's own handle or address; 0 where unknown
 * @param creationTime when the creation call started
 * @param creationEnded when the creation call returned or failed
 * @param left when the process left it
 * @param members global ranks by rank in it, -1 for an unknown one; empty where none is known
 * @param parent index of the communicator that it was split from; 0 for none
 * @param splitOrdinal ordinal among the parent's splits, from 1; 0 for none
 * @param splitColour colour given to the split; -1 for none
 * @param creationStack heap id of the stack of the creation call; 0 where unknown
 * @param creationThread heap id of the name of the thread that made the creation call; 0 where unknown
 * @param failure text of the error of the creation call; empty if it did not fail
 * @param collectives its lane of collectives
 * @param pointToPoint its lane of sends and receives
 */
public record CommunicatorEntry(
        int index,
        CommunicatorPhase phase,
        String identity,
        String name,
        String library,
        int size,
        int rank,
        int globalRank,
        int device,
        long handle,
        long creationTime,
        long creationEnded,
        long left,
        List<Long> members,
        int parent,
        int splitOrdinal,
        int splitColour,
        int creationStack,
        int creationThread,
        String failure,
        LaneSummary collectives,
        LaneSummary pointToPoint) {

    public CommunicatorEntry {
        members = List.copyOf(members);
    }
}
