package dev.rollcall.agent;

/**
 * The hooks that could not record because the thread's stack or the Java heap was exhausted. A missed call still takes its
 * sequence number, or this rank's later calls would be compared with other ranks' earlier ones; {@link MissedCalls} assigns it
 * before the next call takes its own.
 *
 * <p>Where there is no stack even to start a hook, the wrapper notes it in these fields itself, as {@link WrapperWriter}
 * writes: setting a field needs no stack. The fields are public because wrappers are in the application's classes.
 * Thread-safe, except for two threads that exhaust their stacks within one instruction.
 */
public final class MissedHooks {
    /** The number of a hook that begins a method; the complement of the number for one that ends it. */
    public static final int[] HOOKS = new int[1024];

    /** The communicator of a call that begins; null otherwise. */
    public static final Object[] COMMUNICATORS = new Object[HOOKS.length];

    /** Stands for a communicator that only a method call could find out. */
    public static final Object UNKNOWN = new Object();

    /** How many were noted so far. Number n is at index n modulo the length of the arrays. */
    public static volatile int count;

    private MissedHooks() {}

    /** Notes a hook; needs no stack but this frame. */
    static synchronized void add(int hook, Object communicator) {
        int at = count;
        HOOKS[at & HOOKS.length - 1] = hook;
        COMMUNICATORS[at & HOOKS.length - 1] = communicator;
        count = at + 1;
    }
}
