package dev.rollcall.gpu;

import jcuda.driver.CUresult;

/** The CUDA driver refused a call, or is not fit. */
public final class DriverException extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean outOfMemory;

    DriverException(String message) {
        this(message, false);
    }

    private DriverException(String message, boolean outOfMemory) {
        super(message);
        this.outOfMemory = outOfMemory;
    }

    /** Returns whether there was no memory left, which is no fault of the driver's. */
    boolean outOfMemory() {
        return outOfMemory;
    }

    /** Throws unless the result of {@code call} is success. */
    static void check(String call, int result) throws DriverException {
        if (result != CUresult.CUDA_SUCCESS) {
            throw new DriverException(
                    call + ": " + CUresult.stringFor(result), result == CUresult.CUDA_ERROR_OUT_OF_MEMORY);
        }
    }
}
