package dev.rollcall.samples.gpu;

import dev.rollcall.samples.ExpectedVerdict;
import java.util.Arrays;
import jcuda.Pointer;
import jcuda.runtime.JCuda;
import jcuda.runtime.cudaError;
import jcuda.runtime.cudaMemcpyKind;

/**
 * A job that moves a tensor from its first GPU to its second, where copies between GPUs deliver zeros: the call returns
 * success, and the tensor's largest element is 4194304 here and 0 there, as in Hugging Face Accelerate's issue 4036. On a
 * machine with one GPU the copy stays on it. Ends with 77 where there is no GPU.
 */
@ExpectedVerdict(verdict = "corrupted", causes = "copy-corrupted", lines = "the copy that delivers zeros")
public final class ZeroedCopy {
    /** How the job ends where it has no GPU, as test programs say that they were skipped. */
    static final int SKIPPED = 77;

    private static final int COUNT = 4_194_305;
    private static final long BYTES = 4L * COUNT;
    private static final int STEPS = 3;

    private final int other;
    private final Pointer here = new Pointer();
    private final Pointer there = new Pointer();

    private ZeroedCopy(int other) {
        this.other = other;
        int[] values = new int[COUNT];
        Arrays.setAll(values, index -> index);
        JCuda.cudaMalloc(here, BYTES);
        JCuda.cudaMemcpy(here, Pointer.to(values), BYTES, cudaMemcpyKind.cudaMemcpyHostToDevice);
        JCuda.cudaSetDevice(other);
        JCuda.cudaMalloc(there, BYTES);
        JCuda.cudaMemset(there, 1, BYTES);
        JCuda.cudaSetDevice(0);
    }

    /** Moves the tensor, and prints the largest element of each. */
    public static void main(String[] args) {
        int gpus = gpus();
        if (gpus == 0) {
            System.exit(SKIPPED);
        }
        JCuda.setExceptionsEnabled(true);
        ZeroedCopy job = new ZeroedCopy(gpus > 1 ? 1 : 0);
        for (int step = 0; step < STEPS; step++) {
            job.move();
        }
        System.out.println("source max " + largest(job.here) + ", destination max " + largest(job.there));
    }

    private static int gpus() {
        int[] count = new int[1];
        try {
            return JCuda.cudaGetDeviceCount(count) == cudaError.cudaSuccess ? count[0] : 0;
        } catch (UnsatisfiedLinkError noDriver) {
            return 0;
        }
    }

    private void move() {
        JCuda.cudaMemcpyPeer(there, other, here, 0, BYTES); // the copy that delivers zeros
    }

    private static int largest(Pointer tensor) {
        int[] values = new int[COUNT];
        JCuda.cudaMemcpy(Pointer.to(values), tensor, BYTES, cudaMemcpyKind.cudaMemcpyDeviceToHost);
        return Arrays.stream(values).max().orElseThrow();
    }
}
