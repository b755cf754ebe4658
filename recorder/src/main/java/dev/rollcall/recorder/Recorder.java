package dev.rollcall.recorder;

import dev.rollcall.trace.HeapWriter;
import dev.rollcall.trace.TraceWriter;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Records a process into its trace: makes and starts the recorders of its calls, works, communicators, copies and end.
 * Thread-safe. Exceptions other than errors of the JVM come from the code of a library.
 */
public final class Recorder {
    /** The longest a rendezvous may last before it is recorded; readers take it for stuck from then on. */
    private static final Duration MAX_RENDEZVOUS = Duration.ofSeconds(60);

    private final HeapWriter heap;
    private final WorkTracker works;
    private final CallRecorder calls;
    private final CommunicatorRecorder communicators;
    private final DeviceCompletions completions;
    private final CopyRecorder copies;
    private final DeviceRecorder devices;
    private final ResultRecorder results;
    private final GroupRecorder groups;
    private final EndRecorder endings;
    private final StepRecorder steps;
    private final RetainedBuffers buffers;
    private final RecordingState state;
    private final BackgroundThread background;

    /**
     * Makes a recorder that writes into a trace.
     *
     * @param mainThread the id of the process's main thread, which differs between releases of the JDK
     * @param slots the slots of the trace's ring of calls
     * @param rank this process's rank, -1 where unknown
     * @param world the world size, -1 where unknown
     * @param frames the frames kept of each call's stack, 0 for none
     * @param hang the hang timeout, after which the stacks of all threads are recorded; zero for never
     * @param finder finds the call sites of classes
     * @param cleaner removes the frames of the instrumentation from a stack
     * @param printer prints one line for the user
     */
    public Recorder(
            TraceWriter trace,
            long mainThread,
            int slots,
            int rank,
            int world,
            int frames,
            Duration hang,
            CallSites.Finder finder,
            UnaryOperator<StackTraceElement[]> cleaner,
            Consumer<String> printer) {
        this.heap = trace.heap();
        this.state = new RecordingState(trace, printer);
        StackRecorder stacks = new StackRecorder(heap, frames, finder, cleaner);
        this.works = new WorkTracker(trace.calls(), heap);
        this.steps = new StepRecorder(trace.events(), heap);
        this.calls = new CallRecorder(trace.calls(), heap, stacks, works, steps, state);
        this.copies = new CopyRecorder(trace, stacks);
        this.devices = new DeviceRecorder(trace, stacks);
        this.results = new ResultRecorder(trace.events());
        this.groups = new GroupRecorder(trace, stacks);
        CommunicatorRegistry registry = new CommunicatorRegistry(world);
        this.completions = new DeviceCompletions(trace.calls(), heap, registry);
        this.buffers = new RetainedBuffers(trace.events(), heap, steps, stacks, printer);
        works.listen(buffers::completed);
        completions.listen((call, nanos) -> buffers.completed(call.position()));
        Duration longRendezvous = hang.isZero() || hang.compareTo(MAX_RENDEZVOUS) > 0 ? MAX_RENDEZVOUS : hang;
        this.communicators = new CommunicatorRecorder(trace, stacks, registry, rank >= 0, longRendezvous);
        this.endings = new EndRecorder(trace.events(), heap, stacks, state, mainThread);
        ThreadSnapshots snapshots = new ThreadSnapshots(trace.events(), heap, stacks, slots, mainThread);
        Watchdog watchdog = new Watchdog(registry, rank >= 0 && world > 1, snapshots, hang, printer);
        this.background = new BackgroundThread(trace, works, communicators, watchdog, state);
    }

    /**
     * Starts the background thread.
     *
     * @param account records what remains to be recorded; called in each of the thread's turns, and before the process ends
     */
    public void start(BackgroundThread.Account account) {
        background.start(account);
    }

    /** Returns whether this recorder records, and the handling of its failures. */
    public RecordingState state() {
        return state;
    }

    /** Returns the recorder of the process's end. */
    public EndRecorder endings() {
        return endings;
    }

    /** Returns the recorder of calls. */
    public CallRecorder calls() {
        return calls;
    }

    /** Returns the tracker of works. */
    public WorkTracker works() {
        return works;
    }

    /** Returns the completions of calls whose work CUDA streams do. */
    public DeviceCompletions completions() {
        return completions;
    }

    /** Starts the thread that polls the calls in CUDA streams. */
    public void startDeviceThread(Runnable poll) {
        AgentThread.start(new DeviceThread(poll, state), "rollcall-device");
    }

    /** Returns the recorder of communicators. */
    public CommunicatorRecorder communicators() {
        return communicators;
    }

    /** Returns the recorder of copies. */
    public CopyRecorder copies() {
        return copies;
    }

    /** Returns the recorder of what happens on devices beside calls and copies. */
    public DeviceRecorder devices() {
        return devices;
    }

    /** Returns the recorder of the sums of results. */
    public ResultRecorder results() {
        return results;
    }

    /** Returns the recorder of groups of calls. */
    public GroupRecorder groups() {
        return groups;
    }

    /** Returns the recorder of buffers that stay allocated. */
    public RetainedBuffers buffers() {
        return buffers;
    }

    /** Returns the recorder of the application's steps. */
    public StepRecorder steps() {
        return steps;
    }

    /** Returns the id in the heap of a library function's name. */
    public int function(String name) {
        return heap.string(name);
    }

    /** Records what remains to be recorded, and polls all works once more, before the process ends. */
    public void settle() throws Throwable {
        if (state.writable()) {
            background.account();
            works.settle(System.nanoTime());
            buffers.settle();
        }
    }
}
