package dev.rollcall.recorder;

import dev.rollcall.trace.CallEncoder;
import dev.rollcall.trace.CallRing;
import dev.rollcall.trace.CommunicatorWriter;
import dev.rollcall.trace.EventTag;
import dev.rollcall.trace.HeapWriter;
import dev.rollcall.trace.Operation;
import dev.rollcall.trace.TraceWriter;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Records what this process calls into its trace. Thread-safe; recording a call takes no lock, and what is thrown here
 * besides errors of the JVM comes from a library's own code.
 */
public final class Recorder {
    private final TraceWriter trace;
    private final HeapWriter heap;
    private final CallRing calls;
    private final Stacks stacks;
    private final Works works;
    private final CommunicatorRecorder communicators;
    private final Endings endings;
    private final Consumer<String> tell;
    private final Background background;
    private final AtomicBoolean stopping = new AtomicBoolean();
    private volatile boolean recording = true;

    /**
     * Makes a recorder that writes into a trace, on the process's main thread.
     *
     * @param slots the slots of the trace's ring of calls
     * @param rank this process's rank, -1 where it is unknown
     * @param world the number of the job's ranks, -1 where it is unknown
     * @param frames the frames kept of each call's stack, 0 for none
     * @param hang how long no progress may be made before the stacks of all threads are recorded; zero for never
     * @param finder finds the call sites of classes
     * @param cleaner takes the frames of the instrumentation out of a stack
     * @param tell prints one line for the user
     */
    public Recorder(
            TraceWriter trace,
            int slots,
            int rank,
            int world,
            int frames,
            Duration hang,
            CallSites.Finder finder,
            UnaryOperator<StackTraceElement[]> cleaner,
            Consumer<String> tell) {
        this.trace = trace;
        this.heap = trace.heap();
        this.calls = trace.calls();
        this.tell = tell;
        // The JDK numbers its main thread differently from release to release.
        long mainThread = Thread.currentThread().getId();
        this.stacks = new Stacks(heap, frames, finder, cleaner);
        this.works = new Works(calls, heap);
        Births births = new Births(world);
        this.communicators = new CommunicatorRecorder(trace, stacks, births, rank >= 0);
        this.endings = new Endings(trace.events(), heap, stacks, mainThread);
        ThreadSnapshots snapshots = new ThreadSnapshots(trace.events(), heap, stacks, slots, mainThread);
        this.background = new Background(trace, works, new Watchdog(births, snapshots, hang, tell), this);
    }

    /** Starts the background thread. */
    public void start() {
        background.start();
    }

    /** Returns whether the recorder records; it stops for good at the first failure of its own. */
    public boolean recording() {
        return recording;
    }

    /**
     * Stops recording after a failure of the recorder's own, with one warning. The job runs on. The trace says so before any
     * call goes unrecorded. Never throws.
     */
    public void broken(Throwable failure) {
        if (!stopping.compareAndSet(false, true)) {
            return;
        }
        try {
            trace.stopped(System.nanoTime(), failure.toString());
        } catch (Throwable e) {
            // The trace itself is what is broken.
        } finally {
            recording = false;
        }
        try {
            tell.accept("recording stopped: " + failure + "; the job runs on");
        } catch (Throwable e) {
            // There is nobody left to tell.
        }
    }

    /** Returns how this process ends. */
    public Endings endings() {
        return endings;
    }

    /** Returns what one thread needs to record its calls. */
    public RecordingThread newThread() {
        return new RecordingThread(stacks.newKey(), new CallEncoder(calls));
    }

    /** Returns what records communicators. */
    public CommunicatorRecorder communicators() {
        return communicators;
    }

    /** Returns the id in the heap of a library's function. */
    public int function(String name) {
        return heap.string(name);
    }

    /**
     * Records that a call begins, with the details that its thread holds.
     *
     * @return the call's position, -1 where there was no room; its end is to be told all the same
     */
    public long begin(RecordingThread thread, CalledMethod called, Communicator communicator) {
        if (thread.lastWork >= 0) {
            if (works.live(thread.lastWork)) {
                communicator.waitedByApplication(false);
            }
            thread.lastWork = -1;
        }
        int stack = stacks.current(thread.stack, called);
        int name = thread.nameId(heap);
        CommunicatorWriter entry = communicator.entry();
        Operation operation = thread.call.operation;
        boolean pointToPoint = operation.pointToPoint();
        long sequence = pointToPoint ? entry.nextPointToPoint() : entry.nextCollective();
        long now = System.nanoTime();
        long position = calls.claim(EventTag.CALL);
        CallEncoder slot = thread.encoder.wrap(position).enqueued(now);
        if (pointToPoint) {
            slot.pointToPoint(entry, sequence);
        } else {
            slot.collective(entry, sequence);
        }
        slot.site(stack, name, thread.call.function);
        thread.call.write(slot, entry, sequence);
        calls.publish(position);
        communicator.began(now, operation, sequence);
        thread.communicator = communicator;
        return position;
    }

    /** Records that a call that blocks has returned. */
    public void completed(RecordingThread thread, long position) {
        long now = System.nanoTime();
        calls.completed(position, now);
        thread.communicator.ended(now);
        thread.communicator = null;
    }

    /** Records that a call threw. */
    public void failed(RecordingThread thread, long position, String failure) {
        long now = System.nanoTime();
        calls.failed(position, now, heap.text(failure));
        thread.communicator.ended(now);
        thread.communicator = null;
    }

    /** Returns whether the call that the thread is in should be followed through a handle of its work. */
    public boolean watched(RecordingThread thread) {
        return thread.communicator.watched();
    }

    /**
     * Records that a call has returned a work, by whose end it ends.
     *
     * @param key the work's key
     * @param handle by which the work can be asked; null where only the application's wait will tell
     */
    public void enqueued(RecordingThread thread, long position, long key, Completion completion, Object handle)
            throws Throwable {
        Communicator communicator = thread.communicator;
        thread.communicator = null;
        thread.lastWork = works.follow(position, communicator, key, completion, handle, System.nanoTime());
    }

    /** Records that the application waits for a work; returns the token to end the wait with. */
    public long waiting(long key) {
        long token = works.find(key);
        if (token >= 0) {
            works.waiting(token, System.nanoTime());
        }
        return token;
    }

    /** Records that the application learned of a work's end by its wait; a failure is null where there was none. */
    public void waited(long token, String failure) throws Throwable {
        works.finished(token, failure, System.nanoTime());
    }

    /** Returns the token of the work with this key, -1 where no call of it is in flight. */
    public long inFlight(long key) {
        return works.find(key);
    }

    /** Records that a wait threw without anybody knowing whether the work has finished. */
    public void waitThrew(long token, String failure) {
        works.threw(token, failure, System.nanoTime());
    }

    /** Records that a work has finished without anybody knowing how. */
    public void finishedSomehow(long token) {
        works.finishedSomehow(token, System.nanoTime());
    }

    /** Asks all works once more, before the process ends. */
    public void settle() throws Throwable {
        works.settle(System.nanoTime());
    }
}
