package dev.rollcall.gpu;

import dev.rollcall.trace.CopyCheck;
import dev.rollcall.trace.CopyEvent;
import dev.rollcall.trace.CopyKind;
import dev.rollcall.trace.CopyPath;
import dev.rollcall.trace.CopyVerdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUstream;
import jcuda.driver.JCudaDriver;

/** Copies noise from each GPU of this machine to each other, several ways, and compares what arrives. For one thread. */
public final class Probe implements AutoCloseable {
    /** The sizes that are tried, in bytes. */
    public static final List<Long> SIZES = List.of(4L << 10, 1L << 20, 64L << 20);

    private static final long MOST = SIZES.get(SIZES.size() - 1);
    private static final int ROUNDS = 3;

    /** How data gets from one GPU to another. */
    public enum Way {
        /** A copy between the devices. */
        PEER,
        /** The source's multiprocessors write into the destination's memory. */
        WRITE,
        /** Two copies, through the host's memory. */
        HOST;

        /** Returns the name that users see. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * What came of one way.
     *
     * @param verdict what arrived, such as {@code intact} or {@code zeroed}; {@link #FAILED} where the driver gave an error; empty where the
     *     way does not exist
     * @param gigabytesPerSecond the best of some rounds
     * @param error what the driver said where it gave one; else empty
     */
    public record Result(
            int from, int to, Way way, long bytes, String verdict, double gigabytesPerSecond, String error) {
        /** The verdict where the driver gave an error. */
        public static final String FAILED = "failed";

        /** Returns whether something else arrived than was sent. */
        public boolean bad() {
            return !verdict.isEmpty() && !verdict.equals(CopyVerdict.INTACT.label());
        }
    }

    private final GpuContextRegistry registry = new GpuContextRegistry();
    private final MemoryLookup lookup = new MemoryLookup();
    private final VerificationPlanner planner = new VerificationPlanner(registry, lookup);
    private final List<GpuContext> devices = new ArrayList<>();
    private final List<CUdeviceptr> memory = new ArrayList<>();
    private final HostRoute route;
    private long seed = 1;

    /**
     * Takes memory on each GPU.
     *
     * @throws DriverException if the driver refuses
     * @throws LinkageError without JCuda's classes or natives
     */
    public Probe() throws DriverException {
        Devices.open();
        for (int ordinal = 0; ordinal < Devices.count(); ordinal++) {
            GpuContext context = registry.kept(ordinal);
            devices.add(context);
            context.push();
            CUdeviceptr pointer = new CUdeviceptr();
            DriverException.check("cuMemAlloc", JCudaDriver.cuMemAlloc(pointer, 2 * MOST));
            memory.add(pointer);
        }
        route = devices.isEmpty() ? null : new HostRoute();
    }

    /** Returns how many GPUs there are. */
    public int gpus() {
        return devices.size();
    }

    /** Tries one way with one size; an error of the driver's is a result. */
    public Result of(int from, int to, Way way, long bytes) {
        try {
            return tried(from, to, way, bytes);
        } catch (DriverException e) {
            return new Result(from, to, way, bytes, Result.FAILED, 0, e.getMessage());
        }
    }

    private Result tried(int from, int to, Way way, long bytes) throws DriverException {
        GpuContext owner = devices.get(from);
        // A copy, too, goes directly only where the application has allowed access, as frameworks do.
        if (!reaches(from, to) && way == Way.WRITE) {
            return new Result(from, to, way, bytes, "", 0, "");
        }
        owner.push();
        try {
            CopyVerdict verdict = CopyVerdict.INTACT;
            double best = 0;
            for (int round = 0; round < ROUNDS && verdict == CopyVerdict.INTACT; round++) {
                CopyEvent copy = copy(from, to, bytes);
                fill(from, copy.sourcePointer(), bytes, ++seed);
                fill(to, copy.destinationPointer(), bytes, -seed);
                CopyVerification begun = planned(owner, copy);
                begun.before();
                settle();
                long start = System.nanoTime();
                make(way, begun);
                settle();
                best = Math.max(best, (double) bytes / (System.nanoTime() - start));
                begun.after(true);
                begun.await();
                CopyCheck check = begun.check();
                begun.release();
                verdict = check.verdict();
            }
            return new Result(from, to, way, bytes, verdict.label(), best, "");
        } finally {
            owner.pop();
        }
    }

    private CopyVerification planned(GpuContext owner, CopyEvent copy) throws DriverException {
        CopyMemory source = CopyMemory.of(lookup.of(copy.sourcePointer()));
        CopyMemory destination = CopyMemory.of(lookup.of(copy.destinationPointer()));
        VerificationPlan plan = planner.plan(owner, copy, source, destination, true);
        if (plan.verification() == null) {
            throw new DriverException(plan.reason());
        }
        return plan.verification();
    }

    private void make(Way way, CopyVerification begun) throws DriverException {
        CopyEvent copy = begun.copy();
        CUstream stream = JCudaHandles.stream(copy.stream());
        switch (way) {
            case PEER -> {
                int result = JCudaDriver.cuMemcpyPeerAsync(
                        JCudaHandles.pointer(copy.destinationPointer()),
                        devices.get(copy.destinationDevice()).cuda(),
                        JCudaHandles.pointer(copy.sourcePointer()),
                        devices.get(copy.sourceDevice()).cuda(),
                        copy.bytes(),
                        stream);
                DriverException.check("cuMemcpyPeerAsync", result);
            }
            case WRITE ->
                devices.get(copy.sourceDevice())
                        .kernel()
                        .write(stream, copy.destinationPointer(), copy.bytes() / ChecksumUnit.BYTES, seed);
            case HOST -> route.copy(begun);
        }
    }

    private boolean reaches(int from, int to) throws DriverException {
        if (!Devices.reach(from, to)) {
            return false;
        }
        devices.get(from).push();
        try {
            // Says that it is so already, the second time.
            JCudaDriver.cuCtxEnablePeerAccess(devices.get(to).cuda(), 0);
        } finally {
            devices.get(from).pop();
        }
        return true;
    }

    private void fill(int device, long address, long bytes, long value) throws DriverException {
        GpuContext context = devices.get(device);
        context.push();
        try {
            context.kernel().write(context.free(), address, bytes / ChecksumUnit.BYTES, value);
            DriverException.check("cuStreamSynchronize", JCudaDriver.cuStreamSynchronize(context.free()));
        } finally {
            context.pop();
        }
    }

    private static void settle() throws DriverException {
        DriverException.check("cuCtxSynchronize", JCudaDriver.cuCtxSynchronize());
    }

    /** Each device's memory has a half that others copy from and one that they copy to. */
    private CopyEvent copy(int from, int to, long bytes) {
        return new CopyEvent(
                0,
                0,
                0,
                CopyKind.PEER,
                CopyPath.UNKNOWN,
                from,
                to,
                JCudaHandles.of(memory.get(from)),
                JCudaHandles.of(memory.get(to)) + MOST,
                bytes,
                1,
                0,
                0,
                null,
                0,
                0,
                0,
                0,
                0,
                CopyCheck.NONE);
    }

    @Override
    public void close() {
        for (CUdeviceptr each : memory) {
            // Where a context is at fault, as a result says then, this fails, and its memory goes with it.
            JCudaDriver.cuMemFree(each);
        }
    }
}
