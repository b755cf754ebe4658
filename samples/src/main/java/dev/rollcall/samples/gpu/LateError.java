package dev.rollcall.samples.gpu;

import dev.rollcall.samples.ExpectedVerdict;
import java.util.Arrays;
import jcuda.Pointer;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.JCudaDriver;

/**
 * A step whose first kernel writes outside of its memory, and whose synchronization three operations later returns the error. With
 * {@code --healthy} the kernel stays inside. Ends with 77 where there is no GPU.
 */
@ExpectedVerdict(verdict = "corrupted", causes = "device-error", lineComment = "the kernel that leaves its memory")
public final class LateError {
    /** An address below all memory of a process. */
    private static final long OUTSIDE = 1L << 36;

    private LateError() {}

    /** Runs two steps. */
    public static void main(String[] args) {
        if (TouchKernel.gpus() < 1) {
            System.exit(ZeroedCopy.SKIPPED);
        }
        TouchKernel gpu = new TouchKernel(0);
        boolean healthy = Arrays.asList(args).contains("--healthy");
        step(gpu, gpu.memory);
        step(gpu, healthy ? gpu.memory : new CUdeviceptr().withByteOffset(OUTSIDE));
        System.out.println("done");
    }

    private static void step(TouchKernel gpu, CUdeviceptr target) {
        Pointer first = Pointer.to(Pointer.to(target));
        JCudaDriver.cuLaunchKernel(
                gpu.function,
                1,
                1,
                1,
                TouchKernel.THREADS,
                1,
                1,
                0,
                gpu.stream,
                first,
                null); // the kernel that leaves its memory
        long half = TouchKernel.BYTES / 2;
        JCudaDriver.cuMemcpyDtoDAsync(gpu.memory, gpu.memory.withByteOffset(half), half, gpu.stream);
        Pointer last = Pointer.to(Pointer.to(gpu.memory));
        JCudaDriver.cuLaunchKernel(gpu.function, 1, 1, 1, TouchKernel.THREADS, 1, 1, 0, gpu.stream, last, null);
        JCudaDriver.cuStreamSynchronize(gpu.stream);
    }
}
