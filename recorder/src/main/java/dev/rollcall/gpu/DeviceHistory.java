package dev.rollcall.gpu;

import dev.rollcall.recorder.IssuedOperation;
import dev.rollcall.recorder.OperationHistory;
import dev.rollcall.recorder.OperationHistory.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import jcuda.driver.CUresult;

/**
 * Keeps what the contexts of this process were given to do, and finds the operations among which an error happened. After such
 * an error the driver returns it from every call about a stream of the context, so a harmless question shows it. Thread-safe.
 */
public final class DeviceHistory {
    /** The errors after which a context is of no use any more. */
    private static final Set<Integer> LASTING = Set.of(
            CUresult.CUDA_ERROR_ECC_UNCORRECTABLE,
            CUresult.CUDA_ERROR_NVLINK_UNCORRECTABLE,
            CUresult.CUDA_ERROR_ILLEGAL_ADDRESS,
            CUresult.CUDA_ERROR_LAUNCH_TIMEOUT,
            CUresult.CUDA_ERROR_ASSERT,
            CUresult.CUDA_ERROR_HARDWARE_STACK_ERROR,
            CUresult.CUDA_ERROR_ILLEGAL_INSTRUCTION,
            CUresult.CUDA_ERROR_MISALIGNED_ADDRESS,
            CUresult.CUDA_ERROR_INVALID_ADDRESS_SPACE,
            CUresult.CUDA_ERROR_INVALID_PC,
            CUresult.CUDA_ERROR_LAUNCH_FAILED,
            CUresult.CUDA_ERROR_UNKNOWN);

    /**
     * An error of a device.
     *
     * @param device the ordinal of the device
     * @param code the driver's error code
     * @param name the name of the code
     * @param window the operations among which it happened
     */
    public record Fault(int device, int code, String name, Window window) {
        /** Returns whether the hardware failed, so that no operation made the error. */
        public boolean isOfHardware() {
            return code == CUresult.CUDA_ERROR_ECC_UNCORRECTABLE || code == CUresult.CUDA_ERROR_NVLINK_UNCORRECTABLE;
        }
    }

    private final GpuContextRegistry contexts = GpuContextRegistry.ofProcess();

    private DeviceHistory() {}

    /**
     * Opens the driver.
     *
     * @throws DriverException if the driver returns an error or is not supported
     * @throws LinkageError without JCuda's classes or native libraries
     */
    public static DeviceHistory open() throws DriverException {
        Devices.open();
        return new DeviceHistory();
    }

    /** Returns whether a stream is being captured, so that nothing is done now. */
    public boolean capturing(long stream) {
        return DriverCalls.capturing(JCudaHandles.stream(stream));
    }

    /** Returns the history of a stream's context, or of a device's where that is a default stream; null where unknown. */
    private OperationHistory of(long stream, int device) throws DriverException {
        GpuContext context = contexts.ofEvents(stream, device);
        return context == null ? null : context.history();
    }

    /**
     * Adds an operation that a device has been given.
     *
     * @param context the ordinal of the device to whose primary context a default stream belongs, -1 for the current context's
     */
    public void issued(IssuedOperation operation, int context) throws DriverException {
        OperationHistory history = of(operation.stream(), context);
        if (history != null) {
            history.issued(operation);
        }
    }

    /** Returns a mark behind what has been issued until now in the context of a stream; -1 where unknown. */
    public long mark(long stream) throws DriverException {
        OperationHistory history = of(stream, -1);
        return history == null ? -1 : history.mark();
    }

    /** Notes that all that was issued into a stream before a mark has completed. */
    public void completed(long stream, long mark) throws DriverException {
        OperationHistory history = of(stream, -1);
        if (history != null) {
            history.completed(stream, mark);
        }
    }

    /** Notes that all that was issued in the current context before a mark has completed. */
    public void completed(long mark) throws DriverException {
        OperationHistory history = of(0, -1);
        if (history != null) {
            history.completed(mark);
        }
    }

    /** Notes that a call of a communicator has completed. */
    public void callCompleted(long call) {
        contexts.all().forEach(context -> context.history().callCompleted(call));
    }

    /**
     * Waits until all is done that was issued into a stream; the next question about a {@link #fault} shows whether that ended
     * in an error.
     */
    public void synchronize(long stream) throws DriverException {
        int[] mode = DriverCalls.relax();
        try {
            long mark = mark(stream);
            if (DriverCalls.synchronize(JCudaHandles.stream(stream)) && mark >= 0) {
                completed(stream, mark);
            }
        } finally {
            DriverCalls.restore(mode);
        }
    }

    /** Returns the errors that have ended contexts and that no recorded method has returned, one for each context. */
    public List<Fault> unnoticed() throws DriverException {
        List<Fault> faults = new ArrayList<>();
        for (GpuContext context : contexts.all()) {
            if (!context.history().window().operations().isEmpty()) {
                boolean entered = context.enter();
                try {
                    Fault fault = fault(0);
                    if (fault != null) {
                        faults.add(fault);
                    }
                } finally {
                    context.leave(entered);
                }
            }
        }
        return faults;
    }

    /** Returns the error that has ended the context of a stream, once for each context; null where there is none. */
    public Fault fault(long stream) throws DriverException {
        int code = DriverCalls.health(JCudaHandles.stream(stream));
        if (!LASTING.contains(code)) {
            return null;
        }
        GpuContext current = contexts.current();
        GpuContext broken = GpuContextRegistry.isDefault(stream)
                        || current != null && current.history().has(stream)
                ? current
                : contexts.all().stream()
                        .filter(context -> context.history().has(stream))
                        .findFirst()
                        .orElse(current);
        return broken == null || !broken.breaks()
                ? null
                : new Fault(
                        broken.device(),
                        code,
                        CUresult.stringFor(code),
                        broken.history().window());
    }
}
