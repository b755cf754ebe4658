package dev.rollcall.recorder;

/**
 * A call whose work a CUDA stream does after the call has returned. Immutable and thread-safe.
 *
 * @param position the call's position in the ring, -1 if it has no slot
 * @param sequence its sequence number
 * @param stream the handle of the stream
 * @param result what it writes; null where unknown or where results are not summed
 */
public record StreamCall(
        RecordedCommunicator communicator, long position, long sequence, long stream, CallResult result) {
    /** Makes a call whose result is not summed. */
    public StreamCall(RecordedCommunicator communicator, long position, long sequence, long stream) {
        this(communicator, position, sequence, stream, null);
    }

    /** Returns this call with its result not summed. */
    public StreamCall withoutResult() {
        return result == null ? this : new StreamCall(communicator, position, sequence, stream);
    }

    /** Returns where it is recorded. */
    CallPlace place() {
        return new CallPlace(communicator, position, sequence);
    }
}
