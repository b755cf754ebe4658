package dev.rollcall.gpu;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import jcuda.driver.CUcontext;
import jcuda.driver.CUdevice;
import jcuda.driver.CUpointer_attribute;
import jcuda.driver.JCudaDriver;

/** The application's contexts in which the agent works. Makes none of its own. Thread-safe. */
final class GpuContexts {
    private static final int DEVICE_MEMORY = 2;

    /** Handles up to here stand for a default stream, which belongs to the current context. */
    private static final long LAST_DEFAULT_STREAM = 2;

    private final Map<Long, GpuContext> known = new ConcurrentHashMap<>();

    /** Returns the ordinal of the device that holds an address; -1 for the host and for what is nowhere. */
    static int device(long address) {
        if (address == 0
                || QuietDriver.attribute(address, CUpointer_attribute.CU_POINTER_ATTRIBUTE_MEMORY_TYPE)
                        != DEVICE_MEMORY) {
            return -1;
        }
        return (int) QuietDriver.attribute(address, CUpointer_attribute.CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL);
    }

    /** Returns the context of the memory at an address on a device. */
    GpuContext ofMemory(long address, int device) throws DriverException {
        long handle = QuietDriver.attribute(address, CUpointer_attribute.CU_POINTER_ATTRIBUTE_CONTEXT);
        // Memory of a pool has none of its own.
        return handle == 0 || handle == -1 ? primary(device) : of(handle);
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

    private GpuContext primary(int ordinal) throws DriverException {
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
