package dev.rollcall.agent;

/**
 * The hooks that could not record because the thread's stack or the Java heap was exhausted. A missed call still takes its
 * sequence number, or this rank's later calls would be compared with other ranks' earlier ones; {@link MissedCalls} assigns it
 * before the next call takes its own.
 *
 * <p>Where there is no stack even to start a hook, the wrapper notes it in these fields itself, as {@link WrapperWriter}
 * writes: setting a field needs no stack. The fields are public because wrappers are in the application's classes.
 * Thread-safe, except that a note written by a wrapper takes no lock: if another thread makes a note during its few
 * instructions, one of the two is lost.
 */
public final class MissedHooks {
    /**
     * For each note, the number of the method whose entry hook was missed, or the bitwise complement of the number where its
     * end hook was.
     */
    public static final int[] HOOKS = new int[1024];

    /** The communicator of a call that begins; null otherwise. */
    public static final Object[] COMMUNICATORS = new Object[HOOKS.length];

    /** Stands for a communicator that is a number: boxing it takes a call, for which there is no stack. */
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
