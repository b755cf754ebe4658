package dev.rollcall.library;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.Buffer;

/**
 * Reads addresses and handles from the objects of CUDA's Java bindings: numbers, the pointers and handles of JCuda, and
 * JavaCPP's pointers. Thread-safe; keeps no class alive.
 */
final class NativeAddresses {
    static final String JCUDA = "jcuda.NativePointerObject";
    static final String JCUDA_POINTER = "jcuda.Pointer";
    static final String JAVACPP = "org.bytedeco.javacpp.Pointer";
    private static final MethodType NUMBER = MethodType.methodType(long.class, Object.class);
    private static final MethodType OBJECT = MethodType.methodType(Object.class, Object.class);

    private final ClassValue<Reader> readers = new ClassValue<>() {
        @Override
        protected Reader computeValue(Class<?> type) {
            try {
                return reader(type);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(type + " is not of a known version", e);
            }
        }
    };

    @FunctionalInterface
    private interface Reader {
        long read(Object object) throws Throwable;
    }

    /** Returns the address of a pointer or the value of a handle; 0 for null and for memory of the Java heap. */
    long of(Object object) throws Throwable {
        return object == null ? 0 : readers.get(object.getClass()).read(object);
    }

    private static Reader reader(Class<?> type) throws ReflectiveOperationException {
        if (Number.class.isAssignableFrom(type)) {
            return number -> ((Number) number).longValue();
        }
        if (type.isArray() || Buffer.class.isAssignableFrom(type)) {
            return host -> 0;
        }
        Class<?> javacpp = ancestor(type, JAVACPP);
        if (javacpp != null) {
            MethodHandle address = PublicMethods.getter(javacpp, "address", long.class);
            MethodHandle position = PublicMethods.getter(javacpp, "position", long.class);
            MethodHandle size = MethodHandles.publicLookup()
                    .unreflect(javacpp.getMethod("sizeof"))
                    .asType(MethodType.methodType(int.class, Object.class));
            return pointer -> (long) address.invokeExact(pointer)
                    + (long) position.invokeExact(pointer) * (int) size.invokeExact(pointer);
        }
        Class<?> jcuda = ancestor(type, JCUDA);
        if (jcuda == null) {
            throw new NoSuchFieldException("no address in " + type.getName());
        }
        MethodHandle handle = field(jcuda, "nativePointer", long.class).asType(NUMBER);
        Class<?> pointer = ancestor(type, JCUDA_POINTER);
        if (pointer == null) {
            return each -> (long) handle.invokeExact(each);
        }
        MethodHandle offset = field(pointer, "byteOffset", long.class).asType(NUMBER);
        MethodHandle buffer = field(pointer, "buffer", Buffer.class).asType(OBJECT);
        return each -> {
            long base = (long) handle.invokeExact(each);
            // A pointer to a Java array or buffer has no address.
            return base == 0 && (Object) buffer.invokeExact(each) != null ? 0 : base + (long) offset.invokeExact(each);
        };
    }

    /** Binds a private field of JCuda. */
    static MethodHandle field(Class<?> owner, String name, Class<?> type) throws ReflectiveOperationException {
        return MethodHandles.privateLookupIn(owner, MethodHandles.lookup()).findGetter(owner, name, type);
    }

    /** Returns the class of this name among a class and its superclasses; null for none. */
    static Class<?> ancestor(Class<?> type, String name) {
        Class<?> candidate = type;
        while (candidate != null && !candidate.getName().equals(name)) {
            candidate = candidate.getSuperclass();
        }
        return candidate;
    }
}
