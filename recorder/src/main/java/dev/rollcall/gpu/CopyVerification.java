package dev.rollcall.gpu;

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
    private static final int FIRST = 0;
    private static final int LAST = 1;
    private static final int BESIDE = 2;

    /** Up to here a pass over the source costs less than one more launch. */
    private static final long SMALL = 8L << 20;

    /**
     * A longer copy does not wait for the heads of its destination: on the other device they are read while it has hardly
     * begun, and the way there and back takes longer than the reading.
     */
    private static final long LONG = 32L << 20;

    /** Bytes in a nanosecond that no link between devices moves. */
    private static final long FASTEST = 1000;

    private final CopyEvent copy;
    private final long position;
    private final GpuContext owner;
    private final CUstream stream;
    private final CopySide source;
    private final CopySide destination;
    private final CUevent mark;

    /** Whether the source is summed beside the copy: within one device, a sum is no faster than a copy. */
    private final boolean large;

    /** Whether the copy does not wait for the heads of its destination. */
    private final boolean unhurried;

    /** Prepares the verification of a copy in a stream of {@code owner}, which must be current. */
    CopyVerification(
            CopyEvent copy, long position, GpuContext owner, CopySide source, CopySide destination, CUevent mark) {
        this.copy = copy;
        this.position = position;
        this.owner = owner;
        this.stream = Handles.stream(copy.stream());
        this.source = source;
        this.destination = destination;
        this.mark = mark;
        boolean apart = source.context() != destination.context();
        this.large = apart && source.shape().bytes() > SMALL;
        this.unhurried = apart && source.shape().bytes() > LONG;
    }

    CopyEvent copy() {
        return copy;
    }

    long position() {
        return position;
    }

    CopySide source() {
        return source;
    }

    CopySide destination() {
        return destination;
    }

    /** Enqueues what precedes the copy; the context of its stream must be current. */
    void before() throws DriverException {
        DriverException.check("cuEventRecord", JCudaDriver.cuEventRecord(mark, stream));
        within(destination, () -> {
            destination.begin(mark);
            destination.sumHeads(FIRST);
            if (!unhurried) {
                destination.mark(destination.evidence().before);
            }
        });
        within(source, () -> {
            source.begin(mark);
            if (large) {
                source.sumHeads(FIRST);
            } else {
                source.sum(FIRST);
            }
            source.mark(source.evidence().before);
            if (large) {
                source.sumBeside(BESIDE);
            }
        });
        waitFor(source.evidence().before);
        if (!unhurried) {
            waitFor(destination.evidence().before);
        }
    }

    /**
     * Enqueues what follows the copy, and the way of the sums to the host.
     *
     * @param soon whether somebody waits for them
     */
    void after(boolean soon) throws DriverException {
        owner.push();
        try {
            DriverException.check("cuEventRecord", JCudaDriver.cuEventRecord(mark, stream));
            within(destination, () -> finish(destination, soon));
            within(source, () -> finish(source, soon));
            waitFor(destination.evidence().after);
            waitFor(source.evidence().after);
        } finally {
            owner.pop();
        }
    }

    private void finish(CopySide side, boolean soon) throws DriverException {
        side.waitFor(mark);
        side.sum(LAST);
        side.mark(side.evidence().after);
        side.fetch(soon);
    }

    private void waitFor(CUevent event) throws DriverException {
        DriverException.check("cuStreamWaitEvent", JCudaDriver.cuStreamWaitEvent(stream, event, 0));
    }

    /** Something that needs the context of one side. */
    @FunctionalInterface
    private interface Step {
        void take() throws DriverException;
    }

    private void within(CopySide side, Step step) throws DriverException {
        if (side.context() == owner) {
            step.take();
            return;
        }
        side.context().push();
        try {
            step.take();
        } finally {
            side.context().pop();
        }
    }

    /** Returns whether all sums are on the host. */
    boolean finished() throws DriverException {
        return source.fetched() && destination.fetched();
    }

    /** Waits until all sums are on the host. */
    void await() throws DriverException {
        source.await();
        destination.await();
    }

    /** Returns what the copy did, once it is finished. The blocks are looked at only where the totals differ. */
    CopyCheck check() throws DriverException {
        int whole = large ? BESIDE : FIRST;
        Totals sent = source.totals(whole);
        if (sent.equals(destination.totals(LAST))) {
            return CopyEvidence.intact(source.shape(), sent);
        }
        Checksum first = source.read(FIRST);
        return new CopyEvidence(
                        source.shape(),
                        large ? source.read(BESIDE) : first,
                        first,
                        source.read(LAST),
                        destination.read(FIRST),
                        destination.read(LAST),
                        sumKeptAhead(),
                        headsCameInTime())
                .check();
    }

    /**
     * Returns whether the sum beside the copy was ahead of it: where the device had no room, it may have read what was written
     * after the copy had read it. It begins with the copy, and reads several times as fast unless something keeps it.
     */
    private boolean sumKeptAhead() {
        if (!large) {
            return true;
        }
        long start = source.evidence().ended(FIRST);
        long copied = source.evidence().began(LAST) - start;
        return source.evidence().ended(BESIDE) - start <= copied / 2;
    }

    /**
     * Returns whether the destination's heads were read while much of the copy was yet to come, on whatever link there is. One
     * that was over sooner than any link allows did not write at all, or hardly.
     */
    private boolean headsCameInTime() {
        if (!unhurried) {
            return true;
        }
        long left = destination.evidence().began(LAST) - destination.evidence().ended(FIRST);
        long copied = source.evidence().began(LAST) - source.evidence().ended(FIRST);
        long least = source.shape().bytes() / FASTEST;
        return left >= least / 2 || copied < least;
    }

    /** Gives back what it used. */
    void release() {
        source.release();
        destination.release();
        owner.release(mark);
    }
}
