package dev.rollcall.agent;

import dev.rollcall.gpu.DeviceEvents;
import dev.rollcall.gpu.ResultSums;
import dev.rollcall.recorder.DeviceCompletions;
import dev.rollcall.recorder.RecordedCommunicator;
import dev.rollcall.recorder.Recorder;
import dev.rollcall.recorder.StreamResults;

/**
 * Opens the events of CUDA streams at the first call into one, and has them polled. Without JCuda or a driver that is possible,
 * there is one warning, and the end of such calls stays unknown. Thread-safe.
 */
final class StreamCompletions {
    /** How long calls under way may delay the end of the process. A loaded host may run the polling thread late. */
    private static final long MAX_SETTLE_NANOS = 1_000_000_000;

    private final Recorder recorder;
    private final DeviceCompletions completions;
    private final ThreadLocal<HookedThread> threads;
    private final boolean summed;
    private final DriverWarning warning;
    private volatile boolean opened;

    /**
     * Makes one.
     *
     * @param summed whether results are summed
     */
    StreamCompletions(Recorder recorder, ThreadLocal<HookedThread> threads, boolean summed, DriverWarning warning) {
        this.recorder = recorder;
        this.completions = recorder.completions();
        this.threads = threads;
        this.summed = summed;
        this.warning = warning;
    }

    /** Opens the events, once, for a library in this loader. */
    void open(ClassLoader loader) {
        if (opened) {
            return;
        }
        synchronized (this) {
            if (!opened) {
                try {
                    JCudaClasses.check(loader);
                    completions.use(DeviceEvents.open());
                    if (summed) {
                        completions.use(new StreamResults(ResultSums.open(), recorder.results(), AgentLog::print));
                    }
                    recorder.startDeviceThread(this::poll);
                } catch (Exception | LinkageError e) {
                    warning.print("the end of calls in CUDA streams is not recorded: " + JCudaClasses.reason(e)
                            + "; the calls are");
                }
                opened = true;
            }
        }
    }

    /**
     * Prepares for the sums of a communicator's results before it is created: afterwards, a rank's kernel may already be waiting for this
     * one, and what is loaded then can wait for the kernel.
     */
    void prepare(ClassLoader loader, RecordedCommunicator creating) {
        if (summed) {
            open(loader);
            completions.prepare(0, creating);
        }
    }

    private void poll() {
        HookedThread thread = threads.get();
        thread.enterAgent();
        try {
            completions.poll(System.nanoTime());
        } finally {
            thread.leave();
        }
    }

    /** Waits a moment for the last calls, because there is no poll after the end of the process. */
    void settle() throws InterruptedException {
        long start = System.nanoTime();
        while (completions.pending() && System.nanoTime() - start < MAX_SETTLE_NANOS) {
            Thread.sleep(1);
        }
    }
}
