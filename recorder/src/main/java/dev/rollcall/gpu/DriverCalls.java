package dev.rollcall.gpu;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import jcuda.Pointer;
import jcuda.driver.CUcontext;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUevent;
import jcuda.driver.CUresult;
import jcuda.driver.CUstream;
import jcuda.driver.CUstreamCaptureMode;
import jcuda.driver.JCudaDriver;

/**
 * The driver's functions whose answer is more often than not no success. JCuda's public methods throw then, if the
 * application switched that on for all of the process, and so the methods below those are called. Stateless.
 */
final class DriverCalls {
    private static final int[] RELAXED = {CUstreamCaptureMode.CU_STREAM_CAPTURE_MODE_RELAXED};
    private static final MethodHandle QUERY = bind("cuEventQuery", CUevent.class);
    private static final MethodHandle IDLE = bind("cuStreamQuery", CUstream.class);
    private static final MethodHandle MAPPED =
            bind("cuMemHostGetDevicePointer", CUdeviceptr.class, Pointer.class, int.class);
    private static final MethodHandle FLAGS = bind("cuMemHostGetFlags", int[].class, Pointer.class);
    private static final MethodHandle ATTRIBUTE =
            bind("cuPointerGetAttribute", Pointer.class, int.class, CUdeviceptr.class);
    private static final MethodHandle CAPTURING = bind("cuStreamIsCapturing", CUstream.class, int[].class);

    private static final MethodHandle CONTEXT_ID = newer("cuCtxGetId", CUcontext.class, long[].class);
    private static final MethodHandle ALLOCATE = bind("cuMemAlloc", CUdeviceptr.class, long.class);
    private static final MethodHandle REGISTER = bind("cuMemHostRegister", Pointer.class, long.class, int.class);

    /** Memory into which the driver writes an answer; to take some each time costs more than to ask. */
    private record Room(ByteBuffer value, Pointer pointer) {
        static Room take() {
            ByteBuffer value = ByteBuffer.allocateDirect(Long.BYTES).order(ByteOrder.nativeOrder());
            return new Room(value, Pointer.to(value));
        }
    }

    private static final ThreadLocal<Room> ROOM = ThreadLocal.withInitial(Room::take);

    private DriverCalls() {}

    private static MethodHandle bind(String name, Class<?>... parameters) {
        try {
            return MethodHandles.privateLookupIn(JCudaDriver.class, MethodHandles.lookup())
                    .findStatic(JCudaDriver.class, name + "Native", MethodType.methodType(int.class, parameters));
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("JCuda is not as this version knows it", e);
        }
    }

    /** Returns a function that older versions of JCuda lack; null in those. */
    private static MethodHandle newer(String name, Class<?>... parameters) {
        try {
            return bind(name, parameters);
        } catch (LinkageError e) {
            return null;
        }
    }

    /** Returns whether JCuda can ask for {@link #contextId}. */
    static boolean tellsContexts() {
        return CONTEXT_ID != null;
    }

    /** Returns whether all before an event is done; throws where that ended in an error. */
    static boolean done(CUevent event) throws DriverException {
        int result;
        try {
            result = (int) QUERY.invokeExact(event);
        } catch (Throwable e) {
            throw new LinkageError("JCuda is not as this version knows it", e);
        }
        if (result == CUresult.CUDA_ERROR_NOT_READY) {
            return false;
        }
        DriverException.check("cuEventQuery", result);
        return true;
    }

    /** Returns whether a stream has nothing to do. */
    static boolean idle(CUstream stream) {
        try {
            return (int) IDLE.invokeExact(stream) == CUresult.CUDA_SUCCESS;
        } catch (Throwable e) {
            throw new LinkageError("JCuda is not as this version knows it", e);
        }
    }

    /** Sets a pointer by which devices read memory of the host's; returns false where they cannot. */
    static boolean mapped(CUdeviceptr pointer, Pointer host) {
        try {
            return (int) MAPPED.invokeExact(pointer, host, 0) == CUresult.CUDA_SUCCESS;
        } catch (Throwable e) {
            throw new LinkageError("JCuda is not as this version knows it", e);
        }
    }

    /** Returns the flags with which memory of the host's was allocated; 0 where it was not by the driver. */
    static int hostFlags(long address) {
        int[] flags = new int[1];
        try {
            int result = (int) FLAGS.invokeExact(flags, JCudaHandles.set(new Pointer(), address));
            return result == CUresult.CUDA_SUCCESS ? flags[0] : 0;
        } catch (Throwable e) {
            throw new LinkageError("JCuda is not as this version knows it", e);
        }
    }

    /** Returns the id of a context that lives, which no other one has; needs a driver of CUDA 12. */
    static long contextId(CUcontext context) throws DriverException {
        long[] id = new long[1];
        int result;
        try {
            result = (int) CONTEXT_ID.invokeExact(context, id);
        } catch (Throwable e) {
            throw new LinkageError("JCuda is not as this version knows it", e);
        }
        DriverException.check("cuCtxGetId", result);
        return id[0];
    }

    /** Takes memory of the current context's device. */
    static void allocate(CUdeviceptr pointer, long bytes) throws DriverException {
        int result;
        try {
            result = (int) ALLOCATE.invokeExact(pointer, bytes);
        } catch (Throwable e) {
            throw new LinkageError("JCuda is not as this version knows it", e);
        }
        DriverException.check("cuMemAlloc", result);
    }

    /** Lets devices read memory of the host's. */
    static void register(Pointer memory, long bytes, int flags) throws DriverException {
        int result;
        try {
            result = (int) REGISTER.invokeExact(memory, bytes, flags);
        } catch (Throwable e) {
            throw new LinkageError("JCuda is not as this version knows it", e);
        }
        DriverException.check("cuMemHostRegister", result);
    }

    /** Returns whether work on a stream becomes a part of a graph, or nobody may ask because of one on another stream. */
    static boolean capturing(CUstream stream) {
        int[] status = new int[1];
        try {
            return captured((int) CAPTURING.invokeExact(stream, status), status[0]);
        } catch (Throwable e) {
            throw new LinkageError("JCuda is not as this version knows it", e);
        }
    }

    /** Returns whether an answer tells of a capture: an error of another kind says nothing of one. */
    static boolean captured(int result, int status) {
        return result == CUresult.CUDA_SUCCESS
                ? status != 0
                : result >= CUresult.CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED
                        && result <= CUresult.CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD;
    }

    /** Returns what the driver knows of an address; -1 where it knows nothing of it. */
    static long attribute(long address, int attribute) {
        Room room = ROOM.get();
        room.value.putLong(0, 0);
        try {
            int result = (int) ATTRIBUTE.invokeExact(room.pointer, attribute, JCudaHandles.pointer(address));
            return result == CUresult.CUDA_SUCCESS ? room.value.getLong(0) : -1;
        } catch (Throwable e) {
            throw new LinkageError("JCuda is not as this version knows it", e);
        }
    }

    /** Lets this thread do what others' captures forbid to all threads; returns what to give to {@link #restore}. */
    static int[] relax() throws DriverException {
        int[] mode = RELAXED.clone();
        DriverException.check("cuThreadExchangeStreamCaptureMode", JCudaDriver.cuThreadExchangeStreamCaptureMode(mode));
        return mode;
    }

    /** Makes this thread as careful as it was. */
    static void restore(int[] mode) throws DriverException {
        DriverException.check("cuThreadExchangeStreamCaptureMode", JCudaDriver.cuThreadExchangeStreamCaptureMode(mode));
    }
}
