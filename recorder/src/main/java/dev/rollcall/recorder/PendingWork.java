package dev.rollcall.recorder;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A call that returned a handle of its work and has not finished yet. A place of {@link PendingWorkTable}, used again and again.
 *
 * <p>The state word holds a version, which changes with each use, so that a thread that looked at an earlier use cannot
 * touch a later one. Whoever moves the state to {@link #TAKEN} owns the fields until {@link #free}.
 */
final class PendingWork {
    /** Nobody's. */
    static final int FREE = 0;
    /** Somebody reads or writes the fields. */
    static final int TAKEN = 1;
    /** A call is in flight. */
    static final int HELD = 2;
    /** A call is in flight and the background thread is asking its handle. */
    static final int ASKED = 3;
    /** The call was finished by the application while the background thread was asking; it gives the handle back. */
    static final int FINISHED = 4;
    /** A call is in flight that nobody attends to: it is recorded as unknown until somebody waits for it. */
    static final int LEFT = 5;

    private static final int STATE_BITS = 3;
    private static final long NOBODY = -1;
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

    /** The key of the work, as its library gives it. */
    volatile long key;

    /** The call's position in the ring. */
    long position;

    /** The call's communicator. */
    RecordedCommunicator communicator;

    /** How to ask; null where that cannot be done. */
    Completion completion;

    /** What to ask; null where only the application's wait tells, as yet. */
    Object handle;

    /** When the call was recorded, or a wait for it last threw, by the monotonic clock. */
    volatile long since;

    /** The version of the use in which an application's thread waits for it, or did; -1 for none. */
    private volatile long waited = NOBODY;

    /** What the last wait for it threw, where that left open whether the work has finished; null for nothing. */
    volatile Thrown thrown;

    private volatile long word;

    /** What a wait threw; of a use of the place with another version it means nothing. */
    record Thrown(long version, String text) {}

    /** Returns the state word: version and state. */
    long word() {
        return word;
    }

    static int state(long word) {
        return (int) word & (1 << STATE_BITS) - 1;
    }

    /** Changes the state if nothing has changed since the word was read. */
    boolean change(long seen, int state) {
        return WORD.compareAndSet(this, seen, seen & -(1L << STATE_BITS) | state);
    }

    /** Keeps the work from being found by its key, which is another work's from now on. */
    void forget(long seen) {
        KEY.compareAndSet(this, seen, 0L);
    }

    /** Returns whether somebody waits in the use with this state word, or did. */
    boolean waited(long seen) {
        return waited == version(seen);
    }

    /** Learns that somebody waits in the use with this version; that there is a later one meanwhile changes nothing. */
    void waiting(long version) {
        for (long found = waited; found < version && !WAITED.compareAndSet(this, found, version); ) {
            found = waited;
        }
        Thrown last = thrown;
        if (last != null && last.version() == version) {
            thrown = null;
        }
    }

    /** Learns that nobody waits any more in the use with this version. */
    void waitedNoMore(long version) {
        WAITED.compareAndSet(this, version, NOBODY);
    }

    /** Returns what a wait threw in the use with this state word; null for nothing. */
    String thrown(long seen) {
        Thrown last = thrown;
        return last != null && last.version() == version(seen) ? last.text() : null;
    }

    /** Gives the fields to the next in the given state; only for the owner. */
    void release(int state) {
        WORD.setRelease(this, word & -(1L << STATE_BITS) | state);
    }

    /** Gives the place back under the next version; only for the owner. */
    void free() {
        communicator = null;
        completion = null;
        handle = null;
        thrown = null;
        key = 0;
        WORD.setRelease(this, (word >>> STATE_BITS) + 1 << STATE_BITS | FREE);
    }

    /** Returns the version of a state word, which is another one for each use; 48 bits suffice for centuries. */
    static long version(long word) {
        return word >>> STATE_BITS;
    }
}
