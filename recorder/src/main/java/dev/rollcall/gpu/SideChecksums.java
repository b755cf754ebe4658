package dev.rollcall.gpu;

import jcuda.driver.CUevent;
import jcuda.driver.CUstream;

/**
 * The checksums of one side of a copy: takes them, in the areas that {@link ChecksumBuffer} names, and reads them. For one
 * thread at a time.
 */
interface SideChecksums {
    /** Returns what is copied. */
    CopyShape shape();

    /**
     * Sums the memory.
     *
     * @param copyMark an event in the copy's stream, which a sum in another stream waits for
     * @param awaited whether {@link #makeCopyWait} makes the copy's stream wait for this sum
     */
    void sum(ChecksumKernel.Pass pass, int area, CUevent copyMark, boolean awaited) throws DriverException;

    /** Makes the copy's stream wait for the last awaited sum, where that is in another stream. */
    void makeCopyWait(CUstream copies) throws DriverException;

    /**
     * Enqueues a copy of the totals to the host, behind all sums.
     *
     * @param soon whether a thread waits for them; otherwise they take a way on which no later copy waits for them
     */
    void fetch(boolean soon) throws DriverException;

    /** Fetches the totals of a copy that was not made, so that the memory for them can be used again. */
    void drain() throws DriverException;

    /** Returns whether the host sums this side. */
    boolean byHost();

    /** Returns whether a device sums this side in another stream than the copy's. */
    boolean inOwnStream();

    /** Throws if the application has ended the context in which this side is summed. */
    void checkContext() throws DriverException;

    /** Returns whether all totals are on the host. */
    boolean arrived() throws DriverException;

    /** Returns the totals of an area, once they are on the host. */
    ChecksumTotals totals(int area);

    /** Returns the checksum of an area, once its totals are on the host. */
    Checksum read(int area) throws DriverException;

    /** Makes it ready for another copy of the same memory, once all totals are on the host. */
    void restart();

    /** Gives back the memory for the checksums. */
    void release();
}
