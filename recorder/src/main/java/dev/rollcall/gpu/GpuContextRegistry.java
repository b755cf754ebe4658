package dev.rollcall.gpu;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import jcuda.driver.CUcontext;
import jcuda.driver.CUdevice;
import jcuda.driver.JCudaDriver;

/** Finds the application's contexts, and what the agent keeps in each. Makes no context. Thread-safe. */
final class GpuContextRegistry {
    /** Handles up to this one stand for a default stream, which belongs to the current context. */
    private static final long LAST_DEFAULT_STREAM = 2;

    private static final GpuContextRegistry PROCESS = new GpuContextRegistry();

    private final Map<Long, GpuContext> known = new ConcurrentHashMap<>();

    /** Whether contexts have ids; null before the first question. */
    private volatile Boolean hasIds;

    private GpuContextRegistry() {}

    /** Returns the contexts of this process. */
    static GpuContextRegistry ofProcess() {
        return PROCESS;
    }

    /** Returns the context of a device's memory; null where it has none of its own, and its device's primary one is not in use. */
    GpuContext ofMemory(DriverMemory memory) throws DriverException {
        return prepared(memory.context() == 0 ? primary(memory.device()) : of(memory.context()));
    }

    /** Returns the context of a stream that this thread uses; null where it is a default stream and no context is current. */
    GpuContext ofStream(long stream) throws DriverException {
        return prepared(find(stream));
    }

    /**
     * Returns the context of a stream, for events alone. Asks the driver each time: libraries destroy streams unseen, and a handle can then
     * stand for a stream of another context.
     *
     * @param device the ordinal of the device if the stream is a default stream, -1 for the current context's
     * @return null where it is a default stream and its device has no context
     */
    GpuContext ofEvents(long stream, int device) throws DriverException {
        return isDefault(stream) && device >= 0 ? primary(device) : find(stream);
    }

    /** Returns the current context; null without one. */
    GpuContext current() throws DriverException {
        return find(0);
    }

    /** Returns the contexts that are known. */
    Collection<GpuContext> all() {
        return known.values();
    }

    /** Returns whether a handle stands for a default stream, which each context has. */
    static boolean isDefault(long stream) {
        return stream <= LAST_DEFAULT_STREAM;
    }

    private static GpuContext prepared(GpuContext context) throws DriverException {
        return context == null ? null : context.prepare();
    }

    private GpuContext find(long stream) throws DriverException {
        CUcontext context = new CUcontext();
        if (!isDefault(stream)) {
            int result = JCudaDriver.cuStreamGetCtx(JCudaHandles.stream(stream), context);
            DriverException.check("cuStreamGetCtx", result);
        } else {
            DriverException.check("cuCtxGetCurrent", JCudaDriver.cuCtxGetCurrent(context));
        }
        // Without a current context, the thread may turn out to use any device.
        return JCudaHandles.of(context) == 0 ? null : of(JCudaHandles.of(context));
    }

    /** Returns the primary context of a device, which is the runtime's, and keeps it alive from now on. */
    GpuContext retainPrimary(int ordinal) throws DriverException {
        int result = JCudaDriver.cuDevicePrimaryCtxRetain(new CUcontext(), Devices.get(ordinal));
        DriverException.check("cuDevicePrimaryCtxRetain", result);
        return prepared(primary(ordinal));
    }

    /** Returns the primary context of a device; null where it is not in use, because a question would create and end it. */
    GpuContext primary(int ordinal) throws DriverException {
        CUdevice device = Devices.get(ordinal);
        if (!isActive(device)) {
            return null;
        }
        CUcontext context = new CUcontext();
        DriverException.check("cuDevicePrimaryCtxRetain", JCudaDriver.cuDevicePrimaryCtxRetain(context, device));
        try {
            return of(JCudaHandles.of(context));
        } finally {
            DriverException.check("cuDevicePrimaryCtxRelease", DriverCalls.releasePrimary(device));
        }
    }

    private static boolean isActive(CUdevice device) throws DriverException {
        int[] active = new int[1];
        DriverException.check(
                "cuDevicePrimaryCtxGetState", JCudaDriver.cuDevicePrimaryCtxGetState(device, new int[1], active));
        return active[0] != 0;
    }

    /** Notes that the primary context of a device has ended, unless it is still in use. */
    void endIfInactive(GpuContext context, int ordinal) throws DriverException {
        if (!isActive(Devices.get(ordinal)) && known.remove(context.handle(), context)) {
            context.ended();
        }
    }

    /** Returns what the agent keeps in a living context. */
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
                // That context has ended, with everything in it, and this one has got its handle.
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

    /**
     * Notes that a context is about to end.
     *
     * @param handle its handle; 0 for the primary context of a device
     * @param device the ordinal of that device; -1 for the current one
     */
    void ending(long handle, int device) throws DriverException {
        GpuContext ending;
        synchronized (known) {
            GpuContext given = handle != 0 ? null : device >= 0 ? primary(device) : current();
            ending = known.remove(given == null ? handle : given.handle());
        }
        if (ending != null) {
            ending.ended();
        }
    }

    private long id(CUcontext context) throws DriverException {
        if (hasIds == null) {
            hasIds = DriverCalls.hasContextIds() && Devices.hasContextIds();
        }
        return hasIds ? DriverCalls.contextId(context) : 0;
    }
}
