package dev.rollcall.analyzer.input.nccl;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A warning such as {@code Cuda failure 700 'an illegal memory access was encountered'}. It is about the process that writes it.
 *
 * @param error CUDA's words for the error
 */
record CudaFailure(String error) {
    private static final Pattern FORM = Pattern.compile("\\b(?:Cuda|HIP) failure (?:\\d{1,4} )?'([^']{1,200})'");

    /** Errors after which the process must be started again to use CUDA, according to the descriptions of {@code cudaError}. */
    private static final Set<String> FATAL = Set.of(
            "an illegal memory access was encountered",
            "an illegal instruction was encountered",
            "misaligned address",
            "operation not supported on global/shared address space",
            "invalid program counter",
            "unspecified launch failure",
            "device-side assert triggered",
            "hardware stack error",
            "uncorrectable ECC error encountered",
            "the launch timed out and was terminated");

    private static final String OUT_OF_MEMORY = "out of memory";

    /** Returns the failure that a message reports if it matters; null for any other message. NCCL goes on after most errors. */
    static CudaFailure in(String text) {
        Matcher found = FORM.matcher(text);
        if (!found.find()) {
            return null;
        }
        CudaFailure failure = new CudaFailure(found.group(1));
        return failure.isFatal() || failure.error.equals(OUT_OF_MEMORY) ? failure : null;
    }

    /** Returns whether the process can make no more calls; without memory it can. */
    boolean isFatal() {
        return FATAL.contains(error);
    }
}
