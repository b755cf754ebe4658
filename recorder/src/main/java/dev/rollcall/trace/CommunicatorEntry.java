package dev.rollcall.trace;

import java.util.List;

/**
 * An entry of the communicator table: one communicator, for one of this process's ranks. Times are nanoseconds by the
 * monotonic clock, 0 where it did not happen.
 *
 * @param index the number by which calls refer to it, from 1
 * @param phase how far the process got in its life
 * @param identity equal on all its ranks, different between communicators; empty where unknown
 * @param name what reports call it; empty where unknown
 * @param library the library it belongs to; empty where unknown
 * @param size how many ranks it has; -1 where unknown
 * @param rank this process's rank in it; -1 where unknown
 * @param globalRank the global rank this entry speaks for; -1 where unknown
 * @param device ordinal of its device; -1 where unknown
 * @param handle the library's own handle or address; 0 where unknown
 * @param creationTime when the process began to join
 * @param joined when it had joined, or failed to
 * @param left when it left
 * @param members global ranks by rank in it, -1 for one that is not known; empty where none is known
 * @param parent index of the communicator it was split from; 0 for none
 * @param splitOrdinal ordinal among the parent's splits, from 1; 0 for none
 * @param splitColour colour given to the split; -1 for none
 * @param creationStack id of the stack it was made at; 0 where unknown
 * @param creationThread id of the name of the thread that made it; 0 where unknown
 * @param failure text of the error that joining ended in; empty if it did not
 * @param collectives its collectives
 * @param pointToPoint its sends and receives
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
        long joined,
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
