package dev.rollcall.agent;

import dev.rollcall.library.LibraryAdapter;
import dev.rollcall.library.StoreName;
import dev.rollcall.recorder.CommunicatorRecorder;
import dev.rollcall.recorder.CommunicatorSpec;

/** Records where the ranks of communicators meet, and that they are at it. Thread-safe. */
final class StoreSession {
    private final Bindings bindings;
    private final ProcessIdentity process;
    private final CommunicatorRecorder recorder;
    private final ThreadLocal<HookThread> threads;

    StoreSession(
            Bindings bindings,
            ProcessIdentity process,
            CommunicatorRecorder recorder,
            ThreadLocal<HookThread> threads) {
        this.bindings = bindings;
        this.process = process;
        this.recorder = recorder;
        this.threads = threads;
    }

    /** Before a store is made, at which the world meets if nothing else has been made yet. */
    long enter(int hook, Object name, Object options) throws Throwable {
        HookedMethod method = bindings.method(hook);
        HookedMethod.Binding bound = bindings.bound(method);
        if (bound == null || process.rank() < 0 || process.world() < 0) {
            return Recording.NOT_RECORDED;
        }
        StoreName place = bound.library().meeting(method.entry().operation(), name, options);
        if (!place.known()) {
            return Recording.NOT_RECORDED;
        }
        HookThread thread = threads.get();
        CommunicatorSpec birth = CommunicatorSpec.of(place.identity(), "", process.rank(), process.world());
        thread.meeting = recorder.rendezvousBegins(
                thread.recording, bound.communicators(), method.called(), birth, bound.function());
        return thread.meeting == null ? Recording.NOT_RECORDED : 0;
    }

    /** After a store was made. */
    void leave(int hook, long token, Object store, Object name, Object below, Object options) throws Throwable {
        HookedMethod method = bindings.method(hook);
        HookedMethod.Binding bound = bindings.bound(method);
        if (token >= 0) {
            HookThread thread = threads.get();
            recorder.rendezvousEnded(thread.meeting);
            thread.meeting = null;
        }
        if (bound != null) {
            LibraryAdapter library = bound.library();
            library.storeMade(method.entry().operation(), store, name, below, options);
        }
    }

    /** After a store could not be made at which the world was to meet. */
    void fail(int hook, Throwable failure) {
        HookThread thread = threads.get();
        recorder.rendezvousFailed(thread.meeting, bindings.text(hook, failure));
        thread.meeting = null;
    }
}
