package dev.rollcall.gpu;

import dev.rollcall.trace.CopyEvent;

/**
 * Chooses who sums the sides of a copy, and where. A device sums its own memory. The host's is summed by the thread that copies, if
 * the copy is over when the method returns or the memory is not pinned, for then nobody else may touch it until then; what is pinned,
 * and may be copied later, a device sums in the order of the copy's stream. Thread-safe.
 */
final class VerificationPlanner {
    /** Up to here a pass over the source costs less than one more launch. */
    private static final long LARGE = 8L << 20;

    private final GpuContextRegistry registry;
    private final MemoryLookup lookup;

    VerificationPlanner(GpuContextRegistry registry, MemoryLookup lookup) {
        this.registry = registry;
        this.lookup = lookup;
    }

    /** A side, or why there is none. */
    private record Choice(SideChecksums side, UnverifiedReason why) {}

    /**
     * Prepares a copy.
     *
     * @param owner the context of the copy's stream, which must be current
     * @param over whether the copy is over when the method returns
     */
    VerificationPlan plan(GpuContext owner, CopyEvent copy, CopyMemory from, CopyMemory to, boolean over)
            throws DriverException {
        long planes = copy.volume() == null ? 1 : copy.volume().depth();
        if (copy.bytes() < 1 || copy.rows() < 1 || planes < 1) {
            return VerificationPlan.unverified(UnverifiedReason.NOTHING);
        }
        if (copy.rows() > Integer.MAX_VALUE || planes > Integer.MAX_VALUE) {
            return VerificationPlan.unverified(UnverifiedReason.OUT_OF_BOUNDS);
        }
        if (from.known().managed() || to.known().managed()) {
            return VerificationPlan.unverified(UnverifiedReason.MANAGED);
        }
        CopyShape shape = new CopyShape(copy.bytes(), (int) copy.rows(), (int) planes);
        GpuContext source = from.known().onDevice() ? registry.ofMemory(from.known()) : null;
        GpuContext destination = to.known().onDevice() ? registry.ofMemory(to.known()) : null;
        if (from.known().onDevice() && source == null || to.known().onDevice() && destination == null) {
            return VerificationPlan.unverified(UnverifiedReason.NO_CONTEXT);
        }
        if (source == null && destination == null) {
            return VerificationPlan.unverified(UnverifiedReason.UNKNOWN_MEMORY);
        }
        boolean large = source != null && destination != null && source != destination && shape.bytes() > LARGE;
        Site site = new Site(owner, copy.stream(), shape, large, over);
        Choice first = choose(site, from, CopyRegion.source(copy), source == null ? destination : source);
        if (first.side == null) {
            return VerificationPlan.unverified(first.why);
        }
        Choice second = choose(site, to, CopyRegion.destination(copy), destination == null ? source : destination);
        if (second.side == null) {
            first.side.release();
            return VerificationPlan.unverified(second.why);
        }
        boolean mayBeLate = second.side instanceof HostSideChecksums && !over;
        return new VerificationPlan(
                new CopyVerification(copy, owner, first.side, second.side, owner.event(), large, over),
                mayBeLate ? UnverifiedReason.NOT_OVER.words() : "");
    }

    /** What the two sides of a copy have in common. */
    private record Site(GpuContext owner, long stream, CopyShape shape, boolean large, boolean over) {}

    private Choice choose(Site site, CopyMemory memory, CopyRegion region, GpuContext context) throws DriverException {
        long length = region.length(site.shape);
        if (memory.known().onDevice() || memory.known().pinned() && !site.over) {
            return byDevice(site, memory, region.at(memory.base()), length, context);
        }
        if (memory.bytes() == null || memory.known().slow()) {
            return new Choice(
                    null, memory.known().slow() ? UnverifiedReason.SLOW_MEMORY : UnverifiedReason.UNKNOWN_MEMORY);
        }
        if (length < 1 || memory.bytes().size() < length) {
            return new Choice(null, UnverifiedReason.OUT_OF_BOUNDS);
        }
        if (!site.over && Devices.readsPages()) {
            return new Choice(null, UnverifiedReason.PAGES);
        }
        return new Choice(new HostSideChecksums(memory.bytes(), region, site.shape), null);
    }

    private Choice byDevice(Site site, CopyMemory memory, CopyRegion region, long length, GpuContext context)
            throws DriverException {
        // Only what the driver knows is ever read: a kernel that reads elsewhere would take the application's context
        // along.
        if (!memory.known().covers(region.address(), length, lookup::of)) {
            return new Choice(null, UnverifiedReason.OUT_OF_BOUNDS);
        }
        ChecksumBuffer room = context.room(site.shape);
        if (room == null) {
            return new Choice(null, UnverifiedReason.NO_ROOM);
        }
        boolean foreign = context != site.owner;
        boolean apart = site.large || foreign;
        return new Choice(
                new DeviceSideChecksums(
                        context,
                        foreign,
                        apart ? context.lane(site.owner, site.stream) : JCudaHandles.stream(site.stream),
                        apart,
                        region.at(memory.known().mapped()),
                        site.shape,
                        room),
                null);
    }
}
