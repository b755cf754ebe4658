package dev.rollcall.recorder;

/**
 * Sums of what calls write in the application's CUDA streams, taken in the streams behind the calls. Implementations are
 * thread-safe, do not wait for a device, and leave the current context and all error states as they are.
 */
public interface StreamSums {
    /**
     * Prepares sums in a stream. Called before a communicator is created and before each call: later, what this does could wait for a
     * call.
     *
     * @param device the ordinal of the device if the stream is a default stream, -1 for the current one
     * @throws Exception the driver's error
     */
    void prepare(long stream, int device) throws Exception;

    /**
     * Enqueues the sum of a result.
     *
     * @param device as above
     * @return null if it cannot be summed
     * @throws Exception the driver's error
     */
    Object begin(long stream, int device, CallResult result) throws Exception;

    /** Returns a sum, once the work of the stream up to there is done, and takes its memory back. */
    long end(Object begun);

    /** Gives a sum up, whose memory is taken back once the stream has written it. Asks the driver nothing. */
    void abandon(Object begun);
}
