package dev.rollcall.agent;

import dev.rollcall.catalogue.EntryKind;
import dev.rollcall.recorder.CallRecorder;
import java.util.BitSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** Accounts for {@link MissedHooks} in threads that have the stack for it. Thread-safe. */
final class MissedCalls {
    /** How long a thread may wait for another one that accounts, which usually takes microseconds. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final HookedMethods methods;
    private final LibraryBindings bindings;
    private final CallRecorder calls;
    private final AtomicReference<Thread> accountant = new AtomicReference<>();
    private volatile BitSet nesting = new BitSet();
    private volatile int accounted;

    MissedCalls(HookedMethods methods, LibraryBindings bindings, CallRecorder calls) {
        this.methods = methods;
        this.bindings = bindings;
        this.calls = calls;
    }

    /**
     * Remembers that one recorded method calls another: a missed call of either may or may not have been the outermost, which
     * alone takes a sequence number. No method of c10d calls another; a method of a user's library may.
     */
    void nesting(int outer, int inner) {
        if (!nesting.get(outer) || !nesting.get(inner)) {
            addNesting(outer, inner);
        }
    }

    private synchronized void addNesting(int outer, int inner) {
        BitSet more = (BitSet) nesting.clone();
        more.set(outer);
        more.set(inner);
        nesting = more;
    }

    /**
     * Gives the missed calls their sequence numbers, or waits until another thread has done so.
     *
     * @return false if another thread is still busy, as when the heap is exhausted and each allocation takes a collection; the
     *     caller's call is missed too then, after the others
     * @throws IllegalStateException if the sequence numbers cannot be known; recording must end
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
                throw new IllegalStateException("too many calls were missed to number the later ones");
            }
            int at = next & MissedHooks.HOOKS.length - 1;
            missed(MissedHooks.HOOKS[at], MissedHooks.COMMUNICATORS[at]);
            MissedHooks.COMMUNICATORS[at] = null;
            accounted = ++next;
        }
    }

    private void missed(int hook, Object communicator) throws Throwable {
        int number = hook < 0 ? ~hook : hook;
        EntryKind kind = methods.get(number).entry().kind();
        if (kind == EntryKind.COMMUNICATOR || kind == EntryKind.SPLIT) {
            throw new IllegalStateException("the creation of a communicator was missed");
        }
        BoundMethod method = bindings.method(number);
        if (kind != EntryKind.CALL || hook < 0 || method == null) {
            calls.missed();
            return;
        }
        if (nesting.get(hook) || communicator == MissedHooks.UNKNOWN) {
            throw new IllegalStateException("a call was missed that may have been a part of another one");
        }
        calls.missed(bindings.communicator(method, communicator), method.operation());
    }
}
