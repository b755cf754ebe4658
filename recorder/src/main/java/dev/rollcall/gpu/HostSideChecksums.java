package dev.rollcall.gpu;

import dev.rollcall.gpu.ChecksumKernel.Pass;
import jcuda.driver.CUevent;
import jcuda.driver.CUstream;

/**
 * The checksums of a side in the host's memory. The copying thread sums it itself before the copying method returns, because
 * the memory may be freed after that. Nothing is asynchronous, so most methods do nothing. For one thread at a time.
 */
final class HostSideChecksums implements SideChecksums {
    private final HostBytes memory;
    private final CopyRegion region;
    private final CopyShape shape;
    private final Checksum[] sums = new Checksum[ChecksumBuffer.AREAS];

    /**
     * Makes the checksums of a side.
     *
     * @param region the pitches of the side; its address is not used
     */
    HostSideChecksums(HostBytes memory, CopyRegion region, CopyShape shape) {
        this.memory = memory;
        this.region = region;
        this.shape = shape;
    }

    @Override
    public CopyShape shape() {
        return shape;
    }

    /** Returns the memory. */
    HostBytes memory() {
        return memory;
    }

    /** Returns where a row of a plane begins in the memory. */
    long at(int plane, int row) {
        return plane * region.planePitch() + row * region.rowPitch();
    }

    @Override
    public void sum(Pass pass, int area, CUevent copyMark, boolean awaited) {
        sums[area] = pass == Pass.HEADS
                ? HostChecksum.heads(memory, shape, region.rowPitch(), region.planePitch())
                : HostChecksum.of(memory, shape, region.rowPitch(), region.planePitch());
    }

    @Override
    public void makeCopyWait(CUstream copies) {
        // The sum is done when sum() returns.
    }

    @Override
    public void fetch(boolean soon) {
        // The totals are on the host.
    }

    @Override
    public void drain() {
        // Nothing is enqueued.
    }

    @Override
    public boolean byHost() {
        return true;
    }

    @Override
    public boolean inOwnStream() {
        return false;
    }

    @Override
    public void checkContext() {
        // The host needs no context.
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
        // Each checksum replaces the one before.
    }

    @Override
    public void release() {
        // Until here the memory was read, so the application's object must not have been collected.
        memory.fence();
    }
}
