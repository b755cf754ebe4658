package dev.rollcall.gpu;

import jcuda.Pointer;
import jcuda.driver.CUfunction;
import jcuda.driver.CUmodule;
import jcuda.driver.CUstream;
import jcuda.driver.JCudaDriver;

/**
 * The checksum kernel, loaded into one context. Launches do not wait. Thread-safe; the context must be current in every call.
 */
final class ChecksumKernel {
    /** The threads of a thread block; the same, like the warps, as in native/checksum/checksum.cu. */
    private static final int THREADS = 256;

    private static final int WARPS = THREADS / 32;

    private static final int MOST_NOISE_BLOCKS = 1024;

    /** Thread blocks for each multiprocessor in {@link Pass#BACKGROUND}: enough to stay ahead of any copy. */
    private static final int BACKGROUND_BLOCKS = 2;

    /** What one launch sums of a region. */
    enum Pass {
        /** All of it, on the whole device. */
        WHOLE,
        /** The heads of its blocks. Of the totals, only the first and last unit and the times are valid. */
        HEADS,
        /**
         * All of it, with few thread blocks, so that other work has room. The totals also say when it ended. It still reads
         * several times as fast as a copy between devices.
         */
        BACKGROUND
    }

    private final CUmodule module = new CUmodule();
    private final CUfunction aligned = new CUfunction();
    private final CUfunction background = new CUfunction();
    private final CUfunction gathered = new CUfunction();
    private final CUfunction heads = new CUfunction();
    private final CUfunction small = new CUfunction();
    private final CUfunction noise = new CUfunction();
    private final int multiprocessors;

    /**
     * Loads the kernel into the current context.
     *
     * @throws DriverException if the driver refuses it
     */
    ChecksumKernel() throws DriverException {
        DriverException.check("cuModuleLoadData", JCudaDriver.cuModuleLoadData(module, ShippedKernel.CHECKSUM.image()));
        find(aligned, "rollcall_checksum_aligned");
        find(background, "rollcall_checksum_background");
        find(gathered, "rollcall_checksum_gathered");
        find(heads, "rollcall_checksum_heads");
        find(small, "rollcall_checksum_small");
        find(noise, "rollcall_write");
        multiprocessors = Devices.multiprocessors();
    }

    private void find(CUfunction function, String name) throws DriverException {
        DriverException.check("cuModuleGetFunction", JCudaDriver.cuModuleGetFunction(function, module, name));
    }

    /**
     * Enqueues the sum of a region. The pass chooses the kernel for an aligned region only; a small or unaligned one has one
     * kernel for all passes, which reads the first {@code limit} units of each block, as the task says.
     *
     * @throws DriverException if the driver refuses the launch
     */
    void sum(CUstream stream, Pass pass, ChecksumTask task) throws DriverException {
        int blocks = task.blocks();
        if (task.onHost()) {
            launch(stream, small, blocks, task.parameters());
        } else if (!task.aligned()) {
            launch(stream, gathered, blocks, task.parameters());
        } else {
            switch (pass) {
                case WHOLE -> launch(stream, aligned, blocks, task.parameters());
                case HEADS -> launch(stream, heads, (blocks + WARPS - 1) / WARPS, task.parameters());
                case BACKGROUND ->
                    launch(
                            stream,
                            background,
                            Math.min(blocks, BACKGROUND_BLOCKS * multiprocessors),
                            task.parameters());
            }
        }
    }

    /** Enqueues the sums of both regions of a task, which are small, in one launch. */
    void sumTwo(CUstream stream, ChecksumTask task) throws DriverException {
        launch(stream, small, 2 * task.blocks(), task.parameters());
    }

    /**
     * Enqueues the filling of memory with noise that depends only on the seed and the place.
     *
     * @param address of memory that this context can reach, a multiple of 16
     * @param units how many pieces of 16 bytes
     */
    void fillWithNoise(CUstream stream, long address, long units, long seed) throws DriverException {
        Pointer parameters = Pointer.to(longs(address), longs(units), longs(seed));
        int threadBlocks = (int) Math.min(MOST_NOISE_BLOCKS, (units + THREADS - 1) / THREADS);
        launch(stream, noise, threadBlocks, parameters);
    }

    private static Pointer longs(long value) {
        return Pointer.to(new long[] {value});
    }

    private static void launch(CUstream stream, CUfunction function, int threadBlocks, Pointer parameters)
            throws DriverException {
        int result =
                JCudaDriver.cuLaunchKernel(function, threadBlocks, 1, 1, THREADS, 1, 1, 0, stream, parameters, null);
        DriverException.check("cuLaunchKernel", result);
    }
}
