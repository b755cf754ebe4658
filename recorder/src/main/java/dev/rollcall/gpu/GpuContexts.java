package dev.rollcall.gpu;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import jcuda.driver.CUcontext;
import jcuda.driver.CUdevice;
import jcuda.driver.JCudaDriver;

/** The application's contexts in which the agent works. Makes none of its own. Thread-safe. */
final class GpuContexts {
    /** Handles up to here stand for a default stream, which belongs to the current context. */
    private static final long LAST_DEFAULT_STREAM = 2;

    private final Map<Long, GpuContext> known = new ConcurrentHashMap<>();

    /** Returns the context of a device's memory. */
    GpuContext ofMemory(DriverMemory memory) throws DriverException {
        return memory.context() == 0 ? primary(memory.device()) : of(memory.context());
    }

    /** Returns the context of a stream that the application uses on this thread. */
    GpuContext ofStream(long stream) throws DriverException {
        CUcontext context = new CUcontext();
        if (stream > LAST_DEFAULT_STREAM) {
            int result = JCudaDriver.cuStreamGetCtx(Handles.stream(stream), context);
            DriverException.check("cuStreamGetCtx", result);
        } else {
            DriverException.check("cuCtxGetCurrent", JCudaDriver.cuCtxGetCurrent(context));
        }
        // A thread that has called nothing yet is on the first device.
        return Handles.of(context) == 0 ? primary(0) : of(Handles.of(context));
    }

    /** Returns the context that the runtime uses of a device, and keeps it, if nobody uses it yet. */
    GpuContext kept(int ordinal) throws DriverException {
        int result = JCudaDriver.cuDevicePrimaryCtxRetain(new CUcontext(), Devices.get(ordinal));
        DriverException.check("cuDevicePrimaryCtxRetain", result);
        return primary(ordinal);
    }

    /** Returns the context that the runtime uses of a device. */
    GpuContext primary(int ordinal) throws DriverException {
        CUdevice device = new CUdevice();
        DriverException.check("cuDeviceGet", JCudaDriver.cuDeviceGet(device, ordinal));
        CUcontext context = new CUcontext();
        DriverException.check("cuDevicePrimaryCtxRetain", JCudaDriver.cuDevicePrimaryCtxRetain(context, device));
        try {
            return of(Handles.of(context));
        } finally {
            DriverException.check("cuDevicePrimaryCtxRelease", JCudaDriver.cuDevicePrimaryCtxRelease(device));
        }
    }

    private GpuContext of(long handle) throws DriverException {
        GpuContext context = known.get(handle);
        if (context != null) {
            return context;
        }
        synchronized (known) {
            context = known.get(handle);
            if (context == null) {
                context = new GpuContext(Handles.set(new CUcontext(), handle));
                known.put(handle, context);
            }
            return context;
        }
    }
}
