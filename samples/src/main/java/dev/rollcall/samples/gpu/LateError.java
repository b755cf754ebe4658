package dev.rollcall.samples.gpu;

import static dev.rollcall.samples.gpu.TouchKernel.THREADS;
import static jcuda.driver.JCudaDriver.cuLaunchKernel;
import static jcuda.driver.JCudaDriver.cuMemcpyDtoDAsync;
import static jcuda.driver.JCudaDriver.cuStreamSynchronize;

import dev.rollcall.samples.ExpectedVerdict;
import java.util.Arrays;
import jcuda.Pointer;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUfunction;
import jcuda.driver.CUstream;

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
        CUfunction touch = gpu.function;
        CUstream stream = gpu.stream;
        Pointer first = Pointer.to(Pointer.to(target));
        cuLaunchKernel(touch, 1, 1, 1, THREADS, 1, 1, 0, stream, first, null); // the kernel that leaves its memory
        long half = TouchKernel.BYTES / 2;
        cuMemcpyDtoDAsync(gpu.memory, gpu.memory.withByteOffset(half), half, stream);
        Pointer last = Pointer.to(Pointer.to(gpu.memory));
        cuLaunchKernel(touch, 1, 1, 1, THREADS, 1, 1, 0, stream, last, null);
        cuStreamSynchronize(stream);
    }
}
