package dev.rollcall.recorder;

import dev.rollcall.recorder.IssuedCalls.BegunSum;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Has the results of calls in CUDA streams summed, and records the sums. After an error there is one warning, and no more sums.
 * Thread-safe.
 */
public final class StreamResults {
    private final StreamSums sums;
    private final ResultRecorder recorder;
    private final Consumer<String> printer;
    private final AtomicBoolean closed = new AtomicBoolean();

    /**
     * Makes one.
     *
     * @param printer prints one line for the user
     */
    public StreamResults(StreamSums sums, ResultRecorder recorder, Consumer<String> printer) {
        this.sums = sums;
        this.recorder = recorder;
        this.printer = printer;
    }

    /** Prepares for calls that are about to be issued in a stream. */
    void prepare(long stream, int device) {
        if (closed.get()) {
            return;
        }
        try {
            sums.prepare(stream, device);
        } catch (Exception | LinkageError e) {
            close(e);
        }
    }

    /** Begins the sums behind calls that were issued into one stream. */
    List<BegunSum> begin(List<StreamCall> calls) {
        List<BegunSum> begun = new ArrayList<>(calls.size());
        for (StreamCall call : calls) {
            CallResult result = call.result();
            if (result == null || !result.equal() || closed.get()) {
                continue;
            }
            try {
                Object sum = sums.begin(call.stream(), call.communicator().device(), result);
                if (sum != null) {
                    begun.add(new BegunSum(call, sum));
                }
            } catch (Exception | LinkageError e) {
                close(e);
            }
        }
        return begun;
    }

    /** Returns whether another call of a group writes the result of a call, too: it is summed when all of them are done. */
    static boolean isWrittenTwice(StreamCall call, List<StreamCall> group) {
        CallResult result = call.result();
        return result != null
                && result.equal()
                && group.stream()
                        .anyMatch(other -> other != call
                                && other.result() != null
                                && other.result().overlaps(result));
    }

    private void close(Throwable failure) {
        if (closed.compareAndSet(false, true)) {
            printer.accept("results of calls in CUDA streams are not summed from now on: " + failure.getMessage());
        }
    }

    /** Gives up sums that will not be read. */
    void abandon(List<BegunSum> begun) {
        begun.forEach(each -> sums.abandon(each.sum()));
    }

    /** Records sums that are done. */
    void record(List<BegunSum> begun) {
        for (BegunSum each : begun) {
            CallResult result = each.call().result();
            recorder.record(each.call().place(), sums.end(each.sum()), result.bytes(), result.type());
        }
    }
}
