package dev.rollcall.agent;

import dev.rollcall.gpu.CorruptionPolicy;
import dev.rollcall.library.CallArguments;
import dev.rollcall.library.GivenArguments;
import dev.rollcall.library.LibraryAdapter;
import dev.rollcall.library.WorkState;
import dev.rollcall.recorder.CallRecorder;
import dev.rollcall.recorder.Completion;
import dev.rollcall.recorder.Recorder;
import dev.rollcall.recorder.RecordingState;
import dev.rollcall.trace.TraceWriter;

/** Records calls and what becomes of their works, from what the hooks are told and the libraries read. Thread-safe. */
final class Session {
    private final HookTable hooks;
    private final Recorder recorder;
    private final CallRecorder calls;
    private final Bindings bindings;
    private final ThreadLocal<HookThread> threads;
    private final BirthSession births;
    private final StoreSession stores;
    private final GroupSession groups;
    private final MissedCalls missed;

    Session(HookTable hooks, Recorder recorder, ProcessIdentity process, TraceWriter notes) {
        this.hooks = hooks;
        this.recorder = recorder;
        this.calls = recorder.calls();
        this.bindings = new Bindings(hooks, recorder.communicators(), recorder::function, process, notes);
        this.threads = ThreadLocal.withInitial(() -> new HookThread(calls.newThread()));
        this.births = new BirthSession(bindings, recorder.communicators(), threads);
        this.stores = new StoreSession(bindings, process, recorder.communicators(), threads);
        this.groups = new GroupSession(bindings, recorder.groups(), threads);
        this.missed = new MissedCalls(bindings, calls);
        // What is used where the stack is short must be linked by then.
        WrapperFrames.onThisStack();
    }

    Recorder recorder() {
        return recorder;
    }

    /** Does what {@link RecordingState#surfaceFaults} does. */
    void surfaceFaults() {
        recorder.state().surfaceFaults();
    }

    /** Returns what records where ranks meet. */
    StoreSession stores() {
        return stores;
    }

    /** Returns a session that records copies on the same threads. */
    CopySession copies(CopyScope scope, CorruptionPolicy corrupt) {
        return new CopySession(hooks, recorder, threads, scope, new CopyGuard(recorder.copies(), corrupt));
    }

    /** Returns what records groups of calls. */
    GroupSession groups() {
        return groups;
    }

    /** Returns what accounts for calls that could not be recorded. */
    MissedCalls missed() {
        return missed;
    }

    /** Returns what records births. */
    BirthSession births() {
        return births;
    }

    long enterCall(
            int hook,
            Object object,
            Object input,
            Object output,
            Object options,
            Object type,
            Object reduction,
            Object inputSplits,
            Object outputSplits,
            long count,
            long root,
            long peer,
            long tag)
            throws Throwable {
        HookThread thread = threads.get();
        if (!thread.enter()) {
            missed.nesting(thread.outermost, hook);
            return Recording.NOT_RECORDED;
        }
        thread.outermost = hook;
        if (!missed.account()) {
            thread.leave();
            MissedHooks.add(hook, object);
            return Recording.NOT_ENTERED;
        }
        HookedMethod method = bindings.method(hook);
        HookedMethod.Binding bound = bindings.bound(method);
        if (bound == null) {
            return Recording.NOT_RECORDED;
        }
        GivenArguments given = thread.given;
        given.input = input;
        given.output = output;
        given.options = options;
        given.type = type;
        given.reduction = reduction;
        given.inputSplits = inputSplits;
        given.outputSplits = outputSplits;
        given.count = count;
        given.root = root;
        given.peer = peer;
        given.tag = tag;
        CallArguments arguments = thread.arguments;
        arguments.clear();
        try {
            bound.reader().read(given, arguments);
        } finally {
            given.clear();
        }
        bound.describe(thread.recording.call, arguments);
        thread.recording.call.blocking = !method.entry().returnsWork();
        return calls.begin(thread.recording, method.called(), bindings.communicator(bound, object));
    }

    void leaveCall(int hook, long token, Object result) throws Throwable {
        HookThread thread = threads.get();
        thread.leave();
        if (token == Recording.NOT_RECORDED) {
            return;
        }
        try {
            leave(thread, hook, token, result);
        } catch (Throwable e) {
            calls.lostSight(thread.recording);
            throw e;
        }
    }

    private void leave(HookThread thread, int hook, long token, Object result) throws Throwable {
        HookedMethod method = bindings.method(hook);
        if (!method.entry().returnsWork()) {
            calls.completed(thread.recording, token);
            return;
        }
        if (result == null) {
            // Issued and no more, as NCCL's calls are on the current stream and in a coalesced group.
            calls.lostSight(thread.recording);
            return;
        }
        HookedMethod.Binding bound = bindings.bound(method);
        LibraryAdapter library = bound.library();
        boolean watch = bound.watchable() && calls.watched(thread.recording);
        Object handle = watch ? library.watch(result) : null;
        Completion completion = bound.watchable() ? bound.completion() : null;
        calls.enqueued(thread.recording, token, library.key(result), completion, handle);
    }

    void failCall(int hook, long token, Throwable failure) throws Throwable {
        HookThread thread = threads.get();
        thread.leave();
        if (token == Recording.NOT_RECORDED) {
            return;
        }
        try {
            calls.failed(thread.recording, token, bindings.text(hook, failure));
        } catch (Throwable e) {
            calls.lostSight(thread.recording);
            throw e;
        }
    }

    long enterWait(int hook, Object work) throws Throwable {
        HookedMethod.Binding bound = bindings.bound(bindings.method(hook));
        return bound == null
                ? Recording.NOT_RECORDED
                : recorder.works().waiting(bound.library().key(work));
    }

    void leaveWait(long token) throws Throwable {
        recorder.works().waited(token, null);
    }

    void failWait(int hook, long token, Object work, Throwable failure) throws Throwable {
        // The wait may have thrown because it took too long, and then the work is still pending.
        HookedMethod.Binding bound = bindings.bound(bindings.method(hook));
        if (bound == null) {
            return;
        }
        switch (state(bound.library(), work).kind()) {
            case RUNNING -> watch(bound, token, work);
            case DONE -> recorder.works().waited(token, null);
            case FAILED, FINISHED -> recorder.works().waited(token, bindings.text(hook, failure));
            case UNTOLD -> recorder.works().waitThrew(token, bindings.text(hook, failure));
        }
    }

    /** Has a work asked of which a wait took too long: the application may never wait for it again. */
    private void watch(HookedMethod.Binding bound, long token, Object work) throws Throwable {
        Object handle = recorder.works().unwatched(token) ? bound.library().watch(work) : null;
        if (handle != null) {
            recorder.works().watch(token, bound.completion(), handle);
        }
    }

    void leaveTest(int hook, Object work) throws Throwable {
        HookedMethod.Binding bound = bindings.bound(bindings.method(hook));
        if (bound == null || threads.get().inside()) {
            return;
        }
        long token = recorder.works().inFlight(bound.library().key(work));
        if (token < 0) {
            return;
        }
        WorkState state = state(bound.library(), work);
        switch (state.kind()) {
            case RUNNING -> {}
            case DONE, FAILED -> recorder.works().waited(token, state.failure());
            case FINISHED, UNTOLD -> recorder.works().finishedSomehow(token);
        }
    }

    /** Asks the library about a work; what the hooks see of that is not the application's. */
    private WorkState state(LibraryAdapter library, Object work) throws Throwable {
        HookThread thread = threads.get();
        thread.enter();
        try {
            return library.state(work);
        } finally {
            thread.leave();
        }
    }
}
