package dev.rollcall.ranks;

import java.util.Arrays;
import jcuda.Pointer;
import jcuda.runtime.JCuda;
import jcuda.runtime.cudaMemcpyKind;

/** The reported symptom: a tensor's maximum on its own GPU and on the GPU that it was copied to. */
public final class GpuSymptom {
    private static final int COUNT = 4_194_305;
    private static final long BYTES = 4L * COUNT;

    private GpuSymptom() {}

    private static int maximum(int device, Pointer memory) {
        JCuda.cudaSetDevice(device);
        int[] values = new int[COUNT];
        JCuda.cudaMemcpy(Pointer.to(values), memory, BYTES, cudaMemcpyKind.cudaMemcpyDeviceToHost);
        return Arrays.stream(values).max().orElseThrow();
    }

    private static void copy(Pointer to, int toDevice, Pointer from) {
        JCuda.cudaMemcpyPeer(to, toDevice, from, 0, BYTES);
    }

    /** Runs one rank. */
    public static void main(String[] args) {
        JCuda.setExceptionsEnabled(true);
        int[] count = new int[1];
        JCuda.cudaGetDeviceCount(count);
        int other = count[0] > 1 ? 1 : 0;
        int[] values = new int[COUNT];
        Arrays.setAll(values, index -> index);
        Pointer source = new Pointer();
        JCuda.cudaSetDevice(0);
        JCuda.cudaMalloc(source, BYTES);
        JCuda.cudaMemcpy(source, Pointer.to(values), BYTES, cudaMemcpyKind.cudaMemcpyHostToDevice);
        Pointer destination = new Pointer();
        JCuda.cudaSetDevice(other);
        JCuda.cudaMalloc(destination, BYTES);
        JCuda.cudaMemset(destination, 1, BYTES);
        JCuda.cudaSetDevice(0);
        JCuda.cudaDeviceSynchronize();
        GpuBuffers.fault("zero");
        for (int i = 0; i < 3; i++) {
            try {
                copy(destination, other, source);
            } catch (RuntimeException e) {
                System.out.println(e.getMessage() + " at " + e.getStackTrace()[0].getMethodName() + " "
                        + e.getStackTrace()[1].getMethodName());
            }
        }
        GpuBuffers.fault("none");
        System.out.println("source " + maximum(0, source) + ", destination " + maximum(other, destination));
    }
}
