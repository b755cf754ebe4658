package dev.rollcall.gpu;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import jcuda.NativePointerObject;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUstream;

/** Reads and sets the handle or address that is private to each of JCuda's objects. Stateless. */
final class JCudaHandles {
    /** The message where JCuda lacks what this package uses of it. */
    static final String UNKNOWN_VERSION = "this version of JCuda is not supported";

    private static final VarHandle NATIVE = bind();

    private JCudaHandles() {}

    private static VarHandle bind() {
        try {
            return MethodHandles.privateLookupIn(NativePointerObject.class, MethodHandles.lookup())
                    .findVarHandle(NativePointerObject.class, "nativePointer", long.class);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(UNKNOWN_VERSION, e);
        }
    }

    /** Returns the handle or address of an object. */
    static long of(NativePointerObject object) {
        return (long) NATIVE.get(object);
    }

    /** Returns a pointer to an address in a device's memory. */
    static CUdeviceptr pointer(long address) {
        return set(new CUdeviceptr(), address);
    }

    /** Returns the stream with a handle. */
    static CUstream stream(long handle) {
        return set(new CUstream(), handle);
    }

    /** Sets the handle of an object, and returns the object. */
    static <T extends NativePointerObject> T set(T object, long handle) {
        NATIVE.set(object, handle);
        return object;
    }
}
