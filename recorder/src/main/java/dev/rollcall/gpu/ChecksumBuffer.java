package dev.rollcall.gpu;

import java.nio.ByteBuffer;
import jcuda.driver.CUevent;
import jcuda.driver.CUstream;

/** Room for the checksums of one side of a copy, in {@link #AREAS} areas. For one copy at a time. */
sealed interface ChecksumBuffer permits DeviceChecksumBuffer, HostChecksumBuffer {
    /** How many checksums it takes. */
    int AREAS = 3;

    /** For launches of this side. */
    ChecksumTask task();

    /** What is to be recorded behind the last sum of this side. */
    CUevent done();

    /** Tells a task where the sums of an area go: of the blocks, then the totals. */
    void place(int area, CopyShape shape, ByteBuffer task, int offset);

    /** Returns whether small regions are summed here, whose sums are on the host as soon as they are taken. */
    boolean mapped();

    /** Has the totals brought to the host, if they are not there by themselves. */
    void fetch(CUstream stream) throws DriverException;

    /** Returns whether they have been, where that was asked for. */
    boolean fetched() throws DriverException;

    /** Returns the totals of a checksum, once they are there. */
    ChecksumTotals totalsOf(int area, CopyShape shape);

    /** Returns a checksum whose totals are there; may wait for its blocks, but not for the application. */
    Checksum read(int area, CopyShape shape, CUstream free) throws DriverException;

    /** Makes it ready for another copy, once all is read. */
    void reuse();
}
