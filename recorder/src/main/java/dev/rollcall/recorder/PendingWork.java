package dev.rollcall.recorder;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * An entry of {@link PendingWorkTable}, used again and again: a call that returned a handle of its work and has not completed.
 *
 * <p>The state word holds a version, which changes with each use of the entry, so that a thread that read an earlier use
 * cannot change a later one. The thread that sets {@link #OWNED} owns the fields until it calls {@link #release} or
 * {@link #free}. The state changes only in these ways:
 *
 * <pre>
 * FREE → OWNED → PENDING                a call returned the work
 * PENDING → OWNED → PENDING             the work gets a handle
 * PENDING → POLLED → PENDING            the background thread polled, and the work is still in flight
 * POLLED → OWNED → FREE                 it polled, and the work has completed or its handle cannot be read
 * POLLED → FINISHED → FREE              the application saw the work complete during the poll
 * PENDING → UNATTENDED → PENDING        no wait began in time; later one begins
 * PENDING, UNATTENDED → OWNED → FREE    the work has completed or is no longer followed
 * </pre>
 */
final class PendingWork {
    /** The entry is not in use. */
    static final int FREE = 0;
    /** One thread reads or writes the fields. */
    static final int OWNED = 1;
    /** The work is in flight. */
    static final int PENDING = 2;
    /** The work is in flight, and the background thread is polling its handle. */
    static final int POLLED = 3;
    /** The application saw the work complete during the poll; the background thread releases the handle. */
    static final int FINISHED = 4;
    /** The work is in flight without a handle or a wait; its call is recorded as unknown until a wait begins. */
    static final int UNATTENDED = 5;

    private static final int STATE_BITS = 3;
    private static final long NEVER = -1;
    private static final VarHandle WORD;
    private static final VarHandle KEY;
    private static final VarHandle WAITED;

    static {
        try {
            WORD = MethodHandles.lookup().findVarHandle(PendingWork.class, "word", long.class);
            KEY = MethodHandles.lookup().findVarHandle(PendingWork.class, "key", long.class);
            WAITED = MethodHandles.lookup().findVarHandle(PendingWork.class, "waited", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The key that the library gives the work; 0 where another work has it now. */
    volatile long key;

    /** The call's position in the ring. */
    long position;

    RecordedCommunicator communicator;

    /** Polls the handle; null where the library cannot. */
    Completion completion;

    /** What to poll; null while only the application's waits show the completion. */
    Object handle;

    /** When the call was recorded, or a wait for it last threw, by the monotonic clock. */
    volatile long since;

    /** The version of the use in which a thread of the application waits, or waited. */
    private volatile long waited = NEVER;

    /** What the last wait threw that left open whether the work has completed; null for nothing. */
    volatile Thrown thrown;

    private volatile long word;

    /** What a wait threw; valid only in the use of the entry with this version. */
    record Thrown(long version, String text) {}

    /** Returns the state word: version and state. */
    long word() {
        return word;
    }

    static int state(long word) {
        return (int) word & (1 << STATE_BITS) - 1;
    }

    /** Returns the version in a state word. A token has room for 52 bits of it, which no process uses up. */
    static long version(long word) {
        return word >>> STATE_BITS;
    }

    /** Changes the state if nothing has changed since the word was read. */
    boolean change(long seen, int state) {
        return WORD.compareAndSet(this, seen, seen & -(1L << STATE_BITS) | state);
    }

    /** Removes the key, so that it finds only the later work that has it now. */
    void forgetKey(long seen) {
        KEY.compareAndSet(this, seen, 0L);
    }

    /** Returns whether a thread waits, or waited, in the use with this state word. */
    boolean waited(long seen) {
        return waited == version(seen);
    }

    /** Notes a wait in the use with this version, unless a later use has begun. */
    void waitBegan(long version) {
        for (long found = waited; found < version && !WAITED.compareAndSet(this, found, version); ) {
            found = waited;
        }
        Thrown last = thrown;
        if (last != null && last.version() == version) {
            thrown = null;
        }
    }

    /** Notes that the wait in the use with this version has ended. */
    void waitEnded(long version) {
        WAITED.compareAndSet(this, version, NEVER);
    }

    /** Returns what a wait threw in the use with this state word; null for nothing. */
    String thrown(long seen) {
        Thrown last = thrown;
        return last != null && last.version() == version(seen) ? last.text() : null;
    }

    /** Publishes the fields under the given state; only for the owner. */
    void release(int state) {
        WORD.setRelease(this, word & -(1L << STATE_BITS) | state);
    }

    /** Ends this use of the entry; only for the owner. */
    void free() {
        communicator = null;
        completion = null;
        handle = null;
        thrown = null;
        key = 0;
        WORD.setRelease(this, (word >>> STATE_BITS) + 1 << STATE_BITS | FREE);
    }
}
