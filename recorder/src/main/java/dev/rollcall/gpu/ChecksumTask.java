package dev.rollcall.gpu;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import jcuda.Pointer;

/**
 * What a launch of the kernel sums, as native/checksum/task.cuh describes it: one region, or two of the same shape. JCuda takes
 * several microseconds to hand parameters over one by one, and one for this. For one launch at a time.
 */
final class ChecksumTask {
    private static final int BYTES = 72;
    private static final int ROWS_PER_PLANE = 32;
    private static final int COUNT = 44;
    private static final int ROOM = 56;

    private final ByteBuffer first = empty();
    private final ByteBuffer second = empty();
    private final Pointer parameters = Pointer.to(Pointer.to(first), Pointer.to(second));
    private boolean aligned;
    private boolean small;

    private static ByteBuffer empty() {
        return ByteBuffer.allocateDirect(BYTES).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Sets the region, and where its sums go. */
    void set(CopyRegion region, CopyShape shape, int limit, ChecksumBuffer room, int area) {
        write(first, region, shape, limit, room, area);
        aligned = region.aligned(shape);
        small = room.mapped();
    }

    /** Sets the other region, for a launch of two. */
    void setSecond(CopyRegion region, CopyShape shape, int limit, ChecksumBuffer room, int area) {
        write(second, region, shape, limit, room, area);
    }

    private static void write(
            ByteBuffer task, CopyRegion region, CopyShape shape, int limit, ChecksumBuffer room, int area) {
        task.putLong(0, region.address())
                .putLong(8, shape.rowBytes())
                .putLong(16, region.rowPitch())
                .putLong(24, region.planePitch())
                .putInt(ROWS_PER_PLANE, shape.rows())
                .putInt(36, shape.planes())
                .putInt(40, shape.unitShift())
                .putInt(COUNT, shape.blocks())
                .putInt(48, shape.head())
                .putInt(52, limit);
        room.place(area, shape, task, ROOM);
    }

    /** Returns whether the first region is contiguous and begins at a unit. */
    boolean aligned() {
        return aligned;
    }

    /** Returns whether the first region is small, and summed as such. */
    boolean small() {
        return small;
    }

    /** Returns how many blocks a region has. */
    int blocks() {
        return first.getInt(COUNT);
    }

    /** Returns what a launch is given. */
    Pointer parameters() {
        return parameters;
    }
}
