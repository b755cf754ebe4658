package dev.rollcall.gpu;

import java.util.Set;
import jcuda.driver.CUresult;

/** The CUDA driver returned an error, or is not supported. */
public final class DriverException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Errors of loading a kernel that another attempt does not change. */
    private static final Set<Integer> UNFIT = Set.of(
            CUresult.CUDA_ERROR_UNSUPPORTED_PTX_VERSION,
            CUresult.CUDA_ERROR_INVALID_PTX,
            CUresult.CUDA_ERROR_NO_BINARY_FOR_GPU,
            CUresult.CUDA_ERROR_JIT_COMPILER_NOT_FOUND,
            CUresult.CUDA_ERROR_JIT_COMPILATION_DISABLED);

    private static final Set<Integer> GONE = Set.of(
            CUresult.CUDA_ERROR_DEINITIALIZED,
            CUresult.CUDA_ERROR_INVALID_CONTEXT,
            CUresult.CUDA_ERROR_CONTEXT_IS_DESTROYED,
            CUresult.CUDA_ERROR_INVALID_HANDLE);

    private final int result;

    DriverException(String message) {
        this(message, CUresult.CUDA_ERROR_UNKNOWN);
    }

    private DriverException(String message, int result) {
        super(message);
        this.result = result;
    }

    /** Returns whether the context of what was asked for has ended, or the driver itself, as at the end of the process. */
    boolean contextGone() {
        return GONE.contains(result);
    }

    /** Returns whether there was no memory left. */
    boolean outOfMemory() {
        return result == CUresult.CUDA_ERROR_OUT_OF_MEMORY;
    }

    /** Returns whether the driver refuses the kernel itself, so that another attempt is useless. */
    public boolean unfit() {
        return UNFIT.contains(result);
    }

    /** Throws unless the result of the function {@code call} is success. */
    static void check(String call, int result) throws DriverException {
        if (result != CUresult.CUDA_SUCCESS) {
            throw new DriverException(call + ": " + CUresult.stringFor(result), result);
        }
    }
}
