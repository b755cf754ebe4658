package dev.rollcall.samples.gpu;

import dev.rollcall.samples.ExpectedVerdict;
import java.util.Arrays;
import jcuda.Pointer;
import jcuda.driver.JCudaDriver;

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
        Pointer arguments = Pointer.to(Pointer.to(owner.memory));
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
                arguments,
                null); // the launch on the wrong GPU
        JCudaDriver.cuStreamSynchronize(gpu.stream);
    }
}
