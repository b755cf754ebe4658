package dev.rollcall.gpu;

import jcuda.driver.CUevent;

/**
 * One side of a copy that is verified: its memory, and how it is summed. Sums go to areas of an {@link ChecksumBuffer}, or to what
 * stands for them. For one thread at a time.
 */
sealed interface SideChecksums permits DeviceSideChecksums, HostSideChecksums {
    /** The area of the sum before the copy. */
    int FIRST = 0;

    /** The area of the sum after the copy. */
    int LAST = 1;

    /** The area of the sum beside the copy. */
    int BESIDE = 2;

    /** What is copied. */
    CopyShape shape();

    /** What is summed at one time. */
    enum Pass {
        /** All of the memory. */
        WHOLE,
        /** The heads of its blocks. */
        HEADS,
        /** All of it while something else goes on, which nobody waits for. */
        BESIDE
    }

    /**
     * Has the memory summed.
     *
     * @param mark behind which the sum belongs, where that is in a stream of the agent's
     * @param waited whether somebody waits for it
     */
    void sum(Pass pass, int area, CUevent mark, boolean waited) throws DriverException;

    /** Returns whether all sums that were asked for are there. */
    boolean arrived() throws DriverException;

    /** Returns the totals of a sum that is there. */
    ChecksumTotals totals(int area);

    /** Returns a sum that is there. */
    Checksum read(int area) throws DriverException;

    /** Makes it ready for other sums, once all are there. */
    void restart();

    /** Gives the room for the sums back. */
    void release();
}
