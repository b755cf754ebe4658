package dev.rollcall.agent;

import dev.rollcall.catalogue.CompletionSign;
import dev.rollcall.library.LibraryAdapter;
import dev.rollcall.library.WorkState;
import dev.rollcall.recorder.CallPlace;
import dev.rollcall.recorder.CallRecorder;
import dev.rollcall.recorder.Completion;
import dev.rollcall.recorder.DeviceCompletions;
import dev.rollcall.recorder.RecordedCall;
import dev.rollcall.recorder.RecordedCommunicator;
import dev.rollcall.recorder.StreamCall;
import dev.rollcall.recorder.WorkTracker;

/** Does the work of the hooks of calls and of the waits for their works. Thread-safe. */
final class CallHooks {
    private final LibraryBindings bindings;
    private final ThreadLocal<HookedThread> threads;
    private final MissedCalls missed;
    private final CallRecorder calls;
    private final WorkTracker works;
    private final DeviceCompletions completions;
    private final StreamCompletions streams;
    private final IssueHooks issues;
    private final DeviceHooks devices;
    private final BufferHooks buffers;
    private final ResultHooks results;

    CallHooks(
            LibraryBindings bindings,
            ThreadLocal<HookedThread> threads,
            MissedCalls missed,
            CallRecorder calls,
            WorkTracker works,
            DeviceCompletions completions,
            StreamCompletions streams,
            IssueHooks issues,
            DeviceHooks devices,
            BufferHooks buffers,
            ResultHooks results) {
        this.bindings = bindings;
        this.threads = threads;
        this.missed = missed;
        this.calls = calls;
        this.works = works;
        this.completions = completions;
        this.streams = streams;
        this.issues = issues;
        this.devices = devices;
        this.buffers = buffers;
        this.results = results;
    }

    HookedThread thread() {
        return threads.get();
    }

    /**
     * Counts the thread into the method. If the call is to be recorded, the hook puts the arguments into the thread's call and
     * continues with {@link #record}.
     *
     * @return {@link HookToken#TO_RECORD} if the call is to be recorded, else its token
     */
    long enter(HookedThread thread, int hook, Object communicator) throws Throwable {
        if (!thread.enter(hook)) {
            missed.nesting(thread.outermost(), hook);
            return HookToken.NOT_RECORDED;
        }
        if (!missed.account()) {
            thread.leave();
            MissedHooks.add(hook, communicator);
            return HookToken.NOT_ENTERED;
        }
        if (bindings.method(hook) == null) {
            return HookToken.NOT_RECORDED;
        }
        thread.recording.call.clear();
        return HookToken.TO_RECORD;
    }

    /** Records the thread's call; returns its token. */
    long record(HookedThread thread, int hook, Object communicator) throws Throwable {
        BoundMethod method = bindings.method(hook);
        RecordedCall call = thread.recording.call;
        call.operation = method.operation();
        call.function = method.function();
        call.blocking = method.entry().ending() == CompletionSign.RETURN;
        RecordedCommunicator named = bindings.communicator(method, communicator);
        call.ranks = named.size();
        call.rank = named.rank();
        call.followsBuffers = buffers.follow();
        try {
            method.reader().read(call);
            buffers.passed(thread, method, call);
        } finally {
            call.releaseArguments();
        }
        if (method.inStream()) {
            streams.open(method.loader());
            call.captured = completions.capturing(call.stream);
            if (!call.captured) {
                completions.prepare(call.stream, named);
            }
        }
        long position = calls.begin(thread.recording, method.called(), named);
        buffers.used(thread, named, position);
        return position;
    }

    /** After a call that returned. Not called with {@link HookToken#NOT_ENTERED}. */
    void leave(int hook, long token, Object result, long code) throws Throwable {
        HookedThread thread = threads.get();
        thread.leave();
        if (token == HookToken.NOT_RECORDED) {
            return;
        }
        try {
            BoundMethod method = bindings.method(hook);
            if (method.entry().ending() == CompletionSign.STATUS) {
                endByStatus(thread, method, token, code);
            } else {
                end(thread, method, token, result);
            }
        } catch (Throwable e) {
            calls.abandon(thread.recording);
            throw e;
        }
    }

    private void endByStatus(HookedThread thread, BoundMethod method, long token, long code) throws Throwable {
        WorkState status = method.status(code);
        RecordedCall call = thread.recording.call;
        if (status.kind() == WorkState.Kind.FAILED) {
            StreamCall refused = calls.streamCall(thread.recording, token, call.stream, false);
            calls.failed(thread.recording, token, status.failure());
            if (method.inStream()) {
                devices.callFailed(thread, method, refused, code);
            }
        } else if (!method.inStream()) {
            calls.completed(thread.recording, token);
        } else if (call.captured) {
            calls.abandon(thread.recording);
        } else {
            StreamCall issued = calls.streamCall(thread.recording, token, call.stream, completions.sumsResults());
            issues.issued(thread, issued, status);
            calls.detached(thread.recording);
            if (status.kind() != WorkState.Kind.RUNNING) {
                devices.called(thread, method, issued, call);
            }
        }
    }

    private void end(HookedThread thread, BoundMethod method, long token, Object result) throws Throwable {
        if (method.entry().ending() != CompletionSign.WORK) {
            calls.completed(thread.recording, token);
            return;
        }
        if (result == null) {
            // The call returned no work: NCCL's call on the current stream, or one inside a coalesced group. Nothing
            // will show
            // its end.
            calls.abandon(thread.recording);
            return;
        }
        LibraryAdapter library = method.library();
        buffers.returned(method, token, result);
        boolean watch = method.watchable() && calls.watched(thread.recording);
        Object handle = watch ? library.watch(result) : null;
        Completion completion = method.watchable() ? library : null;
        long key = library.key(result);
        if (results != null) {
            CallPlace place = calls.place(thread.recording, token);
            results.issued(key, place, method.operation().sameResultOnAllRanks());
        }
        calls.enqueued(thread.recording, token, key, completion, handle);
    }

    /** After a call that threw. Not called with {@link HookToken#NOT_ENTERED}. */
    void fail(int hook, long token, Throwable failure) throws Throwable {
        HookedThread thread = threads.get();
        thread.leave();
        if (token == HookToken.NOT_RECORDED) {
            return;
        }
        try {
            calls.failed(thread.recording, token, bindings.text(hook, failure));
        } catch (Throwable e) {
            calls.abandon(thread.recording);
            throw e;
        }
    }

    long enterWait(int hook, Object work) throws Throwable {
        BoundMethod method = bindings.method(hook);
        return method == null
                ? HookToken.NOT_RECORDED
                : works.waiting(method.library().key(work));
    }

    void leaveWait(long token) throws Throwable {
        try {
            works.waited(token, null);
        } catch (Throwable e) {
            works.waitLost(token);
            throw e;
        }
    }

    /** After a wait that threw. If it only timed out, the work is still pending and stays so. */
    void failWait(int hook, long token, Object work, Throwable failure) throws Throwable {
        BoundMethod method = bindings.method(hook);
        if (method == null) {
            return;
        }
        try {
            switch (state(method.library(), work).kind()) {
                case RUNNING -> watch(method.library(), token, work);
                case SUCCEEDED -> works.waited(token, null);
                case FAILED, ENDED -> works.waited(token, bindings.text(hook, failure));
                case UNKNOWN -> works.waitThrew(token, bindings.text(hook, failure));
            }
        } catch (Throwable e) {
            works.waitLost(token);
            throw e;
        }
    }

    /** Watches a work whose wait took too long, because the application may never wait for it again. */
    private void watch(LibraryAdapter library, long token, Object work) throws Throwable {
        Object handle = works.unwatched(token) ? library.watch(work) : null;
        if (handle != null) {
            works.watch(token, library, handle);
        }
    }

    /** After a test that returned that the work has finished. */
    void leaveTest(int hook, Object work) throws Throwable {
        BoundMethod method = bindings.method(hook);
        if (method == null || threads.get().inside()) {
            return;
        }
        long token = works.inFlight(method.library().key(work));
        if (token < 0) {
            return;
        }
        WorkState state = state(method.library(), work);
        switch (state.kind()) {
            case RUNNING -> {}
            case SUCCEEDED, FAILED -> works.waited(token, state.failure());
            case ENDED, UNKNOWN -> works.finishedSomehow(token);
        }
    }

    /** Asks the library about a work. The hooks ignore the tests that the library makes meanwhile. */
    private WorkState state(LibraryAdapter library, Object work) throws Throwable {
        HookedThread thread = threads.get();
        thread.enterAgent();
        try {
            return library.state(work);
        } finally {
            thread.leave();
        }
    }
}
