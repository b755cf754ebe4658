package dev.rollcall.agent;

import dev.rollcall.catalogue.EntryKind;
import dev.rollcall.recorder.Recorder;
import java.util.concurrent.atomic.AtomicBoolean;

/** Accounts for what was {@link Missed}, from threads that have the stack for it. Thread-safe. */
final class MissedCalls {
    private final Bindings bindings;
    private final Recorder recorder;
    private final AtomicBoolean accounting = new AtomicBoolean();
    private volatile boolean nesting;
    private int accounted;

    MissedCalls(Bindings bindings, Recorder recorder) {
        this.bindings = bindings;
        this.recorder = recorder;
    }

    /** Learns that recorded methods call each other, so that nobody can tell whether a missed call is one of its own. */
    void nesting() {
        if (!nesting) {
            nesting = true;
        }
    }

    /**
     * Gives the calls that were missed their numbers. Recording stops where that cannot be done: later calls would be compared
     * with other ranks' earlier ones.
     */
    void account() throws Throwable {
        if (accounted == Missed.count || !accounting.compareAndSet(false, true)) {
            return;
        }
        try {
            while (accounted != Missed.count) {
                if (Missed.count - accounted > Missed.HOOKS.length) {
                    throw new IllegalStateException("too many calls were missed to number the others");
                }
                int at = accounted & Missed.HOOKS.length - 1;
                missed(Missed.HOOKS[at], Missed.OBJECTS[at]);
                Missed.OBJECTS[at] = null;
                accounted++;
            }
        } finally {
            accounting.set(false);
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
            recorder.missed();
            return;
        }
        if (nesting || communicator == Missed.UNTOLD) {
            throw new IllegalStateException("a call was missed that may be one with another or not");
        }
        recorder.missed(bindings.communicator(bound, communicator), bound.operation());
    }
}
