package dev.rollcall.analyzer.input;

import dev.rollcall.analyzer.model.Call;
import java.util.List;

/**
 * What the allocator of a process did with the memory of its devices. Times are nanoseconds since the epoch, {@code Call.NO_TIME}
 * where it did not happen or was not seen. Immutable.
 *
 * @param blocks the blocks that it gave to the program, in the order in which they are known
 * @param end when the history ends
 */
public record AllocatorHistory(List<Block> blocks, long end) {
    /** Nothing is known. */
    public static final AllocatorHistory NONE = new AllocatorHistory(List.of(), Call.NO_TIME);

    /**
     * Memory that the program had.
     *
     * @param device ordinal of the device
     * @param address the first byte's
     * @param size bytes
     * @param allocated when the program got it
     * @param freed when the program gave it back
     * @param reusable when the allocator could give it away again; later than {@code freed} only if a stream still used it
     */
    public record Block(int device, long address, long size, long allocated, long freed, long reusable) {
        /** Returns whether an address is in the block. */
        public boolean contains(long other) {
            return other >= address && other - address < size;
        }
    }

    public AllocatorHistory {
        blocks = List.copyOf(blocks);
    }
}
