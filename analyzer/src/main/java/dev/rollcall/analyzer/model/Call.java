package dev.rollcall.analyzer.model;

/**
 * One call as one rank made it.
 *
 * <p>Times are nanoseconds since the epoch by the rank's host's clock, {@link #NO_TIME} where unknown.
 *
 * @param sequence the ordinal among the rank's calls of this kind on the communicator, from 1
 * @param signature what the call asks for
 * @param function the library's own name of what was called; empty where unknown
 * @param state how far it got
 * @param enqueued when it was issued
 * @param started when it began
 * @param completed when it ended, well or in an error
 * @param stack where it was issued
 * @param thread the thread that issued it; empty where unknown
 * @param failure the error's text; empty unless the state is {@link CallState#FAILED}
 */
public record Call(
        long sequence,
        Signature signature,
        String function,
        CallState state,
        long enqueued,
        long started,
        long completed,
        CallStack stack,
        String thread,
        String failure) {

    /** A time that is not known. */
    public static final long NO_TIME = Long.MIN_VALUE;

    /** As a record's own; see {@link StackFrame#equals}. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Call that
                && sequence == that.sequence
                && state == that.state
                && enqueued == that.enqueued
                && started == that.started
                && completed == that.completed
                && signature.equals(that.signature)
                && function.equals(that.function)
                && thread.equals(that.thread)
                && failure.equals(that.failure)
                && stack.equals(that.stack);
    }

    @Override
    public int hashCode() {
        int hash = 31 * Long.hashCode(sequence) + signature.hashCode();
        return 31 * (31 * hash + Long.hashCode(enqueued)) + stack.hashCode();
    }

    /** Returns the same call in another state. */
    public Call in(CallState other) {
        return new Call(sequence, signature, function, other, enqueued, started, completed, stack, thread, failure);
    }
}
