package dev.rollcall.gpu;

import jcuda.driver.CUevent;

/**
 * A side in the host's memory that the calling thread sums, while it is in the copying method and the memory cannot go. For one
 * thread at a time.
 */
final class HostSideChecksums implements SideChecksums {
    private final HostBytes memory;
    private final CopyRegion layout;
    private final CopyShape shape;
    private final Checksum[] sums = new Checksum[ChecksumBuffer.AREAS];

    /**
     * Takes a side.
     *
     * @param layout whose pitches count, and not its address
     */
    HostSideChecksums(HostBytes memory, CopyRegion layout, CopyShape shape) {
        this.memory = memory;
        this.layout = layout;
        this.shape = shape;
    }

    @Override
    public CopyShape shape() {
        return shape;
    }

    @Override
    public void sum(Pass pass, int area, CUevent mark, boolean waited) {
        sums[area] = pass == Pass.HEADS
                ? HostChecksum.heads(memory, shape, layout.rowPitch(), layout.planePitch())
                : HostChecksum.of(memory, shape, layout.rowPitch(), layout.planePitch());
    }

    /** Returns the memory. */
    HostBytes memory() {
        return memory;
    }

    /** Returns where a row of a plane begins in the memory. */
    long at(int plane, int row) {
        return plane * layout.planePitch() + row * layout.rowPitch();
    }

    @Override
    public boolean arrived() {
        return true;
    }

    @Override
    public ChecksumTotals totals(int area) {
        return sums[area].totals();
    }

    @Override
    public Checksum read(int area) {
        return sums[area];
    }

    @Override
    public void restart() {
        // The sums are taken anew.
    }

    @Override
    public void release() {
        memory.keep();
    }
}
