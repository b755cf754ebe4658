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
    final IssueHooks issues;
    final StreamCompletions streams;
    final CopyHooks copies;

    /** Null where results are not summed. */
    final ResultHooks results;

    HookSession(
            HookedMethods methods,
            Recorder recorder,
            ProcessIdentity process,
            TraceWriter trace,
            CopyScope scope,
            CorruptionPolicy policy,
            ResultCheck results) {
        this.state = recorder.state();
        this.methods = methods;
        LibraryBindings bindings = new LibraryBindings(methods, recorder, process, trace);
        ThreadLocal<HookedThread> threads =
                ThreadLocal.withInitial(() -> new HookedThread(recorder.calls().newThread()));
        missed = new MissedCalls(methods, bindings, recorder.calls());
        boolean summed = results == ResultCheck.CHECKSUM;
        this.results = summed ? new ResultHooks(bindings, threads, recorder.results()) : null;
        streams = new StreamCompletions(recorder, threads, summed);
        issues = new IssueHooks(bindings, threads, recorder.groups(), recorder.communicators(), recorder.completions());
        calls = new CallHooks(
                bindings,
                threads,
                missed,
                recorder.calls(),
                recorder.works(),
                recorder.completions(),
                streams,
                issues,
                this.results);
        communicators = new CommunicatorHooks(bindings, threads, process, recorder.communicators(), issues);
        copies = new CopyHooks(methods, threads, recorder, scope, new GuardedVerifier(recorder.copies(), policy));
        // Links what is used where the stack is short.
        WrapperFrames.onThisStack();
    }
}
