package dev.rollcall.recorder;

/**
 * A call whose work a CUDA stream does after the call has returned. Immutable and thread-safe.
 *
 * @param position the call's position in the ring, -1 if it has no slot
 * @param sequence its sequence number
 * @param stream the handle of the stream
 */
public record StreamCall(RecordedCommunicator communicator, long position, long sequence, long stream) {}
