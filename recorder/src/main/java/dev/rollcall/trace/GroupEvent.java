package dev.rollcall.trace;

/**
 * The start or the end of a group of calls that are issued together.
 *
 * @param end whether it is the end
 * @param time when, nanoseconds by the monotonic clock
 * @param group number of the group, as its calls name it
 * @param calls how many calls it has; 0 at its start
 * @param stack id of the stack in the heap; 0 where unknown
 * @param thread id of the thread's name in the heap; 0 where unknown
 * @param function id of the library's function in the heap; 0 where unknown
 * @param text id of the error's text if the end failed; otherwise 0
 */
public record GroupEvent(boolean end, long time, int group, int calls, int stack, int thread, int function, int text)
        implements Event {
    @Override
    public EventTag tag() {
        return end ? EventTag.GROUP_END : EventTag.GROUP_START;
    }
}
