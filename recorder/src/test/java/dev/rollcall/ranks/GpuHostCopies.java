package dev.rollcall.ranks;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.Random;
import java.util.function.IntSupplier;
import jcuda.Pointer;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUstream;
import jcuda.driver.JCudaDriver;
import jcuda.runtime.JCuda;
import jcuda.runtime.cudaMemcpyKind;
import jcuda.runtime.cudaStream_t;
import org.bytedeco.cuda.cudart.CUstream_st;
import org.bytedeco.cuda.global.cudart;
import org.bytedeco.javacpp.BytePointer;

/**
 * Makes copies from and to the host through JCuda and JavaCPP, with every kind of memory and every fault, and prints them with
 * their expected verdicts.
 */
public final class GpuHostCopies {
    /** The length of an array of floats; no copy of the agent's own has it. */
    private static final int BYTES = 1_000_004;

    private static final String[] FAULTS = {"none", "zero", "skip", "truncate", "permute", "flip"};
    private static final int IN = cudaMemcpyKind.cudaMemcpyHostToDevice;
    private static final int OUT = cudaMemcpyKind.cudaMemcpyDeviceToHost;

    private final Pointer device = new Pointer();
    private final CUdeviceptr driver = new CUdeviceptr();
    private final org.bytedeco.javacpp.Pointer javaCpps = new org.bytedeco.javacpp.Pointer();
    private final cudaStream_t stream = new cudaStream_t();
    private final Random random = new Random(4036);

    private GpuHostCopies() {
        JCuda.cudaSetDevice(0);
        JCuda.cudaMalloc(device, BYTES);
        JCudaDriver.cuMemAlloc(driver, BYTES);
        cudart.cudaMalloc(javaCpps, BYTES);
        JCuda.cudaStreamCreate(stream);
    }

    private byte[] noise() {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        return bytes;
    }

    /** Fills all devices' memory except the last bytes; these copies are not corrupted. */
    private void fill() {
        JCuda.cudaMemcpy(device, Pointer.to(noise()), BYTES - 4, IN);
        JCuda.cudaMemcpy(driver, Pointer.to(noise()), BYTES - 4, IN);
        try (BytePointer bytes = new BytePointer(noise())) {
            cudart.cudaMemcpy(javaCpps, bytes, BYTES - 4, IN);
        }
        JCuda.cudaDeviceSynchronize();
    }

    private void make(String name, Buffer memory, IntSupplier copy) {
        for (String fault : FAULTS) {
            fill();
            put(memory, noise());
            GpuBuffers.fault(fault + " " + BYTES);
            int result = copy.getAsInt();
            JCuda.cudaDeviceSynchronize();
            GpuBuffers.fault("none");
            System.out.println(name + " " + fault + " " + result);
        }
    }

    private static void put(Buffer memory, byte[] bytes) {
        ByteBuffer from = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
        if (memory instanceof FloatBuffer floats) {
            floats.put(0, from.asFloatBuffer(), 0, BYTES / 4);
        } else {
            ((ByteBuffer) memory).put(0, bytes, 0, BYTES);
        }
    }

    private void jcuda(String what, Buffer memory, Pointer host) {
        make("cudaMemcpy", memory, () -> JCuda.cudaMemcpy(device, host, BYTES, IN));
        make("cudaMemcpy", memory, () -> JCuda.cudaMemcpy(host, device, BYTES, OUT));
        make("cuMemcpyHtoD", memory, () -> JCudaDriver.cuMemcpyHtoD(driver, host, BYTES));
        make("cuMemcpyDtoH", memory, () -> JCudaDriver.cuMemcpyDtoH(host, driver, BYTES));
        make("cudaMemcpyAsync", memory, () -> JCuda.cudaMemcpyAsync(device, host, BYTES, IN, stream));
        make("cudaMemcpyAsync", memory, () -> JCuda.cudaMemcpyAsync(host, device, BYTES, OUT, stream));
        CUstream async = new CUstream(stream);
        make("cuMemcpyHtoDAsync", memory, () -> JCudaDriver.cuMemcpyHtoDAsync(driver, host, BYTES, async));
        make("cuMemcpyDtoHAsync", memory, () -> JCudaDriver.cuMemcpyDtoHAsync(host, driver, BYTES, async));
        System.err.println(what + " done");
    }

    private void javaCpp() {
        try (BytePointer host = new BytePointer(BYTES + 64)) {
            ByteBuffer memory = host.getPointer(32).asByteBuffer();
            org.bytedeco.javacpp.Pointer shifted = host.getPointer(32);
            make("cudaMemcpy", memory, () -> cudart.cudaMemcpy(javaCpps, shifted, BYTES, IN));
            make("cudaMemcpy", memory, () -> cudart.cudaMemcpy(shifted, javaCpps, BYTES, OUT));
            CUstream_st async = new CUstream_st();
            cudart.cudaStreamCreate(async);
            make("cudaMemcpyAsync", memory, () -> cudart.cudaMemcpyAsync(javaCpps, shifted, BYTES, IN, async));
            make("cuMemcpyDtoH", memory, () -> cudart.cuMemcpyDtoH(shifted, javaCpps.address(), BYTES));
        }
    }

    /** Runs one rank. */
    public static void main(String[] args) {
        GpuBuffers.fault("none");
        GpuHostCopies copies = new GpuHostCopies();
        float[] array = new float[BYTES / 4];
        copies.jcuda("array", FloatBuffer.wrap(array), Pointer.to(array));
        ByteBuffer direct = ByteBuffer.allocateDirect(BYTES + 8);
        copies.jcuda("direct", direct.slice(8, BYTES), Pointer.to(direct).withByteOffset(8));
        Pointer pinned = new Pointer();
        JCuda.cudaHostAlloc(pinned, BYTES, JCuda.cudaHostAllocDefault);
        copies.jcuda("pinned", pinned.getByteBuffer(), pinned);
        ByteBuffer registered = ByteBuffer.allocateDirect(BYTES);
        JCuda.cudaHostRegister(Pointer.to(registered), BYTES, JCuda.cudaHostRegisterDefault);
        copies.jcuda("registered", registered, Pointer.to(registered));
        copies.javaCpp();
        System.out.println("last error " + JCuda.cudaGetLastError());
    }
}
