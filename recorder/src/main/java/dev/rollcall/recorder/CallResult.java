package dev.rollcall.recorder;

import dev.rollcall.trace.ElementType;

/**
 * The memory that a call writes. Immutable and thread-safe.
 *
 * @param address where it begins
 * @param bytes its size, at least 1
 * @param type the type of its elements
 * @param equal whether all ranks of the call must get the same result
 */
public record CallResult(long address, long bytes, ElementType type, boolean equal) {
    /** Returns what a call writes as far as its reader says; null where it does not, or it is nothing. */
    static CallResult of(RecordedCall call) {
        long address = call.outputBuffer == 0 ? call.buffer : call.outputBuffer;
        long bytes = call.resultElements * call.type.bytes();
        return address == 0 || bytes <= 0
                ? null
                : new CallResult(address, bytes, call.type, call.operation.sameResultOnAllRanks());
    }

    /** Returns whether both share memory. */
    boolean overlaps(CallResult other) {
        return address < other.address + other.bytes && other.address < address + bytes;
    }
}
