package dev.rollcall.gpu;

import jcuda.driver.CUevent;
import jcuda.driver.CUstream;
import jcuda.driver.JCudaDriver;

/**
 * A side that a device sums: its own memory, or that of the host which it can read. The context of the copy's stream is current when it
 * is used.
 *
 * @param context in which it is summed
 * @param foreign whether that is another than the copy's stream has
 * @param stream in which it is summed: the copy's own, or one of the agent's
 * @param apart whether that is one of the agent's, which waits for the copy's and must be waited for
 * @param region as the device addresses it
 */
record DeviceSideChecksums(
        GpuContext context,
        boolean foreign,
        CUstream stream,
        boolean apart,
        CopyRegion region,
        CopyShape shape,
        ChecksumBuffer room)
        implements SideChecksums {

    /** Something that needs the context of this side. */
    @FunctionalInterface
    private interface Step {
        void take() throws DriverException;
    }

    private void here(Step step) throws DriverException {
        if (!foreign) {
            step.take();
            return;
        }
        context.push();
        try {
            step.take();
        } finally {
            context.pop();
        }
    }

    @Override
    public void sum(Pass pass, int area, CUevent mark, boolean waited) throws DriverException {
        here(() -> {
            if (apart) {
                DriverException.check("cuStreamWaitEvent", JCudaDriver.cuStreamWaitEvent(stream, mark, 0));
            }
            room.task().set(region, shape, pass == Pass.HEADS ? shape.head() : Integer.MAX_VALUE, room, area);
            context.kernel().sum(stream, pass, room.task());
            if (waited) {
                finish();
            }
        });
    }

    /** Lets others wait for what was enqueued here. */
    private void finish() throws DriverException {
        if (apart || !room.mapped()) {
            DriverException.check("cuEventRecord", JCudaDriver.cuEventRecord(room.done(), stream));
        }
    }

    /**
     * Has this side and another one of the same copy summed in one launch; both are in the copy's own stream, and small.
     *
     * @param limit how many units of each of the other side's blocks are enough
     */
    void sumWith(DeviceSideChecksums other, int area, int limit) throws DriverException {
        room.task().set(region, shape, Integer.MAX_VALUE, room, area);
        room.task().setSecond(other.region, shape, limit, other.room, area);
        context.kernel().sumTwo(stream, room.task());
    }

    /** Lets the copy's stream wait for what was last to be waited for here. */
    void precede(CUstream copies) throws DriverException {
        if (apart) {
            DriverException.check("cuStreamWaitEvent", JCudaDriver.cuStreamWaitEvent(copies, room.done(), 0));
        }
    }

    /**
     * Has the totals brought to the host, behind all that was enqueued here.
     *
     * @param soon whether somebody waits for them; else they take a way on which no later copy waits for them
     */
    void fetch(boolean soon) throws DriverException {
        if (room.mapped()) {
            return;
        }
        here(() -> {
            if (!soon) {
                int result = JCudaDriver.cuStreamWaitEvent(context.errands(), room.done(), 0);
                DriverException.check("cuStreamWaitEvent", result);
            }
            room.fetch(soon ? stream : context.errands());
        });
    }

    /** Has the totals of a copy brought to the host that was not made. */
    void giveUp() throws DriverException {
        here(this::finish);
        fetch(false);
    }

    @Override
    public boolean arrived() throws DriverException {
        return room.fetched();
    }

    @Override
    public ChecksumTotals totals(int area) {
        return room.totalsOf(area, shape);
    }

    @Override
    public Checksum read(int area) throws DriverException {
        boolean entered = context.enter();
        try {
            return room.read(area, shape, context.free());
        } finally {
            context.leave(entered);
        }
    }

    @Override
    public void restart() {
        room.reuse();
    }

    @Override
    public void release() {
        context.release(room);
    }
}
