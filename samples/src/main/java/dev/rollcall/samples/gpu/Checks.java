package dev.rollcall.samples.gpu;

/** What programs do with the results of CUDA's and NCCL's functions. Stateless. */
final class Checks {
    private Checks() {}

    /** Throws if a function of CUDA's runtime did not succeed. */
    static void cuda(int result) {
        if (result != 0) {
            throw new IllegalStateException("CUDA error " + result);
        }
    }

    /** Throws if a function of NCCL did not succeed. */
    static void nccl(int result) {
        if (result != 0) {
            throw new IllegalStateException("NCCL error " + result);
        }
    }
}
