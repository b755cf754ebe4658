package dev.rollcall.trace;

/**
 * A turn in a communicator's life.
 *
 * @param time when, nanoseconds by the monotonic clock
 * @param phase what happened
 * @param communicator number of its entry, from 1; 0 where it has none (yet)
 * @param parent number of the communicator that was split; 0 for none
 * @param size how many ranks it has; -1 where unknown
 * @param rank this process's rank in it; -1 where unknown
 * @param splitColour colour given to the split; -1 for none
 * @param splitKey key given to the split; -1 for none
 * @param splitOrdinal ordinal among the parent's splits, from 1; 0 for none
 * @param identity id of the identity in the heap; 0 where unknown
 * @param name id of the name in the heap; 0 where unknown
 * @param stack id of the stack in the heap; 0 where unknown
 * @param thread id of the thread's name in the heap; 0 where unknown
 * @param function id of the library's function in the heap; 0 where unknown
 * @param text id of the error's text if it failed; otherwise 0
 */
public record CommunicatorEvent(
        long time,
        CommunicatorPhase phase,
        int communicator,
        int parent,
        int size,
        int rank,
        int splitColour,
        int splitKey,
        int splitOrdinal,
        int identity,
        int name,
        int stack,
        int thread,
        int function,
        int text)
        implements Event {
    @Override
    public EventTag tag() {
        return EventTag.COMMUNICATOR;
    }
}
