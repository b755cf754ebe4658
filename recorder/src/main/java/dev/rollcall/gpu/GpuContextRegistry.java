package dev.rollcall.gpu;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import jcuda.driver.CUcontext;
import jcuda.driver.CUdevice;
import jcuda.driver.JCudaDriver;

/** The application's contexts in which the agent works. Makes none of its own. Thread-safe. */
final class GpuContextRegistry {
    /** Handles up to here stand for a default stream, which belongs to the current context. */
    private static final long LAST_DEFAULT_STREAM = 2;

    private final Map<Long, GpuContext> known = new ConcurrentHashMap<>();

    /** Whether the driver tells contexts apart; null where nobody asked yet. */
    private volatile Boolean told;

    /** Returns the context of a device's memory; null where it has none of its own, and its device none that is in use. */
    GpuContext ofMemory(DriverMemory memory) throws DriverException {
        return memory.context() == 0 ? primary(memory.device()) : of(memory.context());
    }

    /** Returns the context of a stream that the application uses on this thread; null where it has a default stream and no context. */
    GpuContext ofStream(long stream) throws DriverException {
        CUcontext context = new CUcontext();
        if (stream > LAST_DEFAULT_STREAM) {
            int result = JCudaDriver.cuStreamGetCtx(JCudaHandles.stream(stream), context);
            DriverException.check("cuStreamGetCtx", result);
        } else {
            DriverException.check("cuCtxGetCurrent", JCudaDriver.cuCtxGetCurrent(context));
        }
        // A thread that has called nothing yet may be on any device.
        return JCudaHandles.of(context) == 0 ? null : of(JCudaHandles.of(context));
    }

    /** Returns the context that the runtime uses of a device, and keeps it, if nobody uses it yet. */
    GpuContext kept(int ordinal) throws DriverException {
        int result = JCudaDriver.cuDevicePrimaryCtxRetain(new CUcontext(), Devices.get(ordinal));
        DriverException.check("cuDevicePrimaryCtxRetain", result);
        return primary(ordinal);
    }

    /** Returns the context that the runtime uses of a device; null where nobody uses it, for this would make it, and end it. */
    GpuContext primary(int ordinal) throws DriverException {
        CUdevice device = Devices.get(ordinal);
        int[] active = new int[1];
        DriverException.check(
                "cuDevicePrimaryCtxGetState", JCudaDriver.cuDevicePrimaryCtxGetState(device, new int[1], active));
        if (active[0] == 0) {
            return null;
        }
        CUcontext context = new CUcontext();
        DriverException.check("cuDevicePrimaryCtxRetain", JCudaDriver.cuDevicePrimaryCtxRetain(context, device));
        try {
            return of(JCudaHandles.of(context));
        } finally {
            DriverException.check("cuDevicePrimaryCtxRelease", JCudaDriver.cuDevicePrimaryCtxRelease(device));
        }
    }

    /** Returns what is kept in a context that lives. */
    private GpuContext of(long handle) throws DriverException {
        CUcontext cuda = JCudaHandles.set(new CUcontext(), handle);
        long id = id(cuda);
        GpuContext context = known.get(handle);
        if (context != null && context.id() == id) {
            return context;
        }
        synchronized (known) {
            context = known.get(handle);
            if (context != null && context.id() != id) {
                // That context has ended, with all that was in it, and this one has come to its handle.
                context.ended();
                context = null;
            }
            if (context == null) {
                context = new GpuContext(cuda, id);
                known.put(handle, context);
            }
            return context;
        }
    }

    private long id(CUcontext context) throws DriverException {
        if (told == null) {
            told = DriverCalls.tellsContexts() && Devices.tellsContexts();
        }
        return told ? DriverCalls.contextId(context) : 0;
    }
}
