package dev.rollcall.gpu;

import dev.rollcall.gpu.ChecksumKernel.Pass;
import dev.rollcall.trace.CopyCheck;
import dev.rollcall.trace.CopyEvent;
import jcuda.driver.CUevent;
import jcuda.driver.CUstream;
import jcuda.driver.JCudaDriver;

/**
 * The verification of one copy: takes the checksums around it, in the order of its stream, and compares them. Before the copy,
 * both sides are summed at the same time. A large source is summed whole only during the copy, and only the heads of its blocks
 * before: the copy would have to wait for a pass over all of it. For one thread at a time.
 */
public final class CopyVerification {
    /**
     * Above this size, a large copy does not wait for the heads of its destination. They are read while it begins, and the
     * way to the other device and back would take longer than the reading.
     */
    private static final long NO_WAIT_FOR_HEADS = 32L << 20;

    /** Bytes per nanosecond that no link between devices reaches. */
    private static final long FASTEST_LINK = 1000;

    private final GpuContext owner;
    private final CUstream stream;
    private final SideChecksums source;
    private final SideChecksums destination;
    private final CUevent mark;
    private final boolean large;
    private final boolean awaitsHeads;
    private final boolean synchronous;

    private CopyEvent copy;
    private long position = -1;
    private boolean inconclusive;

    /**
     * Makes the verification of a copy.
     *
     * @param owner the context of the copy's stream
     * @param mark an event of that context
     * @param large whether the source is summed during the copy
     * @param synchronous whether the copy is complete when the copying method returns
     */
    CopyVerification(
            CopyEvent copy,
            GpuContext owner,
            SideChecksums source,
            SideChecksums destination,
            CUevent mark,
            boolean large,
            boolean synchronous) {
        this.copy = copy;
        this.owner = owner;
        this.stream = JCudaHandles.stream(copy.stream());
        this.source = source;
        this.destination = destination;
        this.mark = mark;
        this.large = large;
        this.awaitsHeads = !large || source.shape().bytes() <= NO_WAIT_FOR_HEADS;
        this.synchronous = synchronous;
    }

    CopyEvent copy() {
        return copy;
    }

    GpuContext owner() {
        return owner;
    }

    long position() {
        return position;
    }

    SideChecksums source() {
        return source;
    }

    SideChecksums destination() {
        return destination;
    }

    /** Sets the record of the copy, and its position in the ring. */
    public void recordedAs(CopyEvent recorded, long place) {
        copy = recorded;
        position = place;
    }

    /** Begins again with a repetition of the copy, once all totals of the first are on the host. */
    void restart(CopyEvent again, long place) {
        recordedAs(again, place);
        source.restart();
        destination.restart();
    }

    /** Enqueues what precedes the copy. The context of its stream must be current. */
    void before() throws DriverException {
        if (together()) {
            sumTogether(ChecksumBuffer.BEFORE, source.shape().head());
            return;
        }
        markCopyStream();
        if (destination.byHost()) {
            // The device works while this thread sums.
            sumSourceBefore();
            destination.sum(Pass.HEADS, ChecksumBuffer.BEFORE, mark, true);
        } else {
            destination.sum(Pass.HEADS, ChecksumBuffer.BEFORE, mark, awaitsHeads);
            sumSourceBefore();
        }
        source.makeCopyWait(stream);
        if (awaitsHeads) {
            destination.makeCopyWait(stream);
        }
    }

    private void sumSourceBefore() throws DriverException {
        source.sum(large ? Pass.HEADS : Pass.WHOLE, ChecksumBuffer.BEFORE, mark, true);
        if (large) {
            source.sum(Pass.BACKGROUND, ChecksumBuffer.DURING, mark, false);
        }
    }

    /**
     * Enqueues what follows the copy. The context of its stream must be current.
     *
     * @param soon whether a thread waits for the result
     */
    void after(boolean soon) throws DriverException {
        inconclusive = destination.byHost() && !synchronous && !arrivedOnHost(soon);
        if (!inconclusive) {
            sumAfter();
        }
        source.fetch(soon);
        destination.fetch(soon);
        DriverException.check("cuEventRecord", JCudaDriver.cuEventRecord(mark, stream));
        if (synchronous && (source.byHost() || destination.byHost())) {
            // After a synchronous copy the application may change the memory at once, in any stream. The sums must not
            // see that.
            DriverException.check("cuEventSynchronize", JCudaDriver.cuEventSynchronize(mark));
        }
    }

    private void sumAfter() throws DriverException {
        if (together()) {
            sumTogether(ChecksumBuffer.AFTER, Integer.MAX_VALUE);
            return;
        }
        markCopyStream();
        // First what runs elsewhere, so that both sums run at the same time.
        boolean destinationFirst = destination.inOwnStream() || source.byHost();
        (destinationFirst ? destination : source).sum(Pass.WHOLE, ChecksumBuffer.AFTER, mark, true);
        (destinationFirst ? source : destination).sum(Pass.WHOLE, ChecksumBuffer.AFTER, mark, true);
        destination.makeCopyWait(stream);
        source.makeCopyWait(stream);
    }

    /** Returns whether an asynchronous copy to pageable memory of the host is complete. */
    private boolean arrivedOnHost(boolean soon) throws DriverException {
        if (soon) {
            DriverException.check("cuStreamSynchronize", JCudaDriver.cuStreamSynchronize(stream));
            return true;
        }
        // The driver usually returns from such a copy when it is complete, and then its stream is empty.
        return DriverCalls.idle(stream);
    }

    /** Returns whether both sides are small and summed in the copy's own stream, which one launch can do. */
    private boolean together() {
        return source.shape().small() && inCopyStream(source) && inCopyStream(destination);
    }

    private static boolean inCopyStream(SideChecksums side) {
        return !side.byHost() && !side.inOwnStream();
    }

    private void sumTogether(int area, int destinationLimit) throws DriverException {
        ((DeviceSideChecksums) source).sumWith((DeviceSideChecksums) destination, area, destinationLimit);
    }

    /** Records the event that sums in other streams wait for, if there are any. */
    private void markCopyStream() throws DriverException {
        if (source.inOwnStream() || destination.inOwnStream()) {
            DriverException.check("cuEventRecord", JCudaDriver.cuEventRecord(mark, stream));
        }
    }

    /** Gives up, because the copy was not made. The context of its stream must be current. */
    void abandon() throws DriverException {
        inconclusive = true;
        source.drain();
        destination.drain();
        // What comes next in the stream may free the memory that is still being summed.
        source.makeCopyWait(stream);
        destination.makeCopyWait(stream);
        DriverException.check("cuEventRecord", JCudaDriver.cuEventRecord(mark, stream));
    }

    /** Returns whether all totals are on the host. */
    boolean finished() throws DriverException {
        owner.check();
        source.checkContext();
        destination.checkContext();
        return DriverCalls.done(mark) && source.arrived() && destination.arrived();
    }

    /** Waits until all totals are on the host. */
    void await() throws DriverException {
        DriverException.check("cuEventSynchronize", JCudaDriver.cuEventSynchronize(mark));
        while (!source.arrived() || !destination.arrived()) {
            Thread.onSpinWait();
        }
    }

    /** Returns whether there can be no result: the copy was not made, or the destination could not be summed in time. */
    boolean inconclusive() {
        return inconclusive;
    }

    /** Returns what the copy did, once this is finished; {@link CopyCheck#NONE} where it is inconclusive. */
    CopyCheck check() throws DriverException {
        if (inconclusive) {
            return CopyCheck.NONE;
        }
        ChecksumTotals sent = source.totals(large ? ChecksumBuffer.DURING : ChecksumBuffer.BEFORE);
        if (sent.equals(destination.totals(ChecksumBuffer.AFTER))) {
            return CopyEvidence.intact(source.shape(), sent);
        }
        Checksum sourceBefore = source.read(ChecksumBuffer.BEFORE);
        return new CopyEvidence(
                        source.shape(),
                        large ? source.read(ChecksumBuffer.DURING) : sourceBefore,
                        sourceBefore,
                        source.read(ChecksumBuffer.AFTER),
                        destination.read(ChecksumBuffer.BEFORE),
                        destination.read(ChecksumBuffer.AFTER),
                        sourceInTime(),
                        headsInTime())
                .check();
    }

    /**
     * Returns whether the sum of the source during the copy stayed ahead of it. On a busy device it may have read what was
     * written after the copy had read it. It begins with the copy, and reads several times as fast unless something delays it.
     */
    private boolean sourceInTime() {
        if (!large) {
            return true;
        }
        DeviceChecksumBuffer from = deviceBuffer(source);
        long start = from.ended(ChecksumBuffer.BEFORE);
        return from.ended(ChecksumBuffer.DURING) - start <= (from.began(ChecksumBuffer.AFTER) - start) / 2;
    }

    /**
     * Returns whether the heads of the destination were read while most of the copy was still to come, on whatever link. A copy
     * that ended sooner than any link allows wrote hardly anything.
     */
    private boolean headsInTime() {
        if (awaitsHeads) {
            return true;
        }
        DeviceChecksumBuffer from = deviceBuffer(source);
        DeviceChecksumBuffer to = deviceBuffer(destination);
        long left = to.began(ChecksumBuffer.AFTER) - to.ended(ChecksumBuffer.BEFORE);
        long copied = from.began(ChecksumBuffer.AFTER) - from.ended(ChecksumBuffer.BEFORE);
        long least = source.shape().bytes() / FASTEST_LINK;
        return left >= least / 2 || copied < least;
    }

    /** Returns the buffer of a side of a large copy between devices' memories. */
    private static DeviceChecksumBuffer deviceBuffer(SideChecksums side) {
        return (DeviceChecksumBuffer) ((DeviceSideChecksums) side).buffer();
    }

    /** Gives back what it used. */
    void release() {
        source.release();
        destination.release();
        owner.release(mark);
    }
}
