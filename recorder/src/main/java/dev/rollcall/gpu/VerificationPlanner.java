package dev.rollcall.gpu;

import dev.rollcall.trace.CopyEvent;

/**
 * Chooses who sums the sides of a copy, and in which context and stream. A device sums its own memory. For the host's memory
 * it depends on who may touch it: if the copy is synchronous or the memory is not pinned, the copying thread sums it, within the
 * call; if it is pinned and may be copied later, a device sums it in the order of the copy's stream. Thread-safe.
 */
final class VerificationPlanner {
    /** Up to this size, a pass over the source before the copy costs less than one more launch. */
    private static final long LARGE = 8L << 20;

    private final GpuContextRegistry contexts;
    private final MemoryLookup lookup;

    VerificationPlanner(GpuContextRegistry contexts, MemoryLookup lookup) {
        this.contexts = contexts;
        this.lookup = lookup;
    }

    /** The checksums of a side, or why there are none. */
    private record Choice(SideChecksums side, UnverifiedReason reason) {}

    /** What the two sides of a copy have in common. */
    private record Circumstances(GpuContext owner, long stream, CopyShape shape, boolean large, boolean synchronous) {}

    /**
     * Plans the verification of a copy.
     *
     * @param owner the context of the copy's stream, which must be current
     * @param synchronous whether the copy is complete when the copying method returns
     */
    VerificationPlan plan(GpuContext owner, CopyEvent copy, CopyMemory from, CopyMemory to, boolean synchronous)
            throws DriverException {
        long planes = copy.volume() == null ? 1 : copy.volume().depth();
        if (copy.bytes() < 1 || copy.rows() < 1 || planes < 1) {
            return VerificationPlan.unverified(UnverifiedReason.EMPTY);
        }
        if (copy.rows() > Integer.MAX_VALUE || planes > Integer.MAX_VALUE) {
            return VerificationPlan.unverified(UnverifiedReason.OUT_OF_BOUNDS);
        }
        if (from.known().managed() || to.known().managed()) {
            return VerificationPlan.unverified(UnverifiedReason.MANAGED);
        }
        CopyShape shape = new CopyShape(copy.bytes(), (int) copy.rows(), (int) planes);
        GpuContext source = from.known().onDevice() ? contexts.ofMemory(from.known()) : null;
        GpuContext destination = to.known().onDevice() ? contexts.ofMemory(to.known()) : null;
        if (from.known().onDevice() && source == null || to.known().onDevice() && destination == null) {
            return VerificationPlan.unverified(UnverifiedReason.NO_CONTEXT);
        }
        if (source == null && destination == null) {
            return VerificationPlan.unverified(UnverifiedReason.UNKNOWN_MEMORY);
        }
        // Within one device, a sum is no faster than the copy that it would have to stay ahead of.
        boolean large = source != null && destination != null && source != destination && shape.bytes() > LARGE;
        Circumstances common = new Circumstances(owner, copy.stream(), shape, large, synchronous);
        Choice first = choose(common, from, CopyRegion.source(copy), source == null ? destination : source);
        if (first.side == null) {
            return VerificationPlan.unverified(first.reason);
        }
        Choice second = choose(common, to, CopyRegion.destination(copy), destination == null ? source : destination);
        if (second.side == null) {
            first.side.release();
            return VerificationPlan.unverified(second.reason);
        }
        boolean mayBeLate = second.side.byHost() && !synchronous;
        return new VerificationPlan(
                new CopyVerification(copy, owner, first.side, second.side, owner.event(), large, synchronous),
                mayBeLate ? UnverifiedReason.NOT_COMPLETE.words() : "");
    }

    private Choice choose(Circumstances common, CopyMemory memory, CopyRegion region, GpuContext context)
            throws DriverException {
        long length = region.length(common.shape);
        if (memory.known().onDevice() || memory.known().pinned() && !common.synchronous) {
            return byDevice(common, memory, region.shifted(memory.base()), length, context);
        }
        if (memory.bytes() == null || memory.known().slow()) {
            return new Choice(
                    null, memory.known().slow() ? UnverifiedReason.SLOW_MEMORY : UnverifiedReason.UNKNOWN_MEMORY);
        }
        if (length < 1 || memory.bytes().size() < length) {
            return new Choice(null, UnverifiedReason.OUT_OF_BOUNDS);
        }
        if (!common.synchronous && Devices.readsPageableMemory()) {
            return new Choice(null, UnverifiedReason.PAGEABLE_MEMORY);
        }
        return new Choice(new HostSideChecksums(memory.bytes(), region, common.shape), null);
    }

    private Choice byDevice(Circumstances common, CopyMemory memory, CopyRegion region, long length, GpuContext context)
            throws DriverException {
        // A kernel that reads memory unknown to the driver would break the application's context.
        if (!memory.known().covers(region.address(), length, lookup::of)) {
            return new Choice(null, UnverifiedReason.OUT_OF_BOUNDS);
        }
        ChecksumBuffer buffer = context.buffer(common.shape);
        if (buffer == null) {
            return new Choice(null, UnverifiedReason.NO_BUFFER);
        }
        boolean foreign = context != common.owner;
        boolean inOwnStream = common.large || foreign;
        return new Choice(
                new DeviceSideChecksums(
                        context,
                        foreign,
                        inOwnStream
                                ? context.sideStream(common.owner, common.stream)
                                : JCudaHandles.stream(common.stream),
                        inOwnStream,
                        region.shifted(memory.known().mapped()),
                        common.shape,
                        buffer),
                null);
    }
}
