package dev.rollcall.agent;

import dev.rollcall.gpu.CorruptionPolicy;
import dev.rollcall.recorder.Recorder;
import dev.rollcall.recorder.RecordingState;
import dev.rollcall.recorder.StepRecorder;
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
    final DeviceHooks devices;
    final BufferHooks buffers;
    final StepRecorder steps;

    /** Null where results are not summed. */
    final ResultHooks results;

    HookSession(
            HookedMethods methods,
            Recorder recorder,
            ProcessIdentity process,
            TraceWriter trace,
            CopyScope scope,
            CorruptionPolicy policy,
            DeviceChecks checks,
            ResultCheck results) {
        this.state = recorder.state();
        this.methods = methods;
        LibraryBindings bindings = new LibraryBindings(methods, recorder, process, trace);
        ThreadLocal<HookedThread> threads =
                ThreadLocal.withInitial(() -> new HookedThread(recorder.calls().newThread()));
        missed = new MissedCalls(methods, bindings, recorder.calls());
        DriverWarning warning = new DriverWarning();
        devices = new DeviceHooks(methods, threads, recorder.devices(), checks, warning);
        recorder.completions().listen((call, nanos) -> devices.completed(call));
        issues = new IssueHooks(
                bindings, threads, recorder.groups(), recorder.communicators(), recorder.completions(), devices);
        buffers = new BufferHooks(methods, threads, devices, recorder.buffers());
        boolean summed = results == ResultCheck.CHECKSUM;
        this.results = summed ? new ResultHooks(bindings, threads, recorder.results()) : null;
        streams = new StreamCompletions(recorder, threads, summed, warning);
        calls = new CallHooks(
                bindings,
                threads,
                missed,
                recorder.calls(),
                recorder.works(),
                recorder.completions(),
                streams,
                issues,
                devices,
                buffers,
                this.results);
        communicators =
                new CommunicatorHooks(bindings, threads, process, recorder.communicators(), issues, devices, streams);
        copies = new CopyHooks(
                methods, threads, recorder, scope, new GuardedVerifier(recorder.copies(), policy, warning), devices);
        steps = recorder.steps();
        // Links what is used where the stack is short.
        WrapperFrames.onThisStack();
    }
}
