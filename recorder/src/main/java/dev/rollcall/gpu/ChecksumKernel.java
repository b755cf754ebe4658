package dev.rollcall.gpu;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import jcuda.Pointer;
import jcuda.driver.CUdeviceptr;
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

    private final CUmodule module = new CUmodule();
    private final CUfunction aligned = new CUfunction();
    private final CUfunction gathered = new CUfunction();
    private final CUfunction heads = new CUfunction();
    private final CUfunction noise = new CUfunction();

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
        find(gathered, "rollcall_checksum_gathered");
        find(heads, "rollcall_checksum_heads");
        find(noise, "rollcall_write");
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
     * Has all of a region summed in the order of a stream.
     *
     * @param blocks takes 16 bytes a block
     * @param totals takes {@link Totals#BYTES}, which must be zero
     * @throws DriverException if the driver refuses the launch
     */
    void sum(CUstream stream, DeviceRegion region, CopyShape shape, CUdeviceptr blocks, CUdeviceptr totals)
            throws DriverException {
        launch(stream, region, shape, Integer.MAX_VALUE, blocks, totals);
    }

    /**
     * Has just the head of each block summed, and the first and last unit taken; what else the totals get has no meaning. Else as
     * {@link #sum}.
     */
    void sumHeads(CUstream stream, DeviceRegion region, CopyShape shape, CUdeviceptr blocks, CUdeviceptr totals)
            throws DriverException {
        if (!region.aligned(shape)) {
            launch(stream, region, shape, CopyShape.HEAD, blocks, totals);
            return;
        }
        Pointer parameters = Pointer.to(
                longs(region.address()),
                longs(shape.rowBytes()),
                ints(shape.unitShift()),
                ints(shape.blocks()),
                Pointer.to(blocks),
                Pointer.to(totals));
        launch(stream, heads, (shape.blocks() + WARPS - 1) / WARPS, parameters);
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

    private void launch(
            CUstream stream, DeviceRegion region, CopyShape shape, int limit, CUdeviceptr blocks, CUdeviceptr totals)
            throws DriverException {
        boolean fast = region.aligned(shape);
        Pointer base = longs(region.address());
        Pointer rowBytes = longs(shape.rowBytes());
        Pointer shift = ints(shape.unitShift());
        Pointer most = ints(limit);
        Pointer parameters = fast
                ? Pointer.to(base, rowBytes, shift, most, Pointer.to(blocks), Pointer.to(totals))
                : Pointer.to(
                        base,
                        rowBytes,
                        longs(region.rowPitch()),
                        longs(region.planePitch()),
                        ints(shape.rows()),
                        ints(shape.planes()),
                        shift,
                        most,
                        Pointer.to(blocks),
                        Pointer.to(totals));
        launch(stream, fast ? aligned : gathered, shape.blocks(), parameters);
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

    private static Pointer ints(int value) {
        return Pointer.to(new int[] {value});
    }
}
