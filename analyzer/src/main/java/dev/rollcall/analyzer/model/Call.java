package dev.rollcall.analyzer.model;

/**
 * One operation issued by one rank on one communicator. Immutable.
 *
 * <p>Times are nanoseconds since the epoch by the clock of the rank's host, {@link #NO_TIME} where unknown.
 *
 * @param sequence the sequence number, from 1; collectives are numbered apart from sends and receives
 * @param signature what must agree between the ranks of the call
 * @param function the library's name of the method or function; empty where unknown
 * @param state how far the call got
 * @param enqueued when it was issued
 * @param started when it began
 * @param completed when it completed or failed
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
    public Call {
        function = BoundedText.of(function);
        thread = BoundedText.of(thread);
        failure = BoundedText.of(failure);
    }

    /** A time that is not known. */
    public static final long NO_TIME = Long.MIN_VALUE;

    /** Same result as the generated method; see {@link StackFrame#equals}. */
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

    /** Returns the same call with another stack. */
    public Call with(CallStack other) {
        return new Call(sequence, signature, function, state, enqueued, started, completed, other, thread, failure);
    }

    /** Returns the same call as it was before it failed. */
    public Call beforeFailure() {
        return new Call(
                sequence, signature, function, CallState.STARTED, enqueued, started, NO_TIME, stack, thread, "");
    }

    /** Returns the same call in another state. */
    public Call in(CallState other) {
        return new Call(sequence, signature, function, other, enqueued, started, completed, stack, thread, failure);
    }
}
