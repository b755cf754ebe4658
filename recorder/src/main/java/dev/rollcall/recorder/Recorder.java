package dev.rollcall.recorder;

import dev.rollcall.trace.HeapWriter;
import dev.rollcall.trace.TraceWriter;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Records a process into its trace: what records its calls, works, communicators, copies and its end, made and started
 * together. Thread-safe; what is thrown here besides errors of the JVM comes from a library's own code.
 */
public final class Recorder {
    /** How long ranks may meet before that is recorded; from then on readers take it for stuck. */
    private static final Duration LONGEST_PATIENCE = Duration.ofSeconds(60);

    private final HeapWriter heap;
    private final StackRecorder stacks;
    private final WorkTracker works;
    private final CallRecorder callRecorder;
    private final WorkRecorder workRecorder;
    private final CommunicatorRecorder communicators;
    private final CopyRecorder copies;
    private final GroupRecorder groups;
    private final EndRecorder endings;
    private final RecordingState state;
    private final BackgroundThread background;

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
        this.heap = trace.heap();
        this.state = new RecordingState(trace, tell);
        // The JDK numbers its main thread differently from release to release.
        long mainThread = Thread.currentThread().getId();
        this.stacks = new StackRecorder(heap, frames, finder, cleaner);
        this.works = new WorkTracker(trace.calls(), heap);
        this.callRecorder = new CallRecorder(trace.calls(), heap, stacks, works, state);
        this.workRecorder = new WorkRecorder(works);
        this.copies = new CopyRecorder(trace, stacks);
        this.groups = new GroupRecorder(trace, stacks);
        CommunicatorRegistry registry = new CommunicatorRegistry(world);
        Duration patience = hang.isZero() || hang.compareTo(LONGEST_PATIENCE) > 0 ? LONGEST_PATIENCE : hang;
        this.communicators = new CommunicatorRecorder(trace, stacks, registry, rank >= 0, patience);
        this.endings = new EndRecorder(trace.events(), heap, stacks, state, mainThread);
        ThreadSnapshots snapshots = new ThreadSnapshots(trace.events(), heap, stacks, slots, mainThread);
        this.background = new BackgroundThread(
                trace,
                works,
                communicators.meetings(),
                new Watchdog(registry, rank >= 0 && world > 1, snapshots, hang, tell),
                state);
    }

    /**
     * Starts the background thread.
     *
     * @param account done at each of its turns, and again before the process ends: what is left to record
     */
    public void start(BackgroundThread.Account account) {
        background.start(account);
    }

    /** Returns whether this recorder records, and what becomes of its failures. */
    public RecordingState state() {
        return state;
    }

    /** Returns how this process ends. */
    public EndRecorder endings() {
        return endings;
    }

    /** Returns what records calls. */
    public CallRecorder calls() {
        return callRecorder;
    }

    /** Returns what records how works end. */
    public WorkRecorder works() {
        return workRecorder;
    }

    /** Returns what records communicators. */
    public CommunicatorRecorder communicators() {
        return communicators;
    }

    /** Returns what records copies of GPUs' memory. */
    public CopyRecorder copies() {
        return copies;
    }

    /** Returns what records groups of calls. */
    public GroupRecorder groups() {
        return groups;
    }

    /** Returns the id in the heap of a library's function. */
    public int function(String name) {
        return heap.string(name);
    }

    /** Asks all works once more, before the process ends. */
    public void settle() throws Throwable {
        if (state.writable()) {
            background.account();
            works.settle(System.nanoTime());
        }
    }
}
