package dev.rollcall.analyzer.model;

import java.util.List;
import java.util.stream.Stream;

/**
 * The memory that collectives keep allocated in a process, and what it led to. Immutable.
 *
 * @param buffers what is held, one for each place of calls
 * @param exhaustion the last allocation that failed; null where none did
 */
public record RetainedMemory(List<HeldBuffers> buffers, Exhaustion exhaustion) {
    /** Nothing is held. */
    public static final RetainedMemory NONE = new RetainedMemory(List.of(), null);

    /**
     * An allocation that failed because memory was exhausted.
     *
     * @param time nanoseconds since the epoch
     * @param bytes what was wanted; 0 where unknown
     * @param device ordinal of the device whose memory was exhausted; -1 where unknown
     * @param stack where it was made
     */
    public record Exhaustion(long time, long bytes, int device, CallStack stack) {}

    public RetainedMemory {
        buffers = List.copyOf(buffers);
    }

    /** Returns a copy with more buffers. */
    public RetainedMemory with(List<HeldBuffers> more) {
        return new RetainedMemory(Stream.concat(buffers.stream(), more.stream()).toList(), exhaustion);
    }

    /** Returns what the calls of a rank hold, for a process that has several. */
    public RetainedMemory of(int rank) {
        return new RetainedMemory(
                buffers.stream()
                        .filter(each -> each.rank() < 0 || each.rank() == rank)
                        .toList(),
                exhaustion);
    }

    /** Returns a copy with all times earlier by some nanoseconds. */
    public RetainedMemory shiftedBack(long nanos) {
        return new RetainedMemory(
                buffers.stream().map(each -> each.shiftedBack(nanos)).toList(),
                exhaustion == null
                        ? null
                        : new Exhaustion(
                                exhaustion.time - nanos, exhaustion.bytes, exhaustion.device, exhaustion.stack));
    }
}
