package dev.rollcall.gpu;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import jcuda.Pointer;
import jcuda.driver.CUcontext;
import jcuda.driver.CUdevice;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUevent;
import jcuda.driver.CUevent_flags;
import jcuda.driver.CUresult;
import jcuda.driver.CUstream;
import jcuda.driver.CUstreamCaptureMode;
import jcuda.driver.CUstream_flags;
import jcuda.driver.JCudaDriver;

/**
 * Calls of the driver that often return an error without anything being wrong, and some that several classes share. JCuda's
 * public methods throw at an error if the application has switched that on for the whole process, so the former go to the
 * private methods below them. Stateless.
 */
final class DriverCalls {
    private static final int[] RELAXED = {CUstreamCaptureMode.CU_STREAM_CAPTURE_MODE_RELAXED};
    private static final MethodHandle EVENT_QUERY = bind("cuEventQuery", CUevent.class);
    private static final MethodHandle EVENT_RECORD = bind("cuEventRecord", CUevent.class, CUstream.class);
    private static final MethodHandle STREAM_QUERY = bind("cuStreamQuery", CUstream.class);
    private static final MethodHandle STREAM_SYNCHRONIZE = bind("cuStreamSynchronize", CUstream.class);
    private static final MethodHandle DEVICE_POINTER =
            bind("cuMemHostGetDevicePointer", CUdeviceptr.class, Pointer.class, int.class);
    private static final MethodHandle HOST_FLAGS = bind("cuMemHostGetFlags", int[].class, Pointer.class);
    private static final MethodHandle ATTRIBUTE =
            bind("cuPointerGetAttribute", Pointer.class, int.class, CUdeviceptr.class);
    private static final MethodHandle CAPTURING = bind("cuStreamIsCapturing", CUstream.class, int[].class);
    private static final MethodHandle ALLOCATE = bind("cuMemAlloc", CUdeviceptr.class, long.class);
    private static final MethodHandle RELEASE_PRIMARY = bind("cuDevicePrimaryCtxRelease", CUdevice.class);
    private static final MethodHandle REGISTER = bind("cuMemHostRegister", Pointer.class, long.class, int.class);

    /** Null in older versions of JCuda, which lack it. */
    private static final MethodHandle CONTEXT_ID = bindOrNull("cuCtxGetId", CUcontext.class, long[].class);

    /** Memory for an answer of the driver. To allocate it for each call would cost more than the call. */
    private record Answer(ByteBuffer value, Pointer pointer) {
        static Answer allocate() {
            ByteBuffer value = ByteBuffer.allocateDirect(Long.BYTES).order(ByteOrder.nativeOrder());
            return new Answer(value, Pointer.to(value));
        }
    }

    private static final ThreadLocal<Answer> ANSWER = ThreadLocal.withInitial(Answer::allocate);

    private DriverCalls() {}

    private static MethodHandle bind(String name, Class<?>... parameters) {
        try {
            return MethodHandles.privateLookupIn(JCudaDriver.class, MethodHandles.lookup())
                    .findStatic(JCudaDriver.class, name + "Native", MethodType.methodType(int.class, parameters));
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(JCudaHandles.UNKNOWN_VERSION, e);
        }
    }

    private static MethodHandle bindOrNull(String name, Class<?>... parameters) {
        try {
            return bind(name, parameters);
        } catch (LinkageError e) {
            return null;
        }
    }

    /** A call through a method handle. */
    @FunctionalInterface
    private interface Call {
        int result() throws Throwable;
    }

    private static int result(Call call) {
        try {
            return call.result();
        } catch (Throwable e) {
            throw new LinkageError(JCudaHandles.UNKNOWN_VERSION, e);
        }
    }

    /** Returns whether JCuda has {@link #contextId}. */
    static boolean hasContextIds() {
        return CONTEXT_ID != null;
    }

    /** Returns whether all work before an event is done; throws where that work ended in an error. */
    static boolean done(CUevent event) throws DriverException {
        int result = result(() -> (int) EVENT_QUERY.invokeExact(event));
        if (result == CUresult.CUDA_ERROR_NOT_READY) {
            return false;
        }
        DriverException.check("cuEventQuery", result);
        return true;
    }

    /** Records an event in a stream of the same context; returns false where the driver refuses that. */
    static boolean record(CUevent event, CUstream stream) {
        return result(() -> (int) EVENT_RECORD.invokeExact(event, stream)) == CUresult.CUDA_SUCCESS;
    }

    /** Returns whether a stream has no work left. */
    static boolean idle(CUstream stream) {
        return result(() -> (int) STREAM_QUERY.invokeExact(stream)) == CUresult.CUDA_SUCCESS;
    }

    /** Waits until a stream has no work left; returns whether that ended without an error. */
    static boolean synchronize(CUstream stream) {
        return result(() -> (int) STREAM_SYNCHRONIZE.invokeExact(stream)) == CUresult.CUDA_SUCCESS;
    }

    /** Returns the error code of a question that disturbs nothing and fails where the stream's context is broken. */
    static int health(CUstream stream) {
        int[] status = new int[1];
        return result(() -> (int) CAPTURING.invokeExact(stream, status));
    }

    /** Sets the pointer by which devices read memory of the host; returns false where they cannot. */
    static boolean devicePointer(CUdeviceptr pointer, Pointer host) {
        return result(() -> (int) DEVICE_POINTER.invokeExact(pointer, host, 0)) == CUresult.CUDA_SUCCESS;
    }

    /** Returns the flags of host memory that the driver allocated; 0 for other memory. */
    static int hostFlags(long address) {
        int[] flags = new int[1];
        Pointer pointer = JCudaHandles.set(new Pointer(), address);
        int result = result(() -> (int) HOST_FLAGS.invokeExact(flags, pointer));
        return result == CUresult.CUDA_SUCCESS ? flags[0] : 0;
    }

    /** Returns the id of a living context, which no other context ever has; needs a driver of CUDA 12. */
    static long contextId(CUcontext context) throws DriverException {
        long[] id = new long[1];
        DriverException.check("cuCtxGetId", result(() -> (int) CONTEXT_ID.invokeExact(context, id)));
        return id[0];
    }

    /** Gives up a primary context that the agent has retained, unseen by the hook of the public method; returns the result. */
    static int releasePrimary(CUdevice device) {
        return result(() -> (int) RELEASE_PRIMARY.invokeExact(device));
    }

    /** Allocates memory of the current context's device. */
    static void allocate(CUdeviceptr pointer, long bytes) throws DriverException {
        DriverException.check("cuMemAlloc", result(() -> (int) ALLOCATE.invokeExact(pointer, bytes)));
    }

    /** Registers memory of the host, so that devices can read it. */
    static void register(Pointer memory, long bytes, int flags) throws DriverException {
        DriverException.check("cuMemHostRegister", result(() -> (int) REGISTER.invokeExact(memory, bytes, flags)));
    }

    /** Returns whether a stream is being captured, or whether a capture on another stream forbids the question. */
    static boolean capturing(CUstream stream) {
        int[] status = new int[1];
        return captured(result(() -> (int) CAPTURING.invokeExact(stream, status)), status[0]);
    }

    /** Returns whether the result and status of a query mean a capture; errors of other kinds do not. */
    static boolean captured(int result, int status) {
        return result == CUresult.CUDA_SUCCESS
                ? status != 0
                : result >= CUresult.CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED
                        && result <= CUresult.CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD;
    }

    /** Returns an attribute of an address; -1 where the driver does not know it. */
    static long attribute(long address, int attribute) {
        Answer answer = ANSWER.get();
        answer.value.putLong(0, 0);
        CUdeviceptr pointer = JCudaHandles.pointer(address);
        int result = result(() -> (int) ATTRIBUTE.invokeExact(answer.pointer, attribute, pointer));
        return result == CUresult.CUDA_SUCCESS ? answer.value.getLong(0) : -1;
    }

    /** Allows this thread what captures of other threads forbid to all; returns what to give to {@link #restore}. */
    static int[] relax() throws DriverException {
        int[] mode = RELAXED.clone();
        DriverException.check("cuThreadExchangeStreamCaptureMode", JCudaDriver.cuThreadExchangeStreamCaptureMode(mode));
        return mode;
    }

    /** Restores this thread's capture mode. */
    static void restore(int[] mode) throws DriverException {
        DriverException.check("cuThreadExchangeStreamCaptureMode", JCudaDriver.cuThreadExchangeStreamCaptureMode(mode));
    }

    /** Returns a new event of the current context. */
    static CUevent newEvent() throws DriverException {
        CUevent event = new CUevent();
        int result = JCudaDriver.cuEventCreate(event, CUevent_flags.CU_EVENT_DISABLE_TIMING);
        DriverException.check("cuEventCreate", result);
        return event;
    }

    /** Returns a new stream of the current context, which does not synchronize with the default stream. */
    static CUstream newStream() throws DriverException {
        CUstream stream = new CUstream();
        int result = JCudaDriver.cuStreamCreate(stream, CUstream_flags.CU_STREAM_NON_BLOCKING);
        DriverException.check("cuStreamCreate", result);
        return stream;
    }
}
