package dev.rollcall.gpu;

import dev.rollcall.trace.CopyCheck;
import dev.rollcall.trace.CopyEvent;
import dev.rollcall.trace.CopyKind;
import dev.rollcall.trace.CopyPath;
import dev.rollcall.trace.CopyVerdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUstream;
import jcuda.driver.JCudaDriver;

/** Tests whether data arrives between the GPUs of this machine: copies noise in several ways, and verifies it. For one thread. */
public final class Probe implements AutoCloseable {
    /** The sizes of the copies, in bytes. */
    public static final List<Long> SIZES = List.of(4L << 10, 1L << 20, 64L << 20);

    private static final long LARGEST = SIZES.get(SIZES.size() - 1);
    private static final int ROUNDS = 3;

    /** How data gets from one GPU to another. */
    public enum Transfer {
        /** A copy between the devices. */
        PEER,
        /** A kernel of the source writes into the destination's memory. */
        WRITE,
        /** Two copies, through the host's memory. */
        HOST;

        /** Returns the name for users. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * The result of one transfer.
     *
     * @param verdict what arrived, such as {@code intact} or {@code zeroed}; {@link #FAILED} at an error of the driver; empty where
     *     the devices have no such transfer
     * @param gigabytesPerSecond the best of several rounds
     * @param error the driver's error, or empty
     */
    public record Result(
            int from, int to, Transfer transfer, long bytes, String verdict, double gigabytesPerSecond, String error) {
        /** The verdict at an error of the driver. */
        public static final String FAILED = "failed";

        /** Returns whether the transfer failed, or delivered other data than was sent. */
        public boolean bad() {
            return !verdict.isEmpty() && !verdict.equals(CopyVerdict.INTACT.label());
        }
    }

    private final GpuContextRegistry contexts = GpuContextRegistry.ofProcess();
    private final MemoryLookup lookup = new MemoryLookup();
    private final VerificationPlanner planner = new VerificationPlanner(contexts, lookup);
    private final List<GpuContext> devices = new ArrayList<>();
    /** By device; only the two of the pair that is tested have any. */
    private final Map<Integer, CUdeviceptr> memory = new HashMap<>();

    private final HostRoute route;
    private long seed = 1;

    /**
     * Opens each GPU. Memory is taken on two at a time.
     *
     * @throws DriverException if the driver returns an error or is not supported
     * @throws LinkageError without JCuda's classes or native libraries
     */
    public Probe() throws DriverException {
        Devices.open();
        for (int ordinal = 0; ordinal < Devices.count(); ordinal++) {
            GpuContext context = contexts.retainPrimary(ordinal);
            devices.add(context);
            context.push();
        }
        route = devices.isEmpty() ? null : new HostRoute();
    }

    /** Returns the number of GPUs. */
    public int gpus() {
        return devices.size();
    }

    /** Tests one transfer with one size. An error of the driver is a result. */
    public Result of(int from, int to, Transfer transfer, long bytes) {
        try {
            return test(from, to, transfer, bytes);
        } catch (DriverException e) {
            return new Result(from, to, transfer, bytes, Result.FAILED, 0, e.getMessage());
        }
    }

    private Result test(int from, int to, Transfer transfer, long bytes) throws DriverException {
        take(from, to);
        GpuContext owner = devices.get(from);
        // Access is enabled for copies, too: without it they do not go directly. Frameworks enable it as well.
        if (!enableAccess(from, to) && transfer == Transfer.WRITE) {
            return new Result(from, to, transfer, bytes, "", 0, "");
        }
        owner.push();
        try {
            CopyVerdict verdict = CopyVerdict.INTACT;
            double best = 0;
            for (int round = 0; round < ROUNDS && verdict == CopyVerdict.INTACT; round++) {
                CopyEvent copy = copy(from, to, bytes);
                fill(from, copy.sourcePointer(), bytes, ++seed);
                fill(to, copy.destinationPointer(), bytes, -seed);
                CopyVerification begun = verification(owner, copy);
                begun.before();
                synchronize();
                long start = System.nanoTime();
                make(transfer, begun);
                synchronize();
                best = Math.max(best, (double) bytes / (System.nanoTime() - start));
                begun.after(true);
                begun.await();
                CopyCheck check = begun.check();
                begun.release();
                verdict = check.verdict();
            }
            return new Result(from, to, transfer, bytes, verdict.label(), best, "");
        } finally {
            owner.pop();
        }
    }

    /** Allocates memory on two GPUs, and frees that of the others. */
    private void take(int from, int to) throws DriverException {
        Set<Integer> pair = Set.copyOf(List.of(from, to));
        for (int held : List.copyOf(memory.keySet())) {
            if (!pair.contains(held)) {
                free(held);
            }
        }
        for (int device : pair) {
            if (!memory.containsKey(device)) {
                devices.get(device).push();
                try {
                    CUdeviceptr pointer = new CUdeviceptr();
                    DriverException.check("cuMemAlloc", JCudaDriver.cuMemAlloc(pointer, 2 * LARGEST));
                    memory.put(device, pointer);
                } finally {
                    devices.get(device).pop();
                }
            }
        }
    }

    /** Frees the memory of a GPU. This fails where its context is broken: the results have shown that, and the memory goes with it. */
    private void free(int device) throws DriverException {
        devices.get(device).push();
        try {
            JCudaDriver.cuMemFree(memory.remove(device));
        } finally {
            devices.get(device).pop();
        }
    }

    private CopyVerification verification(GpuContext owner, CopyEvent copy) throws DriverException {
        CopyMemory source = CopyMemory.withoutHostBytes(lookup.of(copy.sourcePointer()));
        CopyMemory destination = CopyMemory.withoutHostBytes(lookup.of(copy.destinationPointer()));
        VerificationPlan plan = planner.plan(owner, copy, source, destination, true);
        if (plan.verification() == null) {
            throw new DriverException(plan.reason());
        }
        return plan.verification();
    }

    private void make(Transfer transfer, CopyVerification begun) throws DriverException {
        CopyEvent copy = begun.copy();
        CUstream stream = JCudaHandles.stream(copy.stream());
        switch (transfer) {
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
                        .fillWithNoise(stream, copy.destinationPointer(), copy.bytes() / ChecksumUnit.BYTES, seed);
            case HOST -> route.copy(begun);
        }
    }

    private boolean enableAccess(int from, int to) throws DriverException {
        if (!Devices.canAccess(from, to)) {
            return false;
        }
        devices.get(from).push();
        try {
            // From the second time on, this returns the error that access is already enabled.
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
            context.kernel().fillWithNoise(context.independentStream(), address, bytes / ChecksumUnit.BYTES, value);
            DriverException.check("cuStreamSynchronize", JCudaDriver.cuStreamSynchronize(context.independentStream()));
        } finally {
            context.pop();
        }
    }

    private static void synchronize() throws DriverException {
        DriverException.check("cuCtxSynchronize", JCudaDriver.cuCtxSynchronize());
    }

    /** Returns a copy from the first half of one device's memory to the second half of another's. */
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
                JCudaHandles.of(memory.get(to)) + LARGEST,
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
        for (int held : List.copyOf(memory.keySet())) {
            try {
                free(held);
            } catch (DriverException brokenAsTheResultsHaveShown) {
                memory.remove(held);
            }
        }
    }
}
