package dev.rollcall.agent;

/**
 * What the hooks could not record because the stack of its thread, or the Java heap, was exhausted. Each call among it still
 * takes a number on its communicator, or this rank's later calls would have other ranks' numbers; {@link MissedCalls}
 * gives it, before the next call takes its own.
 *
 * <p>Where there is no stack left even to begin with a hook, a wrapper notes it itself ({@link WrapperWriter}): fields can be
 * set without any. The fields are public because wrappers are in the application's classes. Thread-safe, but for two threads
 * that reach the ends of their stacks within one instruction.
 */
public final class MissedHooks {
    /** The number of the hook, for one that begins a call; its complement for one that ends one. */
    public static final int[] HOOKS = new int[1024];

    /** The communicator of a call that begins. */
    public static final Object[] OBJECTS = new Object[HOOKS.length];

    /** Stands for a communicator that nobody can tell without a call. */
    public static final Object UNTOLD = new Object();

    /** How many were noted so far, each at this number modulo the length of the arrays. */
    public static volatile int count;

    private MissedHooks() {}

    /** Notes a hook; needs no stack but this frame. */
    static synchronized void add(int hook, Object communicator) {
        int at = count;
        HOOKS[at & HOOKS.length - 1] = hook;
        OBJECTS[at & HOOKS.length - 1] = communicator;
        count = at + 1;
    }
}
