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
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Creates the trace and begins to record, at the first recorded call, so that a compiler or another tool that runs under the
 * agent's options leaves no file, prints nothing, and starts as fast as without the agent. What needs no file is prepared on
 * a thread of its own as soon as a recorded class is loaded, so that the first call does not wait for it. A file system can hang,
 * and the job must not: who waits for the start gives it up after a time. Thread-safe.
 */
final class RecordingStart implements Runnable {
    /** The classes with which JDK 17 and JDK 25 unwind a stack that is exhausted while the trace is written. */
    private static final List<String> UNWINDING = List.of(
            "jdk.internal.misc.ScopedMemoryAccess$Scope",
            "jdk.internal.misc.ScopedMemoryAccess$Scope$ScopedAccessError",
            "jdk.internal.misc.ScopedMemoryAccess$ScopedAccessError");

    private static final int REHEARSAL_HEAP = 64 << 10;

    /** How long the first call, or the end of the process, waits for a start; a process that gets no processor waits longer. */
    private static final int LONGEST_WAIT_SECONDS = 10;

    /** How often a wait looks up: a pause of the process counts as one look. */
    private static final int LOOKS_PER_SECOND = 10;

    /** How long the end of the process waits for the removal of old traces. */
    private static final long REMOVAL_MILLIS = 2_000;

    /** How far the start has come; the order is that in which the states follow each other. */
    private enum State {
        /** No recorded class was loaded. */
        IDLE,
        /** The starter prepares what needs no file, and waits for a call. */
        PREPARING,
        /** A call was made, or the ranks of a job are to begin at once: the starter creates the trace. */
        BEGINNING,
        /** The trace is created, and the rest takes no file: nobody gives up any more. */
        CREATED,
        /** The process is recorded, or its trace could not be created. */
        OVER,
        /** It took too long: nothing is recorded any more, since the calls made meanwhile would be missing. */
        GIVEN_UP
    }

    private final Options options;
    private final Instrumentation instrumentation;
    private final HookedMethods methods;
    private final InstrumentationNotes notes;
    private final long mainThread = Thread.currentThread().getId();

    /** Wakes the starter when the state becomes {@link State#BEGINNING}. */
    private final CountDownLatch begun = new CountDownLatch(1);

    /** Wakes who waits for the start when the state becomes {@link State#OVER} or {@link State#GIVEN_UP}. */
    private final CountDownLatch ended = new CountDownLatch(1);

    /** Has a stack of its own and no interrupt: the thread of the first call may be short of stack, or interrupted. */
    private final Thread starter = AgentThread.of(this, "rollcall-start");

    private volatile State state = State.IDLE;
    private boolean endsHooked;

    /** Whether an end of a thread or of the process has waited in vain: the next one does not wait again. */
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
        begin(State.BEGINNING);
        // The process does not end normally before a thread that is no daemon has.
        new Thread(null, this::awaitIfBeginning, "rollcall-start-wait", 0, false).start();
    }

    /** Prepares the recording, unless that has begun, without waiting for it. Never throws. */
    void prepare() {
        try {
            begin(State.PREPARING);
        } catch (Throwable e) {
            // The first call tries again.
        }
    }

    /** Begins to record, unless that was tried before, and returns when it is done; gives it up if it takes too long. An interrupt stays pending. */
    void await() {
        if (Thread.currentThread() != starter) {
            begin(State.BEGINNING);
            while (isBeginning() && !isOverSoon()) {
                giveUp();
            }
        }
    }

    /** Waits for a limited time until recording has begun, if it is about to: the end of the process can do without. An interrupt stays pending. */
    void awaitIfBeginning() {
        if (isBeginning() && !late && Thread.currentThread() != starter) {
            late = !isOverSoon();
        }
    }

    private boolean isBeginning() {
        return state == State.BEGINNING || state == State.CREATED;
    }

    /** Waits for the end of the start, for a limited time; returns whether it came. */
    private boolean isOverSoon() {
        boolean interrupted = false;
        boolean over = false;
        for (int look = 0; look < LONGEST_WAIT_SECONDS * LOOKS_PER_SECOND && !over; look++) {
            try {
                over = ended.await(1_000 / LOOKS_PER_SECOND, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return over;
    }

    /** Starts the starter, unless it was, and moves on to a state, unless that or a later one is reached. */
    private synchronized void begin(State next) {
        if (state == State.IDLE) {
            try {
                starter.start();
            } catch (IllegalThreadStateException e) {
                // An exhausted stack came between the start and the note of it.
            }
        }
        if (state.compareTo(next) < 0) {
            state = next;
        }
        if (next == State.BEGINNING) {
            begun.countDown();
        }
    }

    private synchronized void giveUp() {
        if (state == State.BEGINNING) {
            AgentLog.print("not recording: creating the trace takes more than " + LONGEST_WAIT_SECONDS
                    + " s; its file system may hang; the job runs on");
            // The process may end as soon as nobody waits any more.
            AgentLog.flush();
            end(State.GIVEN_UP);
        }
    }

    private synchronized void end(State last) {
        if (state != State.GIVEN_UP) {
            state = last;
        }
        Hooks.beginWith(null);
        ended.countDown();
    }

    @Override
    public void run() {
        Path created = null;
        try {
            prepared();
            awaitBeginning();
            created = record();
        } catch (Throwable e) {
            notRecording(e.toString());
        } finally {
            end(State.OVER);
        }
        if (created != null) {
            options.keep().apply(created);
        }
    }

    /** Says why, unless something was said already. */
    private void notRecording(String reason) {
        if (state != State.GIVEN_UP) {
            AgentLog.print("not recording: " + reason + "; the job runs on");
        }
    }

    /** Who interrupts all threads of a program does not mean this one. */
    private void awaitBeginning() {
        while (true) {
            try {
                begun.await();
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
            if (state == State.PREPARING) {
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

    /** Returns the trace, which is recorded into from now on; null if there is none, or nobody waits for it any more. */
    private Path record() throws Throwable {
        ProcessIdentity process = ProcessIdentity.ofThisProcess();
        Path file = options.file().resolve(process, System.getenv(), Instant.now());
        TraceWriter trace;
        try {
            trace = TraceFileCreation.create(file, options, process);
        } catch (IOException e) {
            notRecording("cannot create " + file + ": " + reason(e));
            return null;
        }
        Recorder made = recorder(trace, process);
        loadEarly();
        HookSession begins = session(made, process, trace);
        notes.writeTo(trace);
        if (!isWanted()) {
            trace.close();
            Files.deleteIfExists(file);
            return null;
        }
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
        return file;
    }

    /** Returns whether the trace is still waited for; then it is not given up any more. */
    private synchronized boolean isWanted() {
        if (state == State.GIVEN_UP) {
            return false;
        }
        state = State.CREATED;
        return true;
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
    private void recordEnd(Recorder recorder, HookSession session) {
        try {
            Runtime.getRuntime()
                    .addShutdownHook(new Thread(null, () -> end(recorder, session), "rollcall-end", 0, false));
        } catch (IllegalStateException e) {
            // The process has begun to end.
        }
    }

    /** Leaves the trace open: other shutdown hooks run concurrently, and may still call a library and hang. */
    private void end(Recorder recorder, HookSession session) {
        try {
            session.copies.settle();
            session.streams.settle();
            session.devices.settle();
            recorder.settle();
            recorder.endings().lastThreadEnded();
            starter.join(REMOVAL_MILLIS);
        } catch (Throwable e) {
            recorder.state().failed(e);
        } finally {
            // The log's own hook may have ended before the lines of this one.
            AgentLog.flush();
        }
    }
}
