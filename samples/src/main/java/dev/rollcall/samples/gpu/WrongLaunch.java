package dev.rollcall.samples.gpu;

import static dev.rollcall.samples.gpu.TouchKernel.THREADS;
import static jcuda.driver.JCudaDriver.cuLaunchKernel;
import static jcuda.driver.JCudaDriver.cuStreamSynchronize;

import dev.rollcall.samples.ExpectedVerdict;
import java.util.Arrays;
import jcuda.Pointer;
import jcuda.driver.CUfunction;
import jcuda.driver.CUstream;

/**
 * A model on two GPUs, whose second stage is launched while the first GPU is still current, as in reports of Triton kernels. With
 * {@code --healthy} the second GPU is made current. Ends with 77 where there are not two GPUs.
 */
@ExpectedVerdict(verdict = "corrupted", causes = "wrong-device", lineComment = "the launch on the wrong GPU")
public final class WrongLaunch {
    private WrongLaunch() {}

    /** Runs both stages. */
    public static void main(String[] args) {
        if (TouchKernel.gpus() < 2) {
            System.exit(ZeroedCopy.SKIPPED);
        }
        TouchKernel second = new TouchKernel(1);
        TouchKernel first = new TouchKernel(0);
        stage(first, first);
        if (Arrays.asList(args).contains("--healthy")) {
            second.use();
            stage(second, second);
        } else {
            stage(first, second);
        }
        System.out.println("done");
    }

    private static void stage(TouchKernel gpu, TouchKernel owner) {
        CUfunction touch = gpu.function;
        CUstream stream = gpu.stream;
        Pointer arguments = Pointer.to(Pointer.to(owner.memory));
        cuLaunchKernel(touch, 1, 1, 1, THREADS, 1, 1, 0, stream, arguments, null); // the launch on the wrong GPU
        cuStreamSynchronize(stream);
    }
}
