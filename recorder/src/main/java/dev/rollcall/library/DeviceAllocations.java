package dev.rollcall.library;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.nio.LongBuffer;

/** Reads the addresses of GPU memory from the arguments with which CUDA's Java bindings allocate and free it. Thread-safe. */
public final class DeviceAllocations {
    private static final String POINTERS = "org.bytedeco.javacpp.PointerPointer";
    private static final String NUMBERS = "org.bytedeco.javacpp.LongPointer";

    private final NativeAddresses addresses = new NativeAddresses();

    /** Reads what a pointer to memory of addresses points to; null for other classes. */
    private final ClassValue<Contents> contents = new ClassValue<>() {
        @Override
        protected Contents computeValue(Class<?> type) {
            try {
                Class<?> numbers = NativeAddresses.ancestor(type, NUMBERS);
                if (numbers != null) {
                    MethodHandle get = PublicMethods.getter(numbers, "get", long.class);
                    return list -> (long) get.invokeExact(list);
                }
                Class<?> pointers = NativeAddresses.ancestor(type, POINTERS);
                if (pointers == null) {
                    return null;
                }
                MethodHandle get = PublicMethods.method(
                        pointers, "get", MethodType.methodType(Object.class, Object.class, long.class), long.class);
                return list -> addresses.of((Object) get.invokeExact(list, 0L));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(type + " is not of a known version", e);
            }
        }
    };

    @FunctionalInterface
    private interface Contents {
        long read(Object list) throws Throwable;
    }

    /** Makes a reader. */
    public DeviceAllocations() {}

    /** Returns the address of memory, 0 for null. */
    public long of(Object memory) throws Throwable {
        return addresses.of(memory);
    }

    /** Returns the address that a method wrote there: into an array, a list, or an object that stands for the memory. */
    public long written(Object made) throws Throwable {
        if (made instanceof long[] array) {
            return array[0];
        }
        if (made instanceof LongBuffer buffer) {
            return buffer.get(buffer.position());
        }
        Contents list = made == null ? null : contents.get(made.getClass());
        return list == null ? addresses.of(made) : list.read(made);
    }
}
