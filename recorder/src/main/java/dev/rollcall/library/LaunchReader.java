package dev.rollcall.library;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;

/**
 * Reads the pointers among the arguments of a kernel that JCuda launches. JCuda marks them as pointers. An address in an array of
 * numbers, in a structure or in the device's memory is not told from other numbers. Thread-safe; keeps no class alive.
 */
public final class LaunchReader {
    private static final Object[] NONE = {};
    private static final long[] NO_ADDRESSES = {};

    private final NativeAddresses addresses = new NativeAddresses();
    private final ClassValue<MethodHandle> pointers = new ClassValue<>() {
        @Override
        protected MethodHandle computeValue(Class<?> type) {
            Class<?> pointer = NativeAddresses.ancestor(type, NativeAddresses.JCUDA_POINTER);
            try {
                return pointer == null
                        ? null
                        : NativeAddresses.field(
                                        pointer,
                                        "pointers",
                                        NativeAddresses.ancestor(type, NativeAddresses.JCUDA)
                                                .arrayType())
                                .asType(MethodType.methodType(Object.class, Object.class));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(type + " is not of a known version", e);
            }
        }
    };

    /** Returns the handle of a stream or context, or the ordinal of a device; 0 for null, as for the default stream. */
    public long handle(Object object) throws Throwable {
        return addresses.of(object);
    }

    /**
     * Returns the addresses in a device's memory that a kernel gets, by the arguments' places; 0 for an argument that is no pointer.
     *
     * @param arguments what the application passed: pointers to the arguments
     */
    public long[] addresses(Object arguments) throws Throwable {
        Object[] all = pointed(arguments);
        if (all.length == 0) {
            return NO_ADDRESSES;
        }
        long[] found = new long[all.length];
        for (int i = 0; i < all.length; i++) {
            Object[] values = pointed(all[i]);
            found[i] = values.length == 0 ? 0 : addresses.of(values[0]);
        }
        return found;
    }

    /** Returns the pointers to which a pointer of JCuda points; none where it points to something else. */
    private Object[] pointed(Object pointer) throws Throwable {
        MethodHandle handle = pointer == null ? null : pointers.get(pointer.getClass());
        Object found = handle == null ? null : (Object) handle.invokeExact(pointer);
        return found == null ? NONE : (Object[]) found;
    }
}
