package dev.rollcall.agent;

import dev.rollcall.gpu.CorruptionPolicy;
import dev.rollcall.recorder.Recorder;
import dev.rollcall.recorder.RecordingState;
import dev.rollcall.trace.TraceWriter;

/** What the hooks use while the agent records. Thread-safe. */
final class HookSession {
    final RecordingState state;
    final HookedMethods methods;
    final MissedCalls missed;
    final CallHooks calls;
    final CommunicatorHooks communicators;
    final CopyHooks copies;

    HookSession(
            HookedMethods methods,
            Recorder recorder,
            ProcessIdentity process,
            TraceWriter trace,
            CopyScope scope,
            CorruptionPolicy policy) {
        this.state = recorder.state();
        this.methods = methods;
        LibraryBindings bindings = new LibraryBindings(methods, recorder, process, trace);
        ThreadLocal<HookedThread> threads =
                ThreadLocal.withInitial(() -> new HookedThread(recorder.calls().newThread()));
        missed = new MissedCalls(methods, bindings, recorder.calls());
        calls = new CallHooks(bindings, threads, missed, recorder.calls(), recorder.works(), recorder.groups());
        communicators = new CommunicatorHooks(bindings, threads, process, recorder.communicators());
        copies = new CopyHooks(methods, threads, recorder, scope, new GuardedVerifier(recorder.copies(), policy));
        // Links what is used where the stack is short.
        WrapperFrames.onThisStack();
    }
}
