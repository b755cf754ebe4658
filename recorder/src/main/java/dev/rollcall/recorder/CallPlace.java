package dev.rollcall.recorder;

/**
 * Where a call is recorded. Immutable and thread-safe.
 *
 * @param communicator its communicator
 * @param position its position in the ring, -1 if it has no slot
 * @param sequence its sequence number
 */
public record CallPlace(RecordedCommunicator communicator, long position, long sequence) {}
