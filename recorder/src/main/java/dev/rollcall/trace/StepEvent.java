package dev.rollcall.trace;

/**
 * A user's mark of a step.
 *
 * @param time when, nanoseconds by the monotonic clock
 * @param number number of the step
 * @param name id of a name in the heap; 0 for none
 * @param thread id of the thread's name in the heap; 0 where unknown
 */
public record StepEvent(long time, long number, int name, int thread) implements Event {
    @Override
    public EventTag tag() {
        return EventTag.STEP;
    }
}
