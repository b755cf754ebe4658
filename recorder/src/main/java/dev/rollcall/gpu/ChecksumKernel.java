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
        DriverException.check(
                "cuModuleGetFunction", JCudaDriver.cuModuleGetFunction(aligned, module, "rollcall_checksum_aligned"));
        DriverException.check(
                "cuModuleGetFunction", JCudaDriver.cuModuleGetFunction(gathered, module, "rollcall_checksum_gathered"));
        DriverException.check(
                "cuModuleGetFunction", JCudaDriver.cuModuleGetFunction(heads, module, "rollcall_checksum_heads"));
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
