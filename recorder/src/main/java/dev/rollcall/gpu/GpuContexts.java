package dev.rollcall.gpu;

import dev.rollcall.trace.CopyEvent;
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
        return onDevice(address)
                ? (int) QuietDriver.attribute(address, CUpointer_attribute.CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL)
                : -1;
    }

    /** Returns whether a device holds an address. */
    static boolean onDevice(long address) {
        return address != 0
                && QuietDriver.attribute(address, CUpointer_attribute.CU_POINTER_ATTRIBUTE_MEMORY_TYPE)
                        == DEVICE_MEMORY;
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

    /**
     * Returns what verifies a copy, null where too many are in flight.
     *
     * @param owner the context of the copy's stream, which must be current
     * @param position where the copy is recorded
     */
    CopyVerification verification(GpuContext owner, CopyEvent copy, long position) throws DriverException {
        int planes = copy.volume() == null ? 1 : (int) copy.volume().depth();
        CopyShape shape = new CopyShape(copy.bytes(), (int) copy.rows(), planes);
        CopySide source = side(owner, copy, shape, copy.sourceDevice(), DeviceRegion.source(copy));
        if (source == null) {
            return null;
        }
        CopySide destination = side(owner, copy, shape, copy.destinationDevice(), DeviceRegion.destination(copy));
        if (destination == null) {
            source.release();
            return null;
        }
        return new CopyVerification(copy, position, owner, source, destination, owner.event());
    }

    private CopySide side(GpuContext owner, CopyEvent copy, CopyShape shape, int device, DeviceRegion region)
            throws DriverException {
        GpuContext context = ofMemory(region.address(), device);
        EvidenceBuffer room = context.buffer(shape);
        return room == null ? null : new CopySide(context, context.lane(owner, copy.stream()), region, shape, room);
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
