package dev.rollcall.analyzer.model;

import java.util.Comparator;
import java.util.List;

/**
 * The buffers that the calls from one place in one process used, and that were held in later steps than those in which the calls
 * completed. Immutable.
 *
 * @param rank the global rank that made the calls; -1 where unknown
 * @param operation what the calls do, such as {@code all_reduce}; empty where unknown
 * @param use how the calls use the buffers
 * @param holder what holds them
 * @param device ordinal of the device of their memory; -1 for the host's, and where unknown
 * @param stack where the calls are made; without a call site, they are all such calls of the operation in the process
 * @param moments how many there were over time, the earliest first; at least one
 * @param settled whether their number no longer grows, as that of a cache
 */
public record HeldBuffers(
        int rank,
        String operation,
        Use use,
        Holder holder,
        int device,
        CallStack stack,
        List<Moment> moments,
        boolean settled) {

    /** How calls use buffers. */
    public enum Use {
        INPUT,
        OUTPUT
    }

    /** What keeps buffers allocated. */
    public enum Holder {
        TENSOR,
        WORK,
        ALLOCATION,
        /** The program has freed them, but PyTorch's allocator waits for a stream that may still use them. */
        STREAM,
        UNKNOWN
    }

    /**
     * What was held at one time.
     *
     * @param time nanoseconds since the epoch
     * @param buffers how many buffers
     * @param bytes how many bytes
     * @param steps for how many steps the oldest buffer had been held; 0 where unknown
     */
    public record Moment(long time, int buffers, long bytes, int steps) {}

    public HeldBuffers {
        moments = List.copyOf(moments);
    }

    /** Returns the moment when most bytes were held. */
    public Moment most() {
        return moments.stream().max(Comparator.comparingLong(Moment::bytes)).orElseThrow();
    }

    /** Returns the last moment. */
    public Moment last() {
        return moments.get(moments.size() - 1);
    }

    /** Returns whether there were more and more of them, at least until they were released together. */
    public boolean grew() {
        return !settled && most().buffers() > 0;
    }

    /** Returns a copy with all times earlier by some nanoseconds. */
    HeldBuffers shiftedBack(long nanos) {
        return new HeldBuffers(
                rank,
                operation,
                use,
                holder,
                device,
                stack,
                moments.stream()
                        .map(each -> new Moment(each.time - nanos, each.buffers, each.bytes, each.steps))
                        .toList(),
                settled);
    }
}
