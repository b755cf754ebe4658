package dev.rollcall.gpu;

import jcuda.driver.CUevent;
import jcuda.driver.CUstream;

/** Memory for the checksums of one side of a copy, taken before, during and after it. For one copy at a time. */
abstract class ChecksumBuffer {
    /** How many checksums it holds. */
    static final int AREAS = 3;

    /** The area of the checksum before the copy. */
    static final int BEFORE = 0;

    /** The area of the checksum after the copy. */
    static final int AFTER = 1;

    /** The area of the checksum during the copy. */
    static final int DURING = 2;

    private final ChecksumTask task = new ChecksumTask();
    private final CUevent doneEvent;

    ChecksumBuffer(CUevent doneEvent) {
        this.doneEvent = doneEvent;
    }

    /** Returns an event to record behind the last checksum of this side. */
    final CUevent doneEvent() {
        return doneEvent;
    }

    /**
     * Returns the task of this buffer, set to sum a region into an area.
     *
     * @param limit how many units of each block are read; see {@link ChecksumTask}
     * @param area {@link #BEFORE}, {@link #AFTER} or {@link #DURING}
     */
    final ChecksumTask task(CopyRegion region, CopyShape shape, int limit, int area) {
        task.set(region, shape, limit, blocksAddress(area, shape), totalsAddress(area), onHost());
        return task;
    }

    /** Returns the device's address for the sums of an area's blocks. */
    abstract long blocksAddress(int area, CopyShape shape);

    /** Returns the device's address for the totals of an area. */
    abstract long totalsAddress(int area);

    /** Returns whether it is in the host's memory, as for small copies, so that nothing has to be fetched. */
    abstract boolean onHost();

    /** Enqueues a copy of the totals to the host, unless the buffer is there. */
    abstract void fetch(CUstream stream) throws DriverException;

    /** Returns whether the totals have been fetched. */
    abstract boolean fetched() throws DriverException;

    /** Returns the totals of an area, once they are fetched. */
    abstract ChecksumTotals totals(int area, CopyShape shape);

    /**
     * Returns the checksum of an area, once its totals are fetched. Fetches the sums of the blocks, unless they are on the
     * host, and waits for that, but never for work of the application.
     *
     * @param stream a stream that never waits for the application
     */
    abstract Checksum read(int area, CopyShape shape, CUstream stream) throws DriverException;

    /** Makes it ready for another copy, once all is read. */
    abstract void reuse();
}
