package dev.rollcall.gpu;

import dev.rollcall.recorder.CallResult;
import dev.rollcall.recorder.StreamSums;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import jcuda.driver.CUpointer_attribute;

/** Sums of results in the application's streams, through JCuda's driver API. Thread-safe. */
public final class ResultSums implements StreamSums {
    private final GpuContextRegistry contexts = GpuContextRegistry.ofProcess();
    private final Map<GpuContext, ResultKernel> kernels = new ConcurrentHashMap<>();

    /** A sum on its way. */
    private record BegunSum(ResultKernel kernel, SumPlaces.Place place) {}

    private ResultSums() {}

    /**
     * Opens the driver.
     *
     * @throws DriverException if the driver returns an error or is not supported
     * @throws LinkageError without JCuda's classes or native libraries
     */
    public static ResultSums open() throws DriverException {
        Devices.open();
        return new ResultSums();
    }

    @Override
    public void prepare(long stream, int device) throws DriverException {
        GpuContext context = contexts.ofEvents(stream, device);
        if (context == null || kernels.containsKey(context)) {
            return;
        }
        int[] mode = DriverCalls.relax();
        try {
            synchronized (kernels) {
                if (!kernels.containsKey(context)) {
                    kernels.keySet().removeIf(GpuContext::hasEnded);
                    boolean entered = context.enter();
                    try {
                        kernels.put(context, new ResultKernel());
                    } finally {
                        context.leave(entered);
                    }
                }
            }
        } finally {
            DriverCalls.restore(mode);
        }
    }

    @Override
    public Object begin(long stream, int device, CallResult result) throws DriverException {
        NanLanes lanes = NanLanes.of(result.type());
        GpuContext context = contexts.ofEvents(stream, device);
        ResultKernel kernel = context == null || context.hasEnded() ? null : kernels.get(context);
        if (lanes == null || kernel == null) {
            return null;
        }
        int[] mode = DriverCalls.relax();
        try {
            boolean entered = context.enter();
            try {
                long last = result.address() + result.bytes() - 1;
                if (!reaches(result.address()) || !reaches(last)) {
                    return null;
                }
                SumPlaces.Place place =
                        kernel.sum(JCudaHandles.stream(stream), result.address(), result.bytes(), lanes);
                return place == null ? null : new BegunSum(kernel, place);
            } finally {
                context.leave(entered);
            }
        } finally {
            DriverCalls.restore(mode);
        }
    }

    /** Returns whether a kernel in the current context reads this address; elsewhere the kernel would end the context. */
    private static boolean reaches(long address) {
        return DriverCalls.attribute(address, CUpointer_attribute.CU_POINTER_ATTRIBUTE_DEVICE_POINTER) == address;
    }

    @Override
    public long end(Object begun) {
        BegunSum sum = (BegunSum) begun;
        long value = sum.place.sum();
        sum.kernel.release(sum.place);
        return value;
    }

    @Override
    public void abandon(Object begun) {
        BegunSum sum = (BegunSum) begun;
        sum.kernel.abandon(sum.place);
    }
}
