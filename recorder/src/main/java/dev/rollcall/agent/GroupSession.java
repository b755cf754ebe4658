package dev.rollcall.agent;

import dev.rollcall.recorder.GroupRecorder;

/** Records groups of calls that are issued together, as the application makes them. Thread-safe. */
final class GroupSession {
    private final LibraryBindings bindings;
    private final GroupRecorder recorder;
    private final ThreadLocal<HookedThread> threads;

    GroupSession(LibraryBindings bindings, GroupRecorder recorder, ThreadLocal<HookedThread> threads) {
        this.bindings = bindings;
        this.recorder = recorder;
        this.threads = threads;
    }

    /** Before a group begins. */
    void enter(int hook) {
        HookedThread thread = threads.get();
        HookedMethod method = bindings.method(hook);
        HookedMethod.Binding bound = bindings.bound(method);
        if (bound != null && !thread.inside()) {
            recorder.begin(thread.recording, method.called(), bound.function());
        }
    }

    /** After a group was issued. */
    void leave(int hook) {
        end(hook, null);
    }

    /** After a group could not be begun, or not be issued. */
    void fail(int hook, Throwable failure) {
        end(hook, bindings.text(hook, failure));
    }

    private void end(int hook, String failure) {
        HookedThread thread = threads.get();
        HookedMethod method = bindings.method(hook);
        HookedMethod.Binding bound = bindings.bound(method);
        if (bound != null && !thread.inside()) {
            recorder.end(thread.recording, method.called(), bound.function(), failure);
        }
    }
}
