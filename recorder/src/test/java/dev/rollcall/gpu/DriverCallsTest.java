package dev.rollcall.gpu;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jcuda.driver.CUresult;
import org.junit.jupiter.api.Test;

/** The meaning of the driver's results. */
class DriverCallsTest {
    @Test
    void takesNoOtherErrorForACapture() {
        assertTrue(DriverCalls.captured(CUresult.CUDA_SUCCESS, 1));
        assertTrue(DriverCalls.captured(CUresult.CUDA_ERROR_STREAM_CAPTURE_IMPLICIT, 0));
        assertTrue(DriverCalls.captured(CUresult.CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD, 0));
        assertFalse(DriverCalls.captured(CUresult.CUDA_SUCCESS, 0));
        assertFalse(DriverCalls.captured(CUresult.CUDA_ERROR_INVALID_CONTEXT, 0));
        assertFalse(DriverCalls.captured(CUresult.CUDA_ERROR_ILLEGAL_ADDRESS, 0));
        assertFalse(DriverCalls.captured(CUresult.CUDA_ERROR_LAUNCH_TIMEOUT, 0));
    }
}
