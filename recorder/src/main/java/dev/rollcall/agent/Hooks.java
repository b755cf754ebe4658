package dev.rollcall.agent;

import dev.rollcall.catalogue.EntryKind;
import dev.rollcall.library.CopyArguments;
import dev.rollcall.recorder.RecordedCall;

/**
 * The static methods that wrappers call, as {@link HookCall} names them. They are public because wrappers are in the
 * application's classes.
 *
 * <p>No exception leaves a hook, except one of {@link #throwIfCorrupt} that the user asked for. If the thread's stack or the
 * Java heap is exhausted, the event is counted as missed; any other failure ends the recording with one warning. Where there is
 * no stack even to start a hook, the wrapper itself notes it in {@link MissedHooks}.
 *
 * <p>Each hook repeats the same frame of try and catch, because sharing it would take a lambda, which allocates and needs more
 * stack. Each ends with {@link dev.rollcall.recorder.RecordingState#surfaceFaults}, so that the error for a trace file that was
 * truncated does not occur in the application's code. Kinds of methods are compared with ifs: a switch has a table in a
 * class of its own, and if a thread without stack uses it first, its initialization fails for good.
 */
public final class Hooks {
    /** Whether wrappers call {@link #throwIfCorrupt} after each copy. */
    public static volatile boolean mayThrow;

    private static volatile HookSession session;

    private static volatile RecordingStart start;

    private Hooks() {}

    /** Starts recording; null ends it. */
    static void install(HookSession installed) {
        session = installed;
        mayThrow = installed != null && installed.copies.mayThrow();
    }

    /** Begins recording at the first hook; null for never. */
    static void beginWith(RecordingStart begins) {
        start = begins;
    }

    /** Waits until recording has begun, if it is about to, for a limited time. */
    static void awaitBeginning() {
        RecordingStart begins = start;
        if (begins != null) {
            begins.awaitIfBeginning();
        }
    }

    private static HookSession active() {
        HookSession current = session;
        if (current == null) {
            current = begun();
        }
        return current != null && current.state.recording() ? current : null;
    }

    /** Returns the session, which begins now; null without one. An exhausted stack is the wrapper's matter, as in each hook. */
    private static HookSession begun() {
        RecordingStart begins = start;
        if (begins == null) {
            return null;
        }
        begins.await();
        return session;
    }

    /** Before a call. */
    public static long enterCall(
            int hook,
            Object communicator,
            Object input,
            Object output,
            Object options,
            Object type,
            Object reduction,
            Object inputSplits,
            Object outputSplits,
            Object stream,
            long count,
            long root,
            long peer,
            long tag) {
        HookSession current = active();
        if (current == null) {
            return HookToken.NOT_ENTERED;
        }
        try {
            HookedThread thread = current.calls.thread();
            long token = current.calls.enter(thread, hook, communicator);
            if (token == HookToken.TO_RECORD) {
                RecordedCall call = thread.recording.call;
                call.input = input;
                call.output = output;
                call.options = options;
                call.typeArgument = type;
                call.reductionArgument = reduction;
                call.inputSplitsArgument = inputSplits;
                call.outputSplitsArgument = outputSplits;
                call.streamArgument = stream;
                call.count = count;
                call.root = root;
                call.peer = peer;
                call.tag = tag;
                token = current.calls.record(thread, hook, communicator);
            }
            current.state.surfaceFaults();
            return token;
        } catch (Throwable e) {
            missed(current, e, hook, communicator);
            return HookToken.NOT_ENTERED;
        }
    }

    /** Before a copy. */
    public static long enterCopy(
            int hook,
            Object destination,
            Object source,
            Object destinationDevice,
            Object sourceDevice,
            Object options,
            Object stream,
            long bytes,
            long rows,
            long destinationPitch,
            long sourcePitch,
            long direction) {
        HookSession current = active();
        if (current == null) {
            return HookToken.NOT_ENTERED;
        }
        try {
            CopyArguments copy = new CopyArguments();
            copy.destination.given = destination;
            copy.source.given = source;
            copy.destination.deviceArgument = destinationDevice;
            copy.source.deviceArgument = sourceDevice;
            copy.options = options;
            copy.streamArgument = stream;
            copy.bytes = bytes;
            copy.rows = rows;
            copy.destination.pitch = destinationPitch;
            copy.source.pitch = sourcePitch;
            copy.direction = direction;
            long token = current.copies.enter(hook, copy);
            current.state.surfaceFaults();
            return token;
        } catch (Throwable e) {
            missed(current, e, hook, null);
            return HookToken.NOT_ENTERED;
        }
    }

    /** Before the launch of a kernel. */
    public static long enterLaunch(int hook, Object stream, Object arguments) {
        HookSession current = active();
        if (current == null) {
            return HookToken.NOT_ENTERED;
        }
        try {
            long token = current.devices.enterLaunch(hook, stream, arguments);
            current.state.surfaceFaults();
            return token;
        } catch (Throwable e) {
            missed(current, e, hook, null);
            return HookToken.NOT_ENTERED;
        }
    }

    /** Before a method that returns when work of a stream or device is done. */
    public static long enterSynchronize(int hook, Object stream) {
        HookSession current = active();
        if (current == null) {
            return HookToken.NOT_ENTERED;
        }
        try {
            long token = current.devices.enterSynchronize(hook, stream);
            current.state.surfaceFaults();
            return token;
        } catch (Throwable e) {
            missed(current, e, hook, null);
            return HookToken.NOT_ENTERED;
        }
    }

    /** Before a method that ends a context or may end it. */
    public static long enterContextEnd(int hook, Object context, Object device) {
        HookSession current = active();
        if (current == null) {
            return HookToken.NOT_ENTERED;
        }
        try {
            long token = HookToken.NOT_ENTERED;
            if (current.methods.get(hook).entry().kind() == EntryKind.CONTEXT_RELEASE) {
                token = current.devices.enterRelease(device);
            } else {
                current.devices.endContext(context, device);
            }
            current.state.surfaceFaults();
            return token;
        } catch (Throwable e) {
            missed(current, e, hook, null);
            return HookToken.NOT_ENTERED;
        }
    }

    /** Before the creation of a communicator without a parent. */
    public static long enterCommunicator(int hook, Object store, Object name, Object devices, long rank, long size) {
        HookSession current = active();
        if (current == null) {
            return HookToken.NOT_ENTERED;
        }
        try {
            long token = current.communicators.enter(hook, store, name, devices, rank, size);
            current.state.surfaceFaults();
            return token;
        } catch (Throwable e) {
            missed(current, e, hook, null);
            return HookToken.NOT_ENTERED;
        }
    }

    /** Before the split of a communicator. */
    public static long enterSplit(
            int hook,
            Object communicator,
            Object ranks,
            Object excluded,
            Object store,
            Object name,
            long count,
            long colour) {
        HookSession current = active();
        if (current == null) {
            return HookToken.NOT_ENTERED;
        }
        try {
            long token =
                    current.communicators.enterSplit(hook, communicator, ranks, excluded, store, name, count, colour);
            current.state.surfaceFaults();
            return token;
        } catch (Throwable e) {
            missed(current, e, hook, null);
            return HookToken.NOT_ENTERED;
        }
    }

    /** Before the creation of a store. */
    public static long enterStore(int hook, Object name, Object options) {
        HookSession current = active();
        if (current == null) {
            return HookToken.NOT_ENTERED;
        }
        try {
            long token = current.communicators.enterStore(hook, name, options);
            current.state.surfaceFaults();
            return token;
        } catch (Throwable e) {
            missed(current, e, hook, null);
            return HookToken.NOT_ENTERED;
        }
    }

    /** Before a wait for a work, the return of its future, the start of a group, or the end of a communicator. */
    public static long enter(int hook, Object object) {
        HookSession current = active();
        if (current == null) {
            return HookToken.NOT_ENTERED;
        }
        try {
            EntryKind kind = current.methods.get(hook).entry().kind();
            long token = HookToken.NOT_ENTERED;
            if (kind == EntryKind.WAIT) {
                token = current.calls.enterWait(hook, object);
            } else if (kind == EntryKind.GROUP_START) {
                current.issues.enterGroup(hook);
            } else if (kind == EntryKind.FUTURE) {
                if (current.results != null) {
                    current.results.observed(hook, object);
                }
            } else {
                current.communicators.enterLeave(hook, object);
            }
            current.state.surfaceFaults();
            return token;
        } catch (Throwable e) {
            missed(current, e, hook, null);
            return HookToken.NOT_ENTERED;
        }
    }

    /** Before GPU memory is freed. */
    public static long enterFree(int hook, Object memory) {
        HookSession current = active();
        if (current == null) {
            return HookToken.NOT_ENTERED;
        }
        try {
            current.buffers.freed(memory);
        } catch (Throwable e) {
            missed(current, e, hook, null);
        }
        return HookToken.NOT_ENTERED;
    }

    /**
     * After GPU memory was allocated.
     *
     * @param made where its address was written
     * @param result 0 if it was allocated
     */
    public static void leaveAllocate(int hook, long token, Object made, long bytes, long result) {
        HookSession current = active();
        if (current == null) {
            return;
        }
        try {
            current.buffers.allocated(hook, made, bytes, result);
        } catch (Throwable e) {
            missed(current, e, ~hook, null);
        }
    }

    /** Before the mark of a step. */
    public static long enterStep(int hook, long number) {
        HookSession current = active();
        if (current == null) {
            return HookToken.NOT_ENTERED;
        }
        try {
            current.steps.begin(current.calls.thread().recording, number);
        } catch (Throwable e) {
            missed(current, e, hook, null);
        }
        return HookToken.NOT_ENTERED;
    }

    /**
     * After a method has returned.
     *
     * @param object the work of a wait or test; otherwise the work or communicator that the method made, returned or was called on
     * @param result 0 if a wait or test says that the work has not finished; otherwise an error code, 0 for success
     */
    public static void leave(int hook, long token, Object object, long result) {
        HookSession current = active();
        if (current == null) {
            return;
        }
        try {
            EntryKind kind = current.methods.get(hook).entry().kind();
            if (kind == EntryKind.WAIT) {
                if (token >= 0 && result != 0) {
                    current.calls.leaveWait(token);
                }
                if (current.results != null && result != 0) {
                    current.results.waited(hook, object);
                }
            } else if (kind == EntryKind.TEST) {
                if (result != 0) {
                    current.calls.leaveTest(hook, object);
                    if (current.results != null) {
                        current.results.tested(hook, object);
                    }
                }
            } else if (kind == EntryKind.GROUP_END) {
                current.issues.leaveGroup(hook, result);
            } else if (kind == EntryKind.LEAVE) {
                current.communicators.left(hook, result);
            } else if (token != HookToken.NOT_ENTERED) {
                if (kind == EntryKind.CALL) {
                    current.calls.leave(hook, token, object, result);
                } else if (kind == EntryKind.COPY) {
                    current.copies.leave(hook, token, result);
                } else if (kind == EntryKind.CONTEXT_RELEASE) {
                    current.devices.leaveRelease();
                } else {
                    current.communicators.leave(hook, token, object, result);
                }
            }
            current.state.surfaceFaults();
        } catch (Throwable e) {
            missed(current, e, ~hook, null);
        }
    }

    /** After a launch, or a method that returns when work of a stream or device is done. */
    public static void leaveDevice(int hook, long token, Object stream, long result) {
        HookSession current = active();
        if (current == null || token == HookToken.NOT_ENTERED) {
            return;
        }
        try {
            current.devices.leave(hook, token, stream, result);
            current.state.surfaceFaults();
        } catch (Throwable e) {
            missed(current, e, ~hook, null);
        }
    }

    /**
     * After the asynchronous error of a communicator was asked for.
     *
     * @param error where it was written
     * @param result 0 if it was written
     */
    public static void leaveAsyncError(int hook, long token, Object communicator, Object error, long result) {
        HookSession current = active();
        if (current == null) {
            return;
        }
        try {
            current.issues.leaveAsyncError(hook, communicator, error, result);
            current.state.surfaceFaults();
        } catch (Throwable e) {
            missed(current, e, ~hook, null);
        }
    }

    /** After the creation of a store. */
    public static void leaveStore(int hook, long token, Object store, Object name, Object below) {
        HookSession current = active();
        if (current == null) {
            return;
        }
        try {
            current.communicators.leaveStore(hook, token, store, name, below);
            current.state.surfaceFaults();
        } catch (Throwable e) {
            missed(current, e, ~hook, null);
        }
    }

    /**
     * After a method has thrown.
     *
     * @param work the work of a wait
     */
    public static void fail(int hook, long token, Object work, Throwable failure) {
        cleanStack(failure);
        HookSession current = active();
        if (current == null) {
            return;
        }
        try {
            EntryKind kind = current.methods.get(hook).entry().kind();
            if (kind == EntryKind.GROUP_START || kind == EntryKind.GROUP_END) {
                current.issues.failGroup(hook, failure);
            } else if (kind == EntryKind.ALLOCATE) {
                current.buffers.notAllocated(hook, failure);
            } else if (token != HookToken.NOT_ENTERED) {
                if (kind == EntryKind.CALL) {
                    current.calls.fail(hook, token, failure);
                } else if (kind == EntryKind.COPY) {
                    current.copies.fail(hook, token, failure);
                } else if (kind == EntryKind.COMMUNICATOR || kind == EntryKind.SPLIT) {
                    current.communicators.fail(hook, token, failure);
                } else if (kind == EntryKind.LAUNCH || kind == EntryKind.SYNCHRONIZE) {
                    current.devices.fail(hook, token);
                } else if (kind == EntryKind.CONTEXT_RELEASE) {
                    current.devices.leaveRelease();
                } else if (kind == EntryKind.WAIT && token >= 0) {
                    current.calls.failWait(hook, token, work, failure);
                } else if (kind == EntryKind.STORE && token >= 0) {
                    current.communicators.failStore(hook, failure);
                }
            }
            current.state.surfaceFaults();
        } catch (Throwable e) {
            missed(current, e, ~hook, null);
        }
    }

    /**
     * Throws the exception that {@link #leave} kept for this thread, if its last copy was corrupt and the user asked for that.
     */
    public static void throwIfCorrupt() {
        HookSession current = session;
        RuntimeException exception = current == null ? null : current.copies.takeException();
        if (exception != null) {
            throw exception;
        }
    }

    /** Removes the wrappers from an exception's stack, so that the application prints the same as without the agent. */
    private static void cleanStack(Throwable failure) {
        try {
            WrapperFrames.clean(failure);
        } catch (Throwable e) {
            // The exception does not allow a change of its stack, or the stack or heap is exhausted.
        }
    }

    /**
     * Handles the failure of a hook.
     *
     * @param hook its number, or the complement of that at the end of a method
     * @param communicator of a call that begins; null otherwise
     */
    private static void missed(HookSession current, Throwable failure, int hook, Object communicator) {
        if (current.state.failed(failure)) {
            MissedHooks.add(hook, communicator);
        }
    }
}
