package dev.rollcall.gpu;

import dev.rollcall.trace.CopyCheck;
import dev.rollcall.trace.CopyEvent;
import jcuda.driver.CUevent;
import jcuda.driver.CUstream;
import jcuda.driver.JCudaDriver;

/**
 * The evidence of one copy, as it is taken around it in the order of its stream. What must be known of both sides before the
 * copy is summed before it, on both devices at once. A large source is summed whole only beside the copy, with the heads of
 * its blocks before it: a pass over all of it would make the copy wait. For one thread at a time.
 */
public final class CopyVerification {
    private static final int FIRST = 0;
    private static final int LAST = 1;
    private static final int BESIDE = 2;

    /** Up to here a pass over the source costs less than one more launch. */
    private static final long SMALL = 8L << 20;

    private final CopyEvent copy;
    private final long position;
    private final GpuContext owner;
    private final CUstream stream;
    private final CopySide source;
    private final CopySide destination;
    private final CUevent mark;
    private final boolean large;

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
        this.large = source.shape().units() * Unit.BYTES > SMALL;
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

    /** Enqueues what precedes the copy. */
    void before() throws DriverException {
        DriverException.check("cuEventRecord", JCudaDriver.cuEventRecord(mark, stream));
        within(source, () -> {
            source.begin(mark);
            if (large) {
                source.sumHeads(FIRST);
            } else {
                source.sum(FIRST);
            }
            source.mark(source.evidence().before);
        });
        within(destination, () -> {
            destination.begin(mark);
            destination.sumHeads(FIRST);
            destination.mark(destination.evidence().before);
        });
        waitFor(source.evidence().before);
        waitFor(destination.evidence().before);
        if (large) {
            within(source, () -> source.sum(BESIDE));
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
        } finally {
            owner.pop();
        }
        within(destination, () -> finish(destination));
        within(source, () -> finish(source));
        owner.push();
        try {
            waitFor(destination.evidence().after);
            waitFor(source.evidence().after);
        } finally {
            owner.pop();
        }
        within(destination, () -> destination.fetch(soon));
        within(source, () -> source.fetch(soon));
    }

    private void finish(CopySide side) throws DriverException {
        side.waitFor(mark);
        side.sum(LAST);
        side.mark(side.evidence().after);
    }

    private void waitFor(CUevent event) throws DriverException {
        DriverException.check("cuStreamWaitEvent", JCudaDriver.cuStreamWaitEvent(stream, event, 0));
    }

    /** Something that needs the context of one side. */
    @FunctionalInterface
    private interface Step {
        void take() throws DriverException;
    }

    private static void within(CopySide side, Step step) throws DriverException {
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
                        destination.read(LAST))
                .check();
    }

    /** Gives back what it used. */
    void release() {
        source.release();
        destination.release();
        owner.release(mark);
    }
}
