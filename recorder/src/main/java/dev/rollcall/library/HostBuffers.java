package dev.rollcall.library;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.Buffer;
import java.nio.ByteBuffer;

/**
 * Finds the buffers through which Java can read the host memory behind pointers of CUDA's Java bindings. JCuda's pointers are
 * made from arrays and buffers; JavaCPP makes buffers itself. Thread-safe; keeps no class alive.
 */
public final class HostBuffers {
    private static final MethodType OBJECT = MethodType.methodType(Object.class, Object.class);
    private static final MethodType MOVE = MethodType.methodType(Object.class, Object.class, long.class);

    /**
     * The buffer behind a pointer.
     *
     * @param memory the memory, from the buffer's first element on
     * @param offset the pointer's offset from there, in bytes
     * @param addressed whether the pointer has a native address too
     */
    public record HostBuffer(Buffer memory, long offset, boolean addressed) {}

    @FunctionalInterface
    private interface Finder {
        HostBuffer find(Object pointer, long bytes) throws Throwable;
    }

    private final ClassValue<Finder> finders = new ClassValue<>() {
        @Override
        protected Finder computeValue(Class<?> type) {
            try {
                return finder(type);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(type + " is not of a known version", e);
            }
        }
    };

    /**
     * Returns the buffer behind a pointer.
     *
     * @param pointer the argument of a copy
     * @param bytes the bytes that are used from there on
     * @return null where there is none
     * @throws Throwable what the objects throw
     */
    public HostBuffer of(Object pointer, long bytes) throws Throwable {
        return pointer == null ? null : finders.get(pointer.getClass()).find(pointer, bytes);
    }

    private static Finder finder(Class<?> type) throws ReflectiveOperationException {
        Class<?> jcuda = NativeAddresses.ancestor(type, NativeAddresses.JCUDA_POINTER);
        if (jcuda != null) {
            return ofJCuda(jcuda);
        }
        Class<?> javacpp = NativeAddresses.ancestor(type, NativeAddresses.JAVACPP);
        return javacpp == null ? (pointer, bytes) -> null : ofJavaCpp(javacpp);
    }

    private static Finder ofJCuda(Class<?> pointer) throws ReflectiveOperationException {
        MethodHandle offset = NativeAddresses.field(pointer, "byteOffset", long.class)
                .asType(MethodType.methodType(long.class, Object.class));
        MethodHandle buffer =
                NativeAddresses.field(pointer, "buffer", Buffer.class).asType(OBJECT);
        MethodHandle address = NativeAddresses.field(pointer.getSuperclass(), "nativePointer", long.class)
                .asType(MethodType.methodType(long.class, Object.class));
        return (each, bytes) -> {
            Buffer memory = (Buffer) (Object) buffer.invokeExact(each);
            // JCuda reads from an array's first element, even where the buffer begins elsewhere in the array.
            boolean none = memory == null || !memory.isDirect() && (!memory.hasArray() || memory.arrayOffset() != 0);
            return none
                    ? null
                    : new HostBuffer(memory, (long) offset.invokeExact(each), (long) address.invokeExact(each) != 0);
        };
    }

    private static Finder ofJavaCpp(Class<?> pointer) throws ReflectiveOperationException {
        Class<?> view = Class.forName("org.bytedeco.javacpp.BytePointer", true, pointer.getClassLoader());
        MethodHandle make = MethodHandles.publicLookup()
                .findConstructor(view, MethodType.methodType(void.class, pointer))
                .asType(OBJECT);
        MethodHandle capacity = PublicMethods.method(view, "capacity", MOVE, long.class);
        MethodHandle position = PublicMethods.method(view, "position", MOVE, long.class);
        MethodHandle buffer = PublicMethods.method(view, "asByteBuffer", OBJECT);
        MethodHandle first = PublicMethods.getter(pointer, "position", long.class);
        MethodHandle size = MethodHandles.publicLookup()
                .unreflect(pointer.getMethod("sizeof"))
                .asType(MethodType.methodType(int.class, Object.class));
        return (each, bytes) -> {
            long start = (long) first.invokeExact(each) * (int) size.invokeExact(each);
            if (bytes < 1 || start < 0 || start + bytes > Integer.MAX_VALUE) {
                return null;
            }
            Object bounded = (Object) make.invokeExact(each);
            Object unused = (Object) capacity.invokeExact(bounded, start + bytes);
            unused = (Object) position.invokeExact(bounded, 0L);
            ByteBuffer memory = (ByteBuffer) (Object) buffer.invokeExact(bounded);
            return memory == null ? null : new HostBuffer(memory, start, true);
        };
    }
}
