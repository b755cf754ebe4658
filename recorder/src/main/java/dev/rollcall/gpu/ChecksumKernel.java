package dev.rollcall.gpu;

import dev.rollcall.gpu.SideChecksums.Pass;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import jcuda.Pointer;
import jcuda.driver.CUfunction;
import jcuda.driver.CUmodule;
import jcuda.driver.CUstream;
import jcuda.driver.JCudaDriver;

/**
 * The checksum kernel, loaded into one context. Its launches never wait. Thread-safe, but each method must be called with
 * that context current.
 */
final class ChecksumKernel {
    private static final int THREADS = 256;
    private static final int WARPS = THREADS / 32;

    /** Thread blocks a multiprocessor of a sum that leaves room: enough to be ahead of any copy. */
    private static final int BESIDE = 2;

    private final CUmodule module = new CUmodule();
    private final CUfunction aligned = new CUfunction();
    private final CUfunction beside = new CUfunction();
    private final CUfunction gathered = new CUfunction();
    private final CUfunction heads = new CUfunction();
    private final CUfunction small = new CUfunction();
    private final CUfunction noise = new CUfunction();
    private final int multiprocessors;

    /**
     * Loads it into the current context.
     *
     * @throws DriverException if the driver refuses it
     */
    ChecksumKernel() throws DriverException {
        // The driver takes a text that ends with a zero byte.
        byte[] text = ptx();
        byte[] image = Arrays.copyOf(text, text.length + 1);
        DriverException.check("cuModuleLoadData", JCudaDriver.cuModuleLoadData(module, image));
        find(aligned, "rollcall_checksum_aligned");
        find(beside, "rollcall_checksum_beside");
        find(gathered, "rollcall_checksum_gathered");
        find(heads, "rollcall_checksum_heads");
        find(small, "rollcall_checksum_small");
        find(noise, "rollcall_write");
        multiprocessors = Devices.multiprocessors();
    }

    private void find(CUfunction function, String name) throws DriverException {
        DriverException.check("cuModuleGetFunction", JCudaDriver.cuModuleGetFunction(function, module, name));
    }

    /** Returns the kernel as it is shipped. */
    static byte[] ptx() {
        try (InputStream text = ChecksumKernel.class.getResourceAsStream("checksum.ptx")) {
            return text.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("the kernel is part of this jar", e);
        }
    }

    /**
     * Has a region summed in the order of a stream. In {@link Pass#BESIDE} that is done by a part of the device, which then has room
     * for what it does besides, and taken down when it ended; it reads several times as fast as a copy between devices all the
     * same. Of {@link Pass#HEADS} no totals have a meaning, but the first and last unit.
     *
     * @throws DriverException if the driver refuses the launch
     */
    void sum(CUstream stream, Pass pass, ChecksumTask task) throws DriverException {
        int blocks = task.blocks();
        if (task.small()) {
            launch(stream, small, blocks, task.parameters());
        } else if (!task.aligned()) {
            launch(stream, gathered, blocks, task.parameters());
        } else {
            switch (pass) {
                case WHOLE -> launch(stream, aligned, blocks, task.parameters());
                case HEADS -> launch(stream, heads, (blocks + WARPS - 1) / WARPS, task.parameters());
                case BESIDE -> launch(stream, beside, Math.min(blocks, BESIDE * multiprocessors), task.parameters());
            }
        }
    }

    /** Has both regions of a task summed in one launch, which are small. */
    void sumTwo(CUstream stream, ChecksumTask task) throws DriverException {
        launch(stream, small, 2 * task.blocks(), task.parameters());
    }

    /**
     * Has noise written, which depends on nothing but the seed and the place.
     *
     * @param address of memory that this context can reach, a multiple of 16
     * @param units how many pieces of 16 bytes
     */
    void write(CUstream stream, long address, long units, long seed) throws DriverException {
        Pointer parameters = Pointer.to(longs(address), longs(units), longs(seed));
        int blocks = (int) Math.min(1024, (units + THREADS - 1) / THREADS);
        launch(stream, noise, blocks, parameters);
    }

    private static void launch(CUstream stream, CUfunction function, int blocks, Pointer parameters)
            throws DriverException {
        int result = JCudaDriver.cuLaunchKernel(function, blocks, 1, 1, THREADS, 1, 1, 0, stream, parameters, null);
        DriverException.check("cuLaunchKernel", result);
    }

    /** Unloads it. */
    void unload() throws DriverException {
        DriverException.check("cuModuleUnload", JCudaDriver.cuModuleUnload(module));
    }

    private static Pointer longs(long value) {
        return Pointer.to(new long[] {value});
    }
}
