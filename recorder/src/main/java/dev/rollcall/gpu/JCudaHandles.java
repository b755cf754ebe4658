package dev.rollcall.gpu;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import jcuda.NativePointerObject;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUstream;

/** What JCuda's objects keep to themselves: the handle or address that each stands for. Stateless. */
final class JCudaHandles {
    private static final VarHandle NATIVE = bind();

    private JCudaHandles() {}

    private static VarHandle bind() {
        try {
            return MethodHandles.privateLookupIn(NativePointerObject.class, MethodHandles.lookup())
                    .findVarHandle(NativePointerObject.class, "nativePointer", long.class);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("JCuda is not as this version knows it", e);
        }
    }

    /** Returns the handle behind an object. */
    static long of(NativePointerObject object) {
        return (long) NATIVE.get(object);
    }

    /** Returns a pointer to an address in a device's memory. */
    static CUdeviceptr pointer(long address) {
        return set(new CUdeviceptr(), address);
    }

    /** Returns a stream by its handle. */
    static CUstream stream(long handle) {
        return set(new CUstream(), handle);
    }

    /** Gives an object its handle, and returns it. */
    static <T extends NativePointerObject> T set(T object, long handle) {
        NATIVE.set(object, handle);
        return object;
    }
}
