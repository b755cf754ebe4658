package dev.rollcall.recorder;

/** Learns when calls in CUDA streams have completed. Called by the thread that polls; must not wait. */
@FunctionalInterface
public interface CallListener {
    /**
     * A call has completed.
     *
     * @param nanos when that was seen, by the monotonic clock
     */
    void completed(StreamCall call, long nanos);
}
