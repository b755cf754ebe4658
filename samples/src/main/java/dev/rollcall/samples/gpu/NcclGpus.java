package dev.rollcall.samples.gpu;

import static dev.rollcall.samples.gpu.Checks.cuda;

import org.bytedeco.cuda.global.cudart;
import org.bytedeco.cuda.global.nccl;
import org.bytedeco.javacpp.Loader;

/**
 * Whether a host has NCCL and enough GPUs. Unpacks the bindings for the ranks that start after it: ranks that unpack into one folder
 * at the same time can die of SIGBUS.
 */
final class NcclGpus {
    private NcclGpus() {}

    /** Ends with 0 if there are as many GPUs as the argument says, and with 77 if not or without CUDA's runtime or NCCL. */
    public static void main(String[] args) {
        int[] count = new int[1];
        try {
            Loader.load(nccl.class);
            cuda(cudart.cudaGetDeviceCount(count));
        } catch (UnsatisfiedLinkError | IllegalStateException none) {
            System.out.println("no CUDA or NCCL: " + none.getMessage());
        }
        if (count[0] < Integer.parseInt(args[0])) {
            System.exit(ZeroedCopy.SKIPPED);
        }
    }
}
