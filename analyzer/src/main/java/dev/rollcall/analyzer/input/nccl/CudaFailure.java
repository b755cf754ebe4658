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

    /**
     * Errors after which the process must be started again to use CUDA, according to the descriptions of {@code cudaError} in CUDA 13
     * ({@code driver_types.h}), and uncorrectable errors of the hardware. The words are those of {@code cuGetErrorString}.
     */
    private static final Set<String> FATAL = Set.of(
            "uncorrectable NVLink error detected during the execution",
            "Invalid access of peer GPU memory over nvlink or a hardware error",
            "tensor memory not completely freed",
            "the MPS client has been terminated by the server",
            "an async error has occured in external entity outside of CUDA",
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
