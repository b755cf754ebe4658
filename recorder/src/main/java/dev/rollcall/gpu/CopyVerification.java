package dev.rollcall.gpu;

import dev.rollcall.gpu.SideChecksums.Pass;
import dev.rollcall.trace.CopyCheck;
import dev.rollcall.trace.CopyEvent;
import jcuda.driver.CUevent;
import jcuda.driver.CUstream;
import jcuda.driver.JCudaDriver;

/**
 * The evidence of one copy, as it is taken around it in the order of its stream. What must be known of both sides before the
 * copy is summed before it, on both devices at once. A large source is summed whole only beside the copy, with the heads of
 * its blocks before it: a pass over all of it would make the copy wait. Nor does a large copy wait for the heads of its
 * destination, which are read in front of it. For one thread at a time.
 */
public final class CopyVerification {
    /**
     * A longer copy does not wait for the heads of its destination: on the other device they are read while it has hardly
     * begun, and the way there and back takes longer than the reading.
     */
    private static final long LONG = 32L << 20;

    private final GpuContext owner;
    private final CUstream stream;
    private final SideChecksums source;
    private final SideChecksums destination;
    private final CUevent mark;

    /** Whether the source is summed beside the copy: within one device, a sum is no faster than a copy. */
    private final boolean large;

    /** Whether the copy does not wait for the heads of its destination. */
    private final boolean unhurried;

    /** Whether the copy is over when the method returns. */
    private final boolean over;

    private CopyEvent copy;
    private long position = -1;
    private boolean unsure;

    /** Prepares the verification of a copy in a stream of {@code owner}. */
    CopyVerification(
            CopyEvent copy,
            GpuContext owner,
            SideChecksums source,
            SideChecksums destination,
            CUevent mark,
            boolean large,
            boolean over) {
        this.copy = copy;
        this.owner = owner;
        this.stream = JCudaHandles.stream(copy.stream());
        this.source = source;
        this.destination = destination;
        this.mark = mark;
        this.large = large;
        this.unhurried = large && source.shape().bytes() > LONG;
        this.over = over;
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

    /** Learns as what the copy is recorded, and where. */
    public void recordedAs(CopyEvent recorded, long place) {
        copy = recorded;
        position = place;
    }

    /** Begins again with another copy of the same memory, once all sums of the first are there. */
    void restart(CopyEvent again, long place) {
        recordedAs(again, place);
        source.restart();
        destination.restart();
    }

    /** Returns whether nobody could look at the destination in time, or the copy was not made. */
    boolean unsure() {
        return unsure;
    }

    SideChecksums source() {
        return source;
    }

    SideChecksums destination() {
        return destination;
    }

    /** Enqueues what precedes the copy; the context of its stream must be current. */
    void before() throws DriverException {
        if (together()) {
            ((DeviceSideChecksums) source)
                    .sumWith(
                            (DeviceSideChecksums) destination,
                            SideChecksums.FIRST,
                            source.shape().head());
            return;
        }
        record();
        if (destination instanceof HostSideChecksums) {
            // What a device does goes on beside what this thread does.
            sourceBefore();
            destination.sum(Pass.HEADS, SideChecksums.FIRST, mark, true);
        } else {
            destination.sum(Pass.HEADS, SideChecksums.FIRST, mark, !unhurried);
            sourceBefore();
        }
        waitFor(source);
        if (!unhurried) {
            waitFor(destination);
        }
    }

    private void sourceBefore() throws DriverException {
        source.sum(large ? Pass.HEADS : Pass.WHOLE, SideChecksums.FIRST, mark, true);
        if (large) {
            source.sum(Pass.BESIDE, SideChecksums.BESIDE, mark, false);
        }
    }

    /**
     * Enqueues what follows the copy; the context of its stream must be current.
     *
     * @param soon whether somebody waits for the sums
     */
    void after(boolean soon) throws DriverException {
        unsure = destination instanceof HostSideChecksums && !over && !arrivedOnHost(soon);
        if (!unsure) {
            sumAfter();
        }
        fetch(source, soon);
        fetch(destination, soon);
        DriverException.check("cuEventRecord", JCudaDriver.cuEventRecord(mark, stream));
        if (over && (source instanceof HostSideChecksums || destination instanceof HostSideChecksums)) {
            // The method promises that all is over: whatever the application does next, in any stream, must not be seen
            // by a sum.
            DriverException.check("cuEventSynchronize", JCudaDriver.cuEventSynchronize(mark));
        }
    }

    private void sumAfter() throws DriverException {
        if (together()) {
            ((DeviceSideChecksums) source)
                    .sumWith((DeviceSideChecksums) destination, SideChecksums.LAST, Integer.MAX_VALUE);
            return;
        }
        record();
        boolean first =
                destination instanceof DeviceSideChecksums side && side.apart() || source instanceof HostSideChecksums;
        (first ? destination : source).sum(Pass.WHOLE, SideChecksums.LAST, mark, true);
        (first ? source : destination).sum(Pass.WHOLE, SideChecksums.LAST, mark, true);
        waitFor(destination);
        waitFor(source);
    }

    private static void fetch(SideChecksums side, boolean soon) throws DriverException {
        if (side instanceof DeviceSideChecksums device) {
            device.fetch(soon);
        }
    }

    /** Returns whether the destination, which the copy fills by itself, is filled. */
    private boolean arrivedOnHost(boolean soon) throws DriverException {
        if (soon) {
            DriverException.check("cuStreamSynchronize", JCudaDriver.cuStreamSynchronize(stream));
            return true;
        }
        // The driver has returned when it was, and so nothing of the copy is left in its stream.
        return DriverCalls.idle(stream);
    }

    /** Returns whether both sides are summed in the copy's own stream, and soon. */
    private boolean together() {
        return source.shape().small() && direct(source) && direct(destination);
    }

    private static boolean direct(SideChecksums side) {
        return side instanceof DeviceSideChecksums device && !device.apart();
    }

    /** Marks in the copy's stream where it has come to, if somebody is to wait for that. */
    private void record() throws DriverException {
        boolean apart = source instanceof DeviceSideChecksums from && from.apart()
                || destination instanceof DeviceSideChecksums to && to.apart();
        if (apart) {
            DriverException.check("cuEventRecord", JCudaDriver.cuEventRecord(mark, stream));
        }
    }

    private void waitFor(SideChecksums side) throws DriverException {
        if (side instanceof DeviceSideChecksums device) {
            device.precede(stream);
        }
    }

    /** Gives it up, because the copy was not made; the context of its stream must be current. */
    void abandon() throws DriverException {
        unsure = true;
        for (SideChecksums each : new SideChecksums[] {source, destination}) {
            if (each instanceof DeviceSideChecksums device) {
                device.giveUp();
            }
        }
        // What comes next in the stream may free the memory.
        waitFor(source);
        waitFor(destination);
        DriverException.check("cuEventRecord", JCudaDriver.cuEventRecord(mark, stream));
    }

    /** Returns whether all sums are on the host. */
    boolean finished() throws DriverException {
        owner.check();
        for (SideChecksums each : new SideChecksums[] {source, destination}) {
            if (each instanceof DeviceSideChecksums device) {
                device.context().check();
            }
        }
        return DriverCalls.done(mark) && source.arrived() && destination.arrived();
    }

    /** Waits until all sums are on the host. */
    void await() throws DriverException {
        DriverException.check("cuEventSynchronize", JCudaDriver.cuEventSynchronize(mark));
        while (!source.arrived() || !destination.arrived()) {
            Thread.onSpinWait();
        }
    }

    /** Returns what the copy did, once it is finished; {@link CopyCheck#NONE} where that is not known. */
    CopyCheck check() throws DriverException {
        return unsure ? CopyCheck.NONE : new CopyComparison(source, destination, large, unhurried).check();
    }

    /** Gives back what it used. */
    void release() {
        source.release();
        destination.release();
        owner.release(mark);
    }
}
