package dev.rollcall.agent;

import dev.rollcall.catalogue.ArgumentRole;
import dev.rollcall.catalogue.EntryKind;
import dev.rollcall.gpu.ContextEnds;
import dev.rollcall.gpu.ContextRelease;
import dev.rollcall.gpu.DeviceHistory;
import dev.rollcall.gpu.PointerChecks;
import dev.rollcall.library.LaunchReader;
import dev.rollcall.recorder.CalledMethod;
import dev.rollcall.recorder.DeviceRecorder;
import dev.rollcall.recorder.DeviceRecorder.Misplaced;
import dev.rollcall.recorder.IssuedOperation;
import dev.rollcall.recorder.RecordedCall;
import dev.rollcall.recorder.StreamCall;
import dev.rollcall.trace.CopyEvent;
import dev.rollcall.trace.DeviceWork;
import dev.rollcall.trace.Misplacement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Checks what devices are given: whether a kernel or a collective gets memory that its device cannot reach, and, once the driver
 * reports an error, which operations may have made it. Opens the driver at the first launch, copy or call in a stream. What goes
 * wrong here costs a check. Thread-safe.
 */
final class DeviceHooks {
    /** Memory is looked at again after this time, because its address may have been given to another device. */
    private static final long FORGET_NANOS = 1_000_000_000;

    /** How long the end of the process may be delayed by a question to the driver, which answers at once unless it hangs. */
    private static final long MAX_SETTLE_MILLIS = 1000;

    /** {@code CUDA_ERROR_INVALID_CONTEXT} and {@code CUDA_ERROR_INVALID_HANDLE}, and the runtime's errors with their codes. */
    private static final Set<Long> REFUSES_STREAM = Set.of(201L, 400L);

    /** {@code ncclUnhandledCudaError}, by which NCCL passes those on, {@code ncclInvalidArgument} and {@code ncclInvalidUsage}. */
    private static final Set<Long> NCCL_REFUSES_STREAM = Set.of(1L, 4L, 5L);

    /** A call in a group, whose memory is judged when the group has been issued. */
    record GroupedCall(CalledMethod called, IssuedOperation operation, int device, List<Misplaced> doubtful) {}

    private record Driver(PointerChecks pointers, DeviceHistory history) {}

    private final HookedMethods methods;
    private final ThreadLocal<HookedThread> threads;
    private final DeviceRecorder recorder;
    private final DeviceChecks checks;
    private final DriverWarning warning;
    private final LaunchReader launches = new LaunchReader();
    private volatile Driver driver;
    private volatile boolean closed;

    /** Why the driver could not be opened; null while it was not tried or could be. */
    private volatile String obstacle;

    private volatile long forgotten = System.nanoTime();

    DeviceHooks(
            HookedMethods methods,
            ThreadLocal<HookedThread> threads,
            DeviceRecorder recorder,
            DeviceChecks checks,
            DriverWarning warning) {
        this.methods = methods;
        this.threads = threads;
        this.recorder = recorder;
        this.checks = checks;
        this.warning = warning;
        this.closed = checks == DeviceChecks.OFF;
    }

    /** Returns the driver, opened for a library in this loader; null where there is none, or nothing is to be checked. */
    private Driver open(ClassLoader loader) {
        if (driver == null && !closed) {
            synchronized (this) {
                if (driver == null && !closed) {
                    try {
                        JCudaClasses.check(loader);
                        PointerChecks pointers = PointerChecks.open();
                        recorder.devices(pointers.devices());
                        driver = new Driver(pointers, DeviceHistory.open());
                    } catch (Exception | LinkageError e) {
                        // Whoever follows copies and calls says so. Launches have only these hooks.
                        obstacle = JCudaClasses.reason(e);
                        closed = true;
                    }
                }
            }
        }
        return driver;
    }

    /** Gives the checks up, because JCuda is of an unknown version; after other failures they go on. */
    private void failed(Throwable failure) {
        if (failure instanceof LinkageError && !closed) {
            closed = true;
            driver = null;
            AgentLog.print("devices are not checked: " + JCudaClasses.reason(failure));
        }
    }

    /** Before a communicator is created that works on a device: the trace must tell that from the devices of other ranks. */
    void creating(ClassLoader loader) {
        open(loader);
    }

    /** Returns the ordinal of the current thread's device; -1 where unknown. */
    int current() {
        Driver opened = driver;
        try {
            return opened == null ? -1 : opened.pointers.currentDevice();
        } catch (Exception | LinkageError e) {
            failed(e);
            return -1;
        }
    }

    /** Before a kernel is launched. */
    long enterLaunch(int hook, Object stream, Object arguments) {
        HookedThread thread = threads.get();
        HookedMethod method = methods.get(hook);
        Driver opened = thread.enter(hook) ? open(method.loader()) : null;
        if (opened == null) {
            if (obstacle != null) {
                warning.printOnce("devices are not checked: " + obstacle);
            }
            return HookToken.NOT_RECORDED;
        }
        thread.launchDevice = -1;
        try {
            waitBefore(thread, method, launches.handle(stream));
            long[] addresses = launches.addresses(arguments);
            int device = opened.pointers.currentDevice();
            thread.launchDevice = device;
            for (int i = 0; i < addresses.length && device >= 0; i++) {
                int where = opened.pointers.elsewhere(addresses[i], device);
                if (where >= 0 && !opened.pointers.reachable(addresses[i])) {
                    misplaced(
                            method.called(),
                            new Misplaced(Misplacement.LAUNCH, addresses[i], where, device, i + 1),
                            operation(thread, method, DeviceWork.LAUNCH, launches.handle(stream), device));
                }
            }
        } catch (StackOverflowError | OutOfMemoryError e) {
            throw e;
        } catch (Throwable e) {
            failed(e);
        }
        return 0;
    }

    /**
     * Before a copy.
     *
     * @param stream the handle of its stream
     */
    void copying(HookedThread thread, HookedMethod method, long stream) {
        if (open(method.loader()) != null) {
            try {
                waitBefore(thread, method, stream);
            } catch (Exception | LinkageError e) {
                failed(e);
            }
        }
    }

    /** Waits, if that is wanted, for what libraries have issued unseen, so that its error is not taken for that of what follows. */
    private void waitBefore(HookedThread thread, HookedMethod method, long stream) throws Exception {
        DeviceHistory history = driver.history;
        if (checks == DeviceChecks.EACH && !history.capturing(stream)) {
            history.synchronize(stream);
            checkFault(thread, method.called(), stream);
        }
    }

    /** Before a method that returns when the work of a stream or device is done. Its token is a mark behind that work. */
    long enterSynchronize(int hook, Object stream) {
        HookedThread thread = threads.get();
        if (!thread.enter(hook) || driver == null) {
            return HookToken.NOT_RECORDED;
        }
        if (methods.get(hook).entry().roles().contains(ArgumentRole.EVENT)) {
            // It completes nothing that is known, and is called often.
            return 0;
        }
        try {
            return Math.max(0, driver.history.mark(launches.handle(stream)));
        } catch (StackOverflowError | OutOfMemoryError e) {
            throw e;
        } catch (Throwable e) {
            failed(e);
            return HookToken.NOT_RECORDED;
        }
    }

    /** After a launch or a synchronization. */
    void leave(int hook, long token, Object stream, long result) {
        HookedThread thread = threads.get();
        try {
            Driver opened = driver;
            if (token == HookToken.NOT_RECORDED || opened == null) {
                return;
            }
            HookedMethod method = methods.get(hook);
            long handle = launches.handle(stream);
            if (method.entry().kind() == EntryKind.SYNCHRONIZE) {
                leaveSynchronize(thread, method, token, handle, result);
            } else if (result != 0) {
                launchFailed(thread, method, handle, result);
            } else if (!opened.history.capturing(handle)) {
                issued(
                        thread,
                        method,
                        operation(thread, method, DeviceWork.LAUNCH, handle, thread.launchDevice),
                        false);
            }
        } catch (StackOverflowError | OutOfMemoryError e) {
            throw e;
        } catch (Throwable e) {
            failed(e);
        } finally {
            thread.leave();
        }
    }

    private void leaveSynchronize(HookedThread thread, HookedMethod method, long mark, long stream, long result)
            throws Exception {
        DeviceHistory history = driver.history;
        if (result != 0) {
            checkFault(thread, method.called(), stream);
        } else if (method.entry().roles().contains(ArgumentRole.STREAM)) {
            history.completed(stream, mark);
        } else if (!method.entry().roles().contains(ArgumentRole.EVENT)) {
            history.completed(mark);
        }
    }

    private void launchFailed(HookedThread thread, HookedMethod method, long stream, long result) throws Exception {
        if (checkFault(thread, method.called(), stream) || !REFUSES_STREAM.contains(result)) {
            return;
        }
        int current = driver.pointers.currentDevice();
        int device = driver.pointers.deviceOf(stream);
        if (device >= 0 && current >= 0 && device != current) {
            misplaced(
                    method.called(),
                    new Misplaced(Misplacement.STREAM, 0, device, current, 0),
                    operation(thread, method, DeviceWork.LAUNCH, stream, current));
        }
    }

    /** After a method that failed by an exception. */
    void fail(int hook, long token) {
        HookedThread thread = threads.get();
        try {
            if (token != HookToken.NOT_RECORDED) {
                failed(thread, methods.get(hook), 0);
            }
        } finally {
            thread.leave();
        }
    }

    /** After any method of CUDA that failed: looks whether the driver has an error that an earlier operation made. */
    void failed(HookedThread thread, HookedMethod method, long stream) {
        if (driver != null) {
            try {
                checkFault(thread, method.called(), stream);
            } catch (Exception | LinkageError e) {
                failed(e);
            }
        }
    }

    /**
     * After a copy.
     *
     * @param synchronous whether all that precedes it in its stream is done if it succeeded
     */
    void copied(HookedThread thread, HookedMethod method, CopyEvent copy, long result, boolean synchronous) {
        Driver opened = open(method.loader());
        if (opened == null || copy == null) {
            return;
        }
        try {
            if (result != 0) {
                checkFault(thread, method.called(), copy.stream());
                return;
            }
            boolean crosses = copy.sourceDevice() >= 0
                    && copy.destinationDevice() >= 0
                    && copy.sourceDevice() != copy.destinationDevice();
            IssuedOperation operation = recorder.operation(
                    thread.recording,
                    method.called(),
                    DeviceWork.COPY,
                    copy.stream(),
                    copy.destinationDevice() < 0 ? copy.sourceDevice() : copy.destinationDevice(),
                    crosses ? copy.sourceDevice() : -1,
                    -1);
            issued(thread, method, operation, synchronous);
        } catch (Exception | LinkageError e) {
            failed(e);
        }
    }

    private void issued(HookedThread thread, HookedMethod method, IssuedOperation operation, boolean done)
            throws Exception {
        DeviceHistory history = driver.history;
        history.issued(operation, -1);
        if (done) {
            history.completed(operation.stream(), history.mark(operation.stream()));
        } else if (checks == DeviceChecks.EACH) {
            history.synchronize(operation.stream());
            checkFault(thread, method.called(), operation.stream());
        }
    }

    /** After a call that its library has accepted: notes it, and judges its memory unless it is in a group. */
    void called(HookedThread thread, BoundMethod method, StreamCall issued, RecordedCall call) {
        Driver opened = open(method.loader());
        if (opened == null) {
            return;
        }
        try {
            int device = issued.communicator().device();
            List<Misplaced> doubtful = List.of();
            if (device >= 0) {
                doubtful = doubtful(opened, call.buffer, device, 1, doubtful);
                if (call.outputBuffer != 0) {
                    doubtful = doubtful(opened, call.outputBuffer, device, 2, doubtful);
                }
            }
            IssuedOperation operation = recorder.operation(
                    thread.recording,
                    issued,
                    method.function(),
                    device,
                    doubtful.isEmpty() ? -1 : doubtful.get(0).device());
            GroupedCall grouped = new GroupedCall(method.called(), operation, device, doubtful);
            if (thread.recording.inGroup()) {
                thread.grouped.add(grouped);
            } else {
                judge(grouped);
            }
        } catch (Exception | LinkageError e) {
            failed(e);
        }
    }

    private static List<Misplaced> doubtful(
            Driver opened, long address, int device, int argument, List<Misplaced> before) {
        int where = opened.pointers.elsewhere(address, device);
        if (where < 0) {
            return before;
        }
        List<Misplaced> all = new ArrayList<>(before);
        all.add(new Misplaced(Misplacement.COMMUNICATOR, address, where, device, argument));
        return all;
    }

    /** Judges a call that was issued. NCCL itself enables peer access for its first calls, so this cannot be done before. */
    private void judge(GroupedCall call) throws Exception {
        driver.history.issued(call.operation, call.device);
        for (Misplaced each : call.doubtful) {
            if (!driver.pointers.reachable(each.address(), call.device)) {
                misplaced(call.called, each, call.operation);
            }
        }
    }

    /** After the outermost end of a group, whose calls have been issued or not. */
    void groupEnded(HookedThread thread, boolean issued) {
        if (thread.grouped.isEmpty()) {
            return;
        }
        List<GroupedCall> calls = List.copyOf(thread.grouped);
        thread.grouped.clear();
        if (driver == null) {
            return;
        }
        try {
            if (!issued) {
                checkFault(thread, calls.get(0).called, calls.get(0).operation.stream());
                return;
            }
            for (GroupedCall each : calls) {
                judge(each);
            }
        } catch (Exception | LinkageError e) {
            failed(e);
        }
    }

    /** After a call that failed with a code of NCCL: NCCL refuses a stream of another device. */
    void callFailed(HookedThread thread, BoundMethod method, StreamCall refused, long code) {
        int device = refused.communicator().device();
        long stream = refused.stream();
        Driver opened = open(method.loader());
        if (opened == null) {
            return;
        }
        try {
            boolean fault = checkFault(thread, method.called(), stream);
            int where = fault || !NCCL_REFUSES_STREAM.contains(code) ? -1 : opened.pointers.deviceOf(stream);
            if (where >= 0 && device >= 0 && where != device) {
                misplaced(
                        method.called(),
                        new Misplaced(Misplacement.STREAM, 0, where, device, 0),
                        recorder.operation(thread.recording, refused, method.function(), device, where));
            }
        } catch (Exception | LinkageError e) {
            failed(e);
        }
    }

    /** Notes that a call has completed. */
    void completed(StreamCall call) {
        Driver opened = driver;
        if (opened != null) {
            opened.history.callCompleted(call.position());
        }
    }

    /** Before a method that ends a context, and all that the agent keeps in it. */
    void endContext(Object context, Object device) {
        try {
            ContextEnds.ending(launches.handle(context), device == null ? -1 : (int) launches.handle(device));
        } catch (StackOverflowError | OutOfMemoryError e) {
            throw e;
        } catch (Throwable e) {
            // Without JCuda, the agent keeps nothing in a context.
        }
    }

    /** Before the primary context of a device is given up, which may end it. */
    long enterRelease(Object device) {
        HookedThread thread = threads.get();
        try {
            thread.release = ContextEnds.releasing((int) launches.handle(device));
        } catch (StackOverflowError | OutOfMemoryError e) {
            throw e;
        } catch (Throwable e) {
            // As above.
        }
        return thread.release == null ? HookToken.NOT_ENTERED : 0;
    }

    /** After the primary context of a device was given up or not. */
    void leaveRelease() {
        HookedThread thread = threads.get();
        ContextRelease release = thread.release;
        thread.release = null;
        try {
            release.returned();
        } catch (Exception | LinkageError e) {
            failed(e);
        }
    }

    /** Forgets which memory was fine, from time to time. */
    void poll() {
        Driver opened = driver;
        long now = System.nanoTime();
        if (opened != null && now - forgotten > FORGET_NANOS) {
            forgotten = now;
            opened.pointers.forget();
        }
    }

    /** Looks for errors that only methods have returned that are not recorded. The driver may block, so this ends after a moment. */
    void settle() throws InterruptedException {
        Driver opened = driver;
        if (opened == null) {
            return;
        }
        Thread question = new Thread(null, () -> noteUnnoticed(opened.history), "rollcall-errors", 0, false);
        question.setDaemon(true);
        question.start();
        question.join(MAX_SETTLE_MILLIS);
    }

    private void noteUnnoticed(DeviceHistory history) {
        try {
            for (DeviceHistory.Fault fault : history.unnoticed()) {
                IssuedOperation end =
                        new IssuedOperation(DeviceWork.UNKNOWN, System.nanoTime(), 0, fault.device(), -1, -1, 0, 0, 0);
                report(fault, end, "at the end of the process");
            }
        } catch (Exception | LinkageError e) {
            failed(e);
        }
    }

    private IssuedOperation operation(
            HookedThread thread, HookedMethod method, DeviceWork work, long stream, int device) {
        return recorder.operation(thread.recording, method.called(), work, stream, device, -1, -1);
    }

    private void misplaced(CalledMethod called, Misplaced found, IssuedOperation operation) {
        if (!recorder.misplaced(found, operation)) {
            return;
        }
        String where = called.method() + site(called);
        String device = "GPU " + found.device();
        AgentLog.print(
                switch (found.what()) {
                    case STREAM -> where + " works on GPU " + found.expected() + ", and its stream is one of " + device;
                    default ->
                        where + " works on GPU " + found.expected() + ", which cannot reach "
                                + (found.argument() == 0 ? "its" : "argument " + found.argument() + ", the")
                                + " memory of " + device;
                });
    }

    /** Records the error that the driver reports for a stream's context, if it has one that was not recorded. */
    private boolean checkFault(HookedThread thread, CalledMethod called, long stream) throws Exception {
        DeviceHistory.Fault fault = driver.history.fault(stream);
        if (fault == null) {
            return false;
        }
        IssuedOperation noticed =
                recorder.operation(thread.recording, called, DeviceWork.UNKNOWN, stream, fault.device(), -1, -1);
        report(fault, noticed, "in " + called.method() + site(called));
        return true;
    }

    private void report(DeviceHistory.Fault fault, IssuedOperation noticed, String where) {
        recorder.error(noticed, fault.code(), fault.name(), fault.window());
        int count = fault.isOfHardware() ? 0 : fault.window().count();
        String origin = count == 0
                ? ""
                : count == 1
                        ? ": the recorded operation before can have made it"
                        : ": made by one of " + count + " operations that had not completed";
        AgentLog.print("CUDA error " + fault.code() + " (" + fault.name() + ") on GPU " + fault.device() + ", noticed "
                + where + origin + (count == 0 ? "" : "; rollcall analyze shows where"));
    }

    /** Returns where the current thread calls a method, as a message names it. */
    private static String site(CalledMethod called) {
        StackTraceElement[] frames = WrapperFrames.without(new Throwable().getStackTrace());
        for (int i = 0; i < frames.length - 1; i++) {
            if (frames[i].getClassName().equals(called.className())
                    && frames[i].getMethodName().equals(called.method())) {
                StackTraceElement caller = frames[i + 1];
                return " at " + caller.getClassName() + "." + caller.getMethodName() + "(" + caller.getFileName() + ":"
                        + caller.getLineNumber() + ")";
            }
        }
        return "";
    }
}
