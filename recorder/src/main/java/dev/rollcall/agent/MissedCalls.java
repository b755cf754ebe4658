package dev.rollcall.agent;

import dev.rollcall.catalogue.EntryKind;
import dev.rollcall.recorder.CallRecorder;
import java.util.BitSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** Accounts for what was {@link MissedHooks}, from threads that have the stack for it. Thread-safe. */
final class MissedCalls {
    /** How long a thread may wait for another that accounts, which takes microseconds where nothing is broken. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final LibraryBindings bindings;
    private final CallRecorder calls;
    private final AtomicReference<Thread> accountant = new AtomicReference<>();
    private volatile BitSet nesting = new BitSet();
    private volatile int accounted;

    MissedCalls(LibraryBindings bindings, CallRecorder calls) {
        this.bindings = bindings;
        this.calls = calls;
    }

    /**
     * Learns that a recorded method calls another, so that nobody can tell whether a missed call of either is one of its own.
     * No method of c10d's does; one of the user's own library may.
     *
     * @param outer the hook of the one
     * @param inner the hook of the other
     */
    void nesting(int outer, int inner) {
        if (!nesting.get(outer) || !nesting.get(inner)) {
            learnNesting(outer, inner);
        }
    }

    private synchronized void learnNesting(int outer, int inner) {
        BitSet more = (BitSet) nesting.clone();
        more.set(outer);
        more.set(inner);
        nesting = more;
    }

    /**
     * Gives the calls that were missed their numbers, or waits until another thread has: the caller's next call has the number
     * behind them. Recording stops where that cannot be done: later calls would be compared with other ranks' earlier ones.
     *
     * @return false where another thread is still at it, as where the heap is exhausted and each object takes it a collection:
     *     the caller's call is to be missed too, behind the others
     */
    boolean account() throws Throwable {
        if (accounted == MissedHooks.count || accountant.get() == Thread.currentThread()) {
            return true;
        }
        long begin = System.nanoTime();
        while (accounted != MissedHooks.count) {
            if (accountant.compareAndSet(null, Thread.currentThread())) {
                try {
                    accountForAll();
                } finally {
                    accountant.set(null);
                }
            } else if (System.nanoTime() - begin > PATIENCE_NANOS) {
                return false;
            } else {
                Thread.yield();
            }
        }
        return true;
    }

    private void accountForAll() throws Throwable {
        int next = accounted;
        while (next != MissedHooks.count) {
            if (MissedHooks.count - next > MissedHooks.HOOKS.length) {
                throw new IllegalStateException("too many calls were missed to number the others");
            }
            int at = next & MissedHooks.HOOKS.length - 1;
            missed(MissedHooks.HOOKS[at], MissedHooks.OBJECTS[at]);
            MissedHooks.OBJECTS[at] = null;
            accounted = ++next;
        }
    }

    private void missed(int hook, Object communicator) throws Throwable {
        HookedMethod method = bindings.method(hook < 0 ? ~hook : hook);
        EntryKind kind = method.entry().kind();
        if (kind == EntryKind.COMMUNICATOR || kind == EntryKind.SPLIT) {
            throw new IllegalStateException("the making of a communicator was missed");
        }
        HookedMethod.Binding bound = bindings.bound(method);
        if (kind != EntryKind.CALL || hook < 0 || bound == null) {
            calls.missed();
            return;
        }
        if (nesting.get(hook) || communicator == MissedHooks.UNTOLD) {
            throw new IllegalStateException("a call was missed that may be one with another or not");
        }
        calls.missed(bindings.communicator(bound, communicator), bound.operation());
    }
}
