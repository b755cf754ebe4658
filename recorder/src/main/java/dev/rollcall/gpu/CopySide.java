package dev.rollcall.gpu;

import jcuda.driver.CUevent;
import jcuda.driver.CUstream;
import jcuda.driver.JCudaDriver;

/**
 * One side of a copy that is verified: its memory, and the stream of the agent's, on the device that holds it, in which it is
 * summed. For one thread at a time, with its context current.
 */
record CopySide(GpuContext context, CUstream lane, DeviceRegion region, CopyShape shape, EvidenceBuffer evidence) {

    /** Begins here, behind an event. */
    void begin(CUevent event) throws DriverException {
        evidence.clearFirst(lane);
        waitFor(event);
    }

    /** Lets what follows here wait for an event, wherever it was recorded. */
    void waitFor(CUevent event) throws DriverException {
        DriverException.check("cuStreamWaitEvent", JCudaDriver.cuStreamWaitEvent(lane, event, 0));
    }

    /** Has all of the memory summed. */
    void sum(int area) throws DriverException {
        context.kernel().sum(lane, region, shape, evidence.blocks(area, shape), evidence.totals(area));
    }

    /** Has all of the memory summed while something else goes on. */
    void sumBeside(int area) throws DriverException {
        context.kernel().sumBeside(lane, region, shape, evidence.blocks(area, shape), evidence.totals(area));
    }

    /** Has the heads of the memory's blocks summed. */
    void sumHeads(int area) throws DriverException {
        context.kernel().sumHeads(lane, region, shape, evidence.blocks(area, shape), evidence.totals(area));
    }

    /** Records an event behind what was enqueued here. */
    void mark(CUevent event) throws DriverException {
        DriverException.check("cuEventRecord", JCudaDriver.cuEventRecord(event, lane));
    }

    /**
     * Has the totals brought to the host.
     *
     * @param soon whether somebody waits for them; else they take a way on which no later copy waits for them
     */
    void fetch(boolean soon) throws DriverException {
        if (soon) {
            evidence.fetch(lane);
        } else {
            CUstream errands = context.errands();
            int result = JCudaDriver.cuStreamWaitEvent(errands, evidence.after, 0);
            DriverException.check("cuStreamWaitEvent", result);
            evidence.fetch(errands);
        }
    }

    /** Returns whether they are there. */
    boolean fetched() throws DriverException {
        return QuietDriver.done(evidence.done);
    }

    /** Waits until they are there. */
    void await() throws DriverException {
        DriverException.check("cuEventSynchronize", JCudaDriver.cuEventSynchronize(evidence.done));
    }

    /** Returns the totals of a sum, once they are there. */
    Totals totals(int area) {
        return evidence.totalsOf(area);
    }

    /** Returns a sum, once its totals are there. */
    Checksum read(int area) throws DriverException {
        context.push();
        try {
            return evidence.read(area, shape, context.free());
        } finally {
            context.pop();
        }
    }

    /** Gives the room for the sums back. */
    void release() {
        context.release(evidence);
    }
}
