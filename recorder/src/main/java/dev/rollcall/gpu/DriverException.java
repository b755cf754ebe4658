package dev.rollcall.gpu;

import jcuda.driver.CUresult;

/** The CUDA driver refused a call, or is not fit. */
public final class DriverException extends Exception {
    private static final long serialVersionUID = 1L;

    DriverException(String message) {
        super(message);
    }

    /** Throws unless the result of {@code call} is success. */
    static void check(String call, int result) throws DriverException {
        if (result != CUresult.CUDA_SUCCESS) {
            throw new DriverException(call + ": " + CUresult.stringFor(result));
        }
    }
}
