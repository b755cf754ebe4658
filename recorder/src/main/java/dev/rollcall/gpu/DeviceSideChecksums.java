package dev.rollcall.gpu;

import dev.rollcall.gpu.ChecksumKernel.Pass;
import jcuda.driver.CUevent;
import jcuda.driver.CUstream;
import jcuda.driver.JCudaDriver;

/**
 * The checksums of a side that a device sums: its own memory, or memory of the host that it can read. The context of the copy's
 * stream must be current in every call.
 *
 * @param context in which it is summed
 * @param foreign whether that is not the context of the copy's stream
 * @param stream in which it is summed: the copy's, or one of the agent's
 * @param inOwnStream whether that is one of the agent's, which waits for the copy's, and which the copy's waits for
 * @param region with the device's addresses
 */
record DeviceSideChecksums(
        GpuContext context,
        boolean foreign,
        CUstream stream,
        boolean inOwnStream,
        CopyRegion region,
        CopyShape shape,
        ChecksumBuffer buffer)
        implements SideChecksums {

    /** Driver calls that need the context of this side. */
    @FunctionalInterface
    private interface Step {
        void take() throws DriverException;
    }

    private void inContext(Step step) throws DriverException {
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
    public void sum(Pass pass, int area, CUevent copyMark, boolean awaited) throws DriverException {
        inContext(() -> {
            if (inOwnStream) {
                DriverException.check("cuStreamWaitEvent", JCudaDriver.cuStreamWaitEvent(stream, copyMark, 0));
            }
            int limit = pass == Pass.HEADS ? shape.head() : Integer.MAX_VALUE;
            context.kernel().sum(stream, pass, buffer.task(region, shape, limit, area));
            if (awaited) {
                markDone();
            }
        });
    }

    /** Records the event that others wait for. */
    private void markDone() throws DriverException {
        if (inOwnStream || !buffer.onHost()) {
            DriverException.check("cuEventRecord", JCudaDriver.cuEventRecord(buffer.doneEvent(), stream));
        }
    }

    /**
     * Sums this side and the other one of the same copy in one launch. Both are small, and summed in the copy's stream.
     *
     * @param limit how many units of each block of the other side are summed
     */
    void sumWith(DeviceSideChecksums other, int area, int limit) throws DriverException {
        ChecksumTask task = buffer.task(region, shape, Integer.MAX_VALUE, area);
        ChecksumBuffer second = other.buffer;
        task.setSecond(other.region, shape, limit, second.blocksAddress(area, shape), second.totalsAddress(area));
        context.kernel().sumTwo(stream, task);
    }

    @Override
    public void makeCopyWait(CUstream copies) throws DriverException {
        if (inOwnStream) {
            DriverException.check("cuStreamWaitEvent", JCudaDriver.cuStreamWaitEvent(copies, buffer.doneEvent(), 0));
        }
    }

    @Override
    public void fetch(boolean soon) throws DriverException {
        if (buffer.onHost()) {
            return;
        }
        inContext(() -> {
            if (!soon) {
                int result = JCudaDriver.cuStreamWaitEvent(context.fetchStream(), buffer.doneEvent(), 0);
                DriverException.check("cuStreamWaitEvent", result);
            }
            buffer.fetch(soon ? stream : context.fetchStream());
        });
    }

    @Override
    public void drain() throws DriverException {
        inContext(this::markDone);
        fetch(false);
    }

    @Override
    public boolean byHost() {
        return false;
    }

    @Override
    public void checkContext() throws DriverException {
        context.check();
    }

    @Override
    public boolean arrived() throws DriverException {
        return buffer.fetched();
    }

    @Override
    public ChecksumTotals totals(int area) {
        return buffer.totals(area, shape);
    }

    @Override
    public Checksum read(int area) throws DriverException {
        boolean entered = context.enter();
        try {
            return buffer.read(area, shape, context.independentStream());
        } finally {
            context.leave(entered);
        }
    }

    @Override
    public void restart() {
        buffer.reuse();
    }

    @Override
    public void release() {
        context.release(buffer);
    }
}
