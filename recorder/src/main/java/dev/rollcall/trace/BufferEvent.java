package dev.rollcall.trace;

/**
 * A buffer that a collective used, or its release.
 *
 * @param time when, nanoseconds by the monotonic clock
 * @param use what happened to it
 * @param address where it begins
 * @param bytes its length
 * @param device ordinal of its device; -1 for the host
 * @param call position of the call that used it, in the ring of calls; -1 for none
 * @param communicator number of that call's communicator; 0 for none
 * @param stack id of the stack in the heap; 0 where unknown
 * @param thread id of the thread's name in the heap; 0 where unknown
 */
public record BufferEvent(
        long time,
        BufferUse use,
        long address,
        long bytes,
        int device,
        long call,
        int communicator,
        int stack,
        int thread)
        implements Event {
    @Override
    public EventTag tag() {
        return EventTag.BUFFER;
    }
}
