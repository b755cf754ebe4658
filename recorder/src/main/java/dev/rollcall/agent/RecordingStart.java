package dev.rollcall.agent;

import dev.rollcall.recorder.AgentThread;
import dev.rollcall.recorder.CalledMethod;
import dev.rollcall.recorder.CommunicatorSpec;
import dev.rollcall.recorder.CommunicatorsByKey;
import dev.rollcall.recorder.RecordedCommunicator;
import dev.rollcall.recorder.Recorder;
import dev.rollcall.recorder.ThreadRecording;
import dev.rollcall.trace.Operation;
import dev.rollcall.trace.TraceGeometry;
import dev.rollcall.trace.TraceWriter;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * Creates the trace and begins to record, at the first recorded call, so that a compiler or another tool that runs under the
 * agent's options leaves no file, prints nothing, and starts as fast as without the agent. What needs no file is prepared on
 * a thread of its own as soon as a recorded class is loaded, so that the first call does not wait for it. Thread-safe.
 */
final class RecordingStart implements Runnable {
    /** The classes with which JDK 17 and JDK 25 unwind a stack that is exhausted while the trace is written. */
    private static final List<String> UNWINDING = List.of(
            "jdk.internal.misc.ScopedMemoryAccess$Scope",
            "jdk.internal.misc.ScopedMemoryAccess$Scope$ScopedAccessError",
            "jdk.internal.misc.ScopedMemoryAccess$ScopedAccessError");

    private static final int REHEARSAL_HEAP = 64 << 10;

    /** How long the end of the process waits for a start: file systems can hang, and the job must not. */
    private static final long END_WAITS_MILLIS = 10_000;

    private final Options options;
    private final Instrumentation instrumentation;
    private final HookedMethods methods;
    private final InstrumentationNotes notes;
    private final long mainThread = Thread.currentThread().getId();
    private final CountDownLatch called = new CountDownLatch(1);

    /** Has a stack of its own and no interrupt: the thread of the first call may be short of stack, or interrupted. */
    private final Thread starter = AgentThread.of(this, "rollcall-start");

    private boolean begun;
    private boolean endsHooked;
    private volatile boolean late;

    /** Makes a start; must be called on the main thread. */
    RecordingStart(
            Options options, Instrumentation instrumentation, HookedMethods methods, InstrumentationNotes notes) {
        this.options = options;
        this.instrumentation = instrumentation;
        this.methods = methods;
        this.notes = notes;
    }

    /**
     * Begins to record before the first call, without waiting for it. How the process ends is recorded from now on: its end
     * waits for the start, for a limited time.
     */
    void beginAtOnce() {
        hookEnds();
        called.countDown();
        begin();
        // The process does not end normally before a thread that is no daemon has.
        new Thread(null, this::awaitIfCalled, "rollcall-start-wait", 0, false).start();
    }

    /** Waits until recording has begun, if it is about to; not for ever. */
    void awaitIfCalled() {
        if (called.getCount() == 0 && !late) {
            await(END_WAITS_MILLIS);
            late = starter.isAlive();
        }
    }

    /** Prepares the recording, unless that has begun, without waiting for it. Never throws. */
    void prepare() {
        try {
            begin();
        } catch (Throwable e) {
            // The first call tries again.
        }
    }

    /** Begins to record, unless that was tried before, and returns when it is done. An interrupt stays pending. */
    void await() {
        await(0);
    }

    /** @param millis the longest wait; 0 for one without limit */
    private void await(long millis) {
        if (Thread.currentThread() == starter) {
            return;
        }
        called.countDown();
        begin();
        boolean interrupted = false;
        while (true) {
            try {
                starter.join(millis);
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void begin() {
        if (!begun) {
            try {
                starter.start();
            } catch (IllegalThreadStateException e) {
                // An exhausted stack came between the start and the note of it.
            }
            begun = true;
        }
    }

    @Override
    public void run() {
        try {
            prepared();
            awaitCall();
            record();
        } catch (Throwable e) {
            AgentLog.print("not recording: " + e + "; the job runs on");
        } finally {
            Hooks.beginWith(null);
        }
    }

    /** Who interrupts all threads of a program does not mean this one. */
    private void awaitCall() {
        while (true) {
            try {
                called.await();
                return;
            } catch (InterruptedException e) {
                continue;
            }
        }
    }

    private synchronized void hookEnds() {
        if (!endsHooked) {
            endsHooked = true;
            ProcessEndTransformer.install(instrumentation, notes);
        }
    }

    /** Does what needs no file. What fails here is loaded at the first call. */
    private void prepared() {
        try {
            hookEnds();
            if (called.getCount() > 0) {
                rehearse();
            }
        } catch (Throwable e) {
            // Such as an exhausted heap.
        }
    }

    /** Records a communicator and a call into memory: loads and links the classes that the first call needs. */
    private void rehearse() throws Throwable {
        ProcessIdentity process = ProcessIdentity.ofThisProcess();
        TraceWriter trace = TraceWriter.inMemory(
                new TraceGeometry(TraceGeometry.MIN_SLOTS, REHEARSAL_HEAP, 1),
                TraceFileCreation.identity(options, process));
        Recorder recorder = recorder(trace, process);
        ThreadRecording thread = session(recorder, process, trace).calls.thread().recording;
        CalledMethod method = new CalledMethod(1, RecordingStart.class.getName(), "rehearse");
        CommunicatorsByKey library = recorder.communicators().of("");
        CommunicatorSpec spec = CommunicatorSpec.of("", "", 0, 1);
        RecordedCommunicator communicator = recorder.communicators().joining(thread, library, method, spec, 0);
        recorder.communicators().joined(thread, library, communicator, 1, 0);
        thread.call.clear();
        thread.call.operation = Operation.BARRIER;
        recorder.calls().completed(thread, recorder.calls().begin(thread, method, communicator));
        recorder.settle();
    }

    private void record() throws Throwable {
        ProcessIdentity process = ProcessIdentity.ofThisProcess();
        Path file = options.file().resolve(process, System.getenv(), Instant.now());
        TraceWriter trace;
        try {
            trace = TraceFileCreation.create(file, options, process);
        } catch (IOException e) {
            AgentLog.print("not recording: cannot create " + file + ": " + reason(e) + "; the job runs on");
            return;
        }
        options.keep().apply(file);
        Recorder made = recorder(trace, process);
        loadEarly();
        HookSession begins = session(made, process, trace);
        notes.writeTo(trace);
        ProcessEndHooks.install(made.endings());
        recordEnd(made, begins);
        made.start(() -> {
            begins.missed.account();
            begins.copies.poll();
            begins.devices.poll();
            made.buffers().poll();
        });
        AgentLog.print(AgentVersion.get() + " records "
                + String.join(", ", options.catalogue().libraries()) + " to " + file);
        Hooks.install(begins);
    }

    private Recorder recorder(TraceWriter trace, ProcessIdentity process) {
        return new Recorder(
                trace,
                mainThread,
                options.slots(),
                process.rank(),
                process.world(),
                options.stackFrames(),
                options.hang(),
                new ClassFileSites(),
                WrapperFrames::without,
                AgentLog::print);
    }

    private HookSession session(Recorder recorder, ProcessIdentity process, TraceWriter trace) {
        return new HookSession(
                methods,
                recorder,
                process,
                trace,
                options.copies(),
                options.corrupt(),
                options.devices(),
                options.results());
    }

    /** Returns why a file cannot be created, in words rather than as an exception's class. */
    private static String reason(IOException e) {
        if (e instanceof AccessDeniedException) {
            return "no permission";
        }
        if (e instanceof NoSuchFileException) {
            return "its folder cannot be created";
        }
        if (e instanceof FileAlreadyExistsException) {
            return "its folder's name is taken by something that is not a folder";
        }
        String reason = e instanceof FileSystemException system ? system.getReason() : e.getMessage();
        return reason == null ? e.getClass().getSimpleName() : reason;
    }

    /** Loads what cannot be loaded once the stack is exhausted; the JVM would complain about that on stderr. */
    private static void loadEarly() {
        for (String name : UNWINDING) {
            try {
                Class.forName(name, false, null);
            } catch (ClassNotFoundException ofAnotherRelease) {
                continue;
            }
        }
    }

    /** Where the first call comes from a shutdown hook, nothing is known of how the process ends, and nothing is recorded of it. */
    private static void recordEnd(Recorder recorder, HookSession session) {
        try {
            Runtime.getRuntime()
                    .addShutdownHook(new Thread(null, () -> end(recorder, session), "rollcall-end", 0, false));
        } catch (IllegalStateException e) {
            // The process has begun to end.
        }
    }

    /** Leaves the trace open: other shutdown hooks run concurrently, and may still call a library and hang. */
    private static void end(Recorder recorder, HookSession session) {
        try {
            session.copies.settle();
            session.streams.settle();
            session.devices.settle();
            recorder.settle();
            recorder.endings().lastThreadEnded();
        } catch (Throwable e) {
            recorder.state().failed(e);
        } finally {
            // The log's own hook may have ended before the lines of this one.
            AgentLog.flush();
        }
    }
}
