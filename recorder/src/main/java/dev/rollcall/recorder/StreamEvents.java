package dev.rollcall.recorder;

/**
 * Events in the application's CUDA streams, which show how far the work before them is. Implementations are thread-safe, do not
 * wait for a device, and leave the current context and all error states as they are.
 */
public interface StreamEvents {
    /** How far the work before an event is. */
    enum Progress {
        /** It has not ended. */
        RUNNING,
        /** It has ended without an error. */
        DONE,
        /** The event's context has ended, and nothing says how far the work came. */
        LOST
    }

    /** Returns whether a stream is being captured into a graph, so that what is issued there is not done now. */
    boolean capturing(long stream);

    /**
     * Records an event in a stream.
     *
     * @param device the ordinal of the device if the stream is a default stream, -1 for the current one
     * @return null if the stream has no context
     * @throws Exception the driver's error
     */
    Object record(long stream, int device) throws Exception;

    /**
     * Returns how far the work before an event is.
     *
     * @throws Exception the device's error, in which that work ended
     */
    Progress progress(Object event) throws Exception;

    /** Takes back an event whose work has ended, to be used again. An event that is not taken back is never touched again. */
    void release(Object event);
}
