package dev.rollcall.trace;

/**
 * How the process, or one thread of it, ended.
 *
 * @param time when, nanoseconds by the monotonic clock
 * @param kind how
 * @param hasExitCode whether the exit code is known
 * @param exitCode the exit code; 0 where unknown
 * @param exception id of the exception's class in the heap; 0 for none
 * @param text id of the exception's message in the heap; 0 for none
 * @param thread id of the thread's name in the heap; 0 where unknown
 * @param stack id of the exception's stack, or of where exit was called; 0 where unknown
 */
public record EndEvent(
        long time, EndKind kind, boolean hasExitCode, int exitCode, int exception, int text, int thread, int stack)
        implements Event {
    @Override
    public EventTag tag() {
        return EventTag.END;
    }
}
