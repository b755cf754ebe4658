package dev.rollcall.gpu;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import jcuda.Pointer;

/**
 * The parameters of a launch of the kernel, in the layout of native/checksum/task.cuh: one region, or two of the same shape. To
 * pass parameters one by one takes JCuda several microseconds; this takes one. For one launch at a time.
 */
final class ChecksumTask {
    private static final int BYTES = 72;
    private static final int COUNT = 44;

    private final ByteBuffer first = empty();
    private final ByteBuffer second = empty();
    private final Pointer parameters = Pointer.to(Pointer.to(first), Pointer.to(second));
    private boolean aligned;
    private boolean onHost;

    private static ByteBuffer empty() {
        return ByteBuffer.allocateDirect(BYTES).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Sets the region to sum.
     *
     * @param limit how many units of each block are summed
     * @param blocks address at which the sums of the blocks go
     * @param totals address at which the totals go
     * @param onHost whether the sums go to the host's memory, as those of small copies do
     */
    void set(CopyRegion region, CopyShape shape, int limit, long blocks, long totals, boolean onHost) {
        write(first, region, shape, limit, blocks, totals);
        this.aligned = region.aligned(shape);
        this.onHost = onHost;
    }

    /** Sets the second region, for a launch of two small ones. */
    void setSecond(CopyRegion region, CopyShape shape, int limit, long blocks, long totals) {
        write(second, region, shape, limit, blocks, totals);
    }

    private static void write(
            ByteBuffer task, CopyRegion region, CopyShape shape, int limit, long blocks, long totals) {
        task.putLong(0, region.address())
                .putLong(8, shape.rowBytes())
                .putLong(16, region.rowPitch())
                .putLong(24, region.planePitch())
                .putInt(32, shape.rows())
                .putInt(36, shape.planes())
                .putInt(40, shape.unitShift())
                .putInt(COUNT, shape.blocks())
                .putInt(48, shape.head())
                .putInt(52, limit)
                .putLong(56, blocks)
                .putLong(64, totals);
    }

    /** Returns whether the first region is contiguous and begins at a multiple of 16. */
    boolean aligned() {
        return aligned;
    }

    /** Returns whether the sums go to the host's memory. */
    boolean onHost() {
        return onHost;
    }

    /** Returns how many blocks a region has. */
    int blocks() {
        return first.getInt(COUNT);
    }

    /** Returns JCuda's pointer to the parameters. */
    Pointer parameters() {
        return parameters;
    }
}
