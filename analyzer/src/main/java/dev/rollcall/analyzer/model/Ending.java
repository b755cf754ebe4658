package dev.rollcall.analyzer.model;

/**
 * How a process ended, or that it did not. Immutable.
 *
 * @param kind how it ended
 * @param exitCode the exit code of kinds {@link Kind#EXITED} and {@link Kind#STOPPED}; -1 where unknown and for other kinds
 * @param reason why it ended: the exception's class and message, such as {@code FloatingPointException "loss is NaN"}, why the
 *     recording stopped ({@link Kind#UNOBSERVED}), why lines are missing ({@link Kind#FILTERED}), what it did not answer ({@link Kind#UNRESPONSIVE}), the
 *     {@linkplain #printedException() exception} that it printed last ({@link Kind#UNKNOWN}), or the signal, see {@link #signal};
 *     empty if none
 * @param thread the thread that ended it; empty where unknown
 * @param stack the stack at the end
 * @param time when it ended, nanoseconds since the epoch; {@link Call#NO_TIME} where unknown
 */
public record Ending(Kind kind, int exitCode, String reason, String thread, CallStack stack, long time) {
    public Ending {
        reason = BoundedText.of(reason);
        thread = BoundedText.of(thread);
    }

    /** How a process ended. */
    public enum Kind {
        /** It was alive when its trace was read, or when the whole job ended, by a signal perhaps. */
        ALIVE,
        /**
         * A thread of its own that is not the main one and makes no calls, such as a watchdog or a timer, ended it with exit code 0. That
         * says nothing of the program's calls, so it counts as alive until then.
         */
        STOPPED,
        /** It exited otherwise, and recorded that. */
        EXITED,
        /** An uncaught exception ended a thread; the process may live on. */
        UNCAUGHT_EXCEPTION,
        /** It was killed, or aborted, while the job went on: without a record, or by a signal that it recorded. */
        DIED,
        /** Its recording stopped while it went on, so that how it ended is not known. */
        UNOBSERVED,
        /** A log collector left out some of what it may have written, so that its silence proves nothing. */
        FILTERED,
        /** It did not answer a question that a running process answers, so that how it ended, or whether, is not known. */
        UNRESPONSIVE,
        /** The source does not say. */
        UNKNOWN
    }

    /** The ending of a process that was alive when its trace was read, or when the whole job ended. */
    public static final Ending ALIVE = new Ending(Kind.ALIVE, -1, "", "", CallStack.UNKNOWN, Call.NO_TIME);

    /** The ending of a process whose source does not say how it ended. */
    public static final Ending UNKNOWN = new Ending(Kind.UNKNOWN, -1, "", "", CallStack.UNKNOWN, Call.NO_TIME);

    /** Returns the ending of a process whose recording stopped, with the reason in a few words. */
    public static Ending unobserved(String reason) {
        return new Ending(Kind.UNOBSERVED, -1, reason, "", CallStack.UNKNOWN, Call.NO_TIME);
    }

    /** Returns the ending of a process of which lines are left out, with the reason in a few words that can follow its rank. */
    public static Ending filtered(String reason) {
        return new Ending(Kind.FILTERED, -1, reason, "", CallStack.UNKNOWN, Call.NO_TIME);
    }

    /** Returns the ending of a process that gave no answer, with the reason in a few words. */
    public static Ending unresponsive(String reason) {
        return new Ending(Kind.UNRESPONSIVE, -1, reason, "", CallStack.UNKNOWN, Call.NO_TIME);
    }

    /**
     * Returns the ending of a process whose source does not say how it ended, and that printed an exception, which it may have caught.
     *
     * @param exception its class and message
     * @param stack where it was raised
     */
    public static Ending unknownAfter(String exception, CallStack stack) {
        return new Ending(Kind.UNKNOWN, -1, exception, "", stack, Call.NO_TIME);
    }

    /**
     * Returns the ending of a process that a signal asked to end.
     *
     * @param signal the signal's name, such as {@code SIGTERM}
     * @param thread the thread that handled it
     * @param time when it came, nanoseconds since the epoch
     */
    public static Ending signalled(String signal, String thread, long time) {
        return new Ending(Kind.DIED, -1, signal, thread, CallStack.UNKNOWN, time);
    }

    /**
     * Returns the ending of a process that a thread without calls ended with exit code 0.
     *
     * @param thread the thread that ended it
     * @param stack where it did
     * @param time when it did, nanoseconds since the epoch
     */
    public static Ending stopped(String thread, CallStack stack, long time) {
        return new Ending(Kind.STOPPED, 0, "", thread, stack, time);
    }

    /** Returns this ending of a process that was alive until the same signal ended the whole job. */
    public Ending withTheJob() {
        return new Ending(Kind.ALIVE, -1, signal(), thread, stack, time);
    }

    /** Returns this ending with another stack. */
    public Ending with(CallStack other) {
        return new Ending(kind, exitCode, reason, thread, other, time);
    }

    /** Returns this ending without its time, for sources whose clocks are not comparable. */
    public Ending withoutTime() {
        return new Ending(kind, exitCode, reason, thread, stack, Call.NO_TIME);
    }

    /**
     * Returns the signal that ended the process or, if it {@linkplain Kind#ALIVE was alive until then}, the whole job, such as
     * {@code SIGTERM}; empty for other endings, and where none was recorded, as for {@code SIGKILL}.
     */
    public String signal() {
        return kind == Kind.DIED || kind == Kind.ALIVE ? reason : "";
    }

    /** Returns whether the process was alive when its trace was read, or when a signal ended the whole job. */
    public boolean isAlive() {
        return kind == Kind.ALIVE;
    }

    /** Returns whether a thread of its own that makes no calls ended the process with exit code 0; until then it was alive. */
    public boolean isStopped() {
        return kind == Kind.STOPPED;
    }

    /** Returns whether the process, or the thread that makes its calls, has ended, so that it makes no more calls. */
    public boolean hasEnded() {
        return kind == Kind.EXITED || kind == Kind.UNCAUGHT_EXCEPTION || kind == Kind.DIED;
    }

    /** Returns whether the process exited with code 0, as its program's course leads to. */
    public boolean exitedNormally() {
        return kind == Kind.EXITED && exitCode == 0;
    }

    /** Returns whether the process died, threw or exited with an error code. */
    public boolean failed() {
        return kind == Kind.EXITED ? exitCode > 0 : hasEnded();
    }

    /** Returns whether nothing is known of the process after its last recorded call. */
    public boolean isUnobserved() {
        return kind == Kind.UNOBSERVED || kind == Kind.UNRESPONSIVE || kind == Kind.FILTERED;
    }

    /** Returns whether the silence of the process proves nothing, because a log collector leaves lines out. */
    public boolean isFiltered() {
        return kind == Kind.FILTERED;
    }

    /** Returns whether the process did not answer. */
    public boolean isUnresponsive() {
        return kind == Kind.UNRESPONSIVE;
    }

    /** Returns the last exception that the process printed, if nothing shows whether it ended the process; empty otherwise. */
    public String printedException() {
        return kind == Kind.UNKNOWN ? reason : "";
    }

    /** Returns whether the source does not say how the process ended. */
    public boolean isUnknown() {
        return kind == Kind.UNKNOWN;
    }
}
