package dev.rollcall.agent;

import dev.rollcall.library.WorkState;
import dev.rollcall.recorder.CommunicatorRecorder;
import dev.rollcall.recorder.DeviceCompletions;
import dev.rollcall.recorder.GroupRecorder;
import dev.rollcall.recorder.RecordedCommunicator;
import dev.rollcall.recorder.StreamCall;

/**
 * Does the work of the hooks that learn when a library has issued what the application requested: at once, at the end of a
 * group, or, of a nonblocking communicator, when the application asks for its asynchronous error. Thread-safe.
 */
final class IssueHooks {
    private final LibraryBindings bindings;
    private final ThreadLocal<HookedThread> threads;
    private final GroupRecorder groups;
    private final CommunicatorRecorder communicators;
    private final DeviceCompletions completions;
    private final DeviceHooks devices;
    private final UnissuedOperations.ByCommunicator nonblocking = new UnissuedOperations.ByCommunicator();

    IssueHooks(
            LibraryBindings bindings,
            ThreadLocal<HookedThread> threads,
            GroupRecorder groups,
            CommunicatorRecorder communicators,
            DeviceCompletions completions,
            DeviceHooks devices) {
        this.bindings = bindings;
        this.threads = threads;
        this.groups = groups;
        this.communicators = communicators;
        this.completions = completions;
        this.devices = devices;
    }

    void enterGroup(int hook) {
        HookedThread thread = threads.get();
        BoundMethod method = bindings.method(hook);
        if (method != null && !thread.inside()) {
            groups.begin(thread.recording, method.called(), method.function());
        }
    }

    /** Ends a group, whose outermost end issues its calls. */
    void leaveGroup(int hook, long result) throws Throwable {
        HookedThread thread = threads.get();
        BoundMethod method = bindings.method(hook);
        if (method != null && !thread.inside()) {
            WorkState status = method.status(result);
            endGroup(thread, method, status, status.failure());
        }
    }

    /** Ends a group by an exception. */
    void failGroup(int hook, Throwable failure) throws Throwable {
        HookedThread thread = threads.get();
        BoundMethod method = bindings.method(hook);
        if (method != null && !thread.inside()) {
            String text = bindings.text(hook, failure);
            endGroup(thread, method, WorkState.failed(text), text);
        }
    }

    private void endGroup(HookedThread thread, BoundMethod method, WorkState status, String failure) throws Throwable {
        groups.end(thread.recording, method.called(), method.function(), failure);
        if (!thread.recording.inGroup() && !thread.unissued.isEmpty()) {
            end(thread, thread.unissued.take(), status);
        }
        if (!thread.recording.inGroup()) {
            devices.groupEnded(thread, status.kind() == WorkState.Kind.SUCCEEDED);
        }
    }

    private void end(HookedThread thread, UnissuedOperations operations, WorkState status) throws Throwable {
        switch (status.kind()) {
            case RUNNING -> nonblocking.add(operations);
            case FAILED -> failed(thread, operations, status.failure());
            default -> {
                for (Creation creation : operations.creations) {
                    finish(thread, creation);
                }
                if (!operations.calls.isEmpty()) {
                    // What follows calls launches kernels of its own, which are not the application's.
                    thread.enterAgent();
                    try {
                        completions.issuedTogether(operations.calls);
                    } finally {
                        thread.leave();
                    }
                }
            }
        }
    }

    private void failed(HookedThread thread, UnissuedOperations operations, String failure) {
        completions.failed(operations.calls, failure);
        for (Creation creation : operations.creations) {
            BoundMethod method = creation.method();
            communicators.notJoined(
                    thread.recording, method.communicators(), creation.communicator(), failure, method.function());
        }
    }

    /** A call into a stream has returned, and its library has not failed. */
    void issued(HookedThread thread, StreamCall call, WorkState status) {
        if (thread.recording.inGroup()) {
            thread.unissued.calls.add(call);
        } else if (status.kind() == WorkState.Kind.RUNNING) {
            nonblocking.add(call);
        } else {
            thread.enterAgent();
            try {
                completions.issued(call);
            } finally {
                thread.leave();
            }
        }
    }

    /** The creation of a communicator has returned, and has not failed. */
    void created(HookedThread thread, Creation creation, WorkState status) throws Throwable {
        BoundMethod method = creation.method();
        boolean running = status.kind() == WorkState.Kind.RUNNING;
        if (!running && !thread.recording.inGroup()) {
            finish(thread, creation);
            return;
        }
        Object written = method.library().made(creation.made().get(), creation.index());
        if (written != null) {
            // Calls and questions may name it before it is complete.
            communicators.named(
                    method.communicators(),
                    creation.communicator(),
                    method.library().key(written));
        }
        UnissuedOperations begun = thread.recording.inGroup() ? thread.unissued : new UnissuedOperations();
        begun.creations.add(creation);
        if (running && !thread.recording.inGroup()) {
            nonblocking.add(begun);
        }
    }

    private void finish(HookedThread thread, Creation creation) throws Throwable {
        BoundMethod method = creation.method();
        RecordedCommunicator created = creation.communicator();
        Object object = method.library().made(creation.made().get(), creation.index());
        if (object != null) {
            if (created.rank() < 0) {
                communicators.rank(created, method.library().rank(object));
            }
            if (created.size() < 0) {
                communicators.size(created, method.library().size(object));
            }
        }
        communicators.joined(
                thread.recording,
                method.communicators(),
                created,
                object == null ? 0 : method.library().key(object),
                method.function());
    }

    /** After the application has asked for the asynchronous error of a communicator. */
    void leaveAsyncError(int hook, Object asked, Object error, long result) throws Throwable {
        HookedThread thread = threads.get();
        BoundMethod method = bindings.method(hook);
        if (method == null || thread.inside() || result != 0) {
            return;
        }
        RecordedCommunicator communicator = bindings.communicator(method, asked);
        WorkState status = method.library().status(method.library().number(error));
        if (status.kind() == WorkState.Kind.RUNNING) {
            return;
        }
        boolean failed = status.kind() == WorkState.Kind.FAILED;
        WorkState said = failed ? WorkState.failed("asynchronous error " + status.failure()) : status;
        end(thread, nonblocking.take(communicator), said);
        if (failed) {
            completions.failed(communicator, said.failure());
        }
    }

    /** After the end of a communicator. If its library has finished that, nobody can ask any more how far it is with earlier calls. */
    void left(RecordedCommunicator communicator, BoundMethod method, long result) throws Throwable {
        if (nonblocking.has(communicator) && method.library().status(result).kind() == WorkState.Kind.SUCCEEDED) {
            completions.unknown(nonblocking.take(communicator).calls);
        }
    }

    /** Before a communicator is aborted. Its pending calls stay pending. */
    void abort(RecordedCommunicator communicator) {
        nonblocking.take(communicator);
        completions.aborted(communicator);
    }
}
