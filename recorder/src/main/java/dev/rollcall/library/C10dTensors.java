package dev.rollcall.library;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;

/**
 * Reads tensors and lists of them. A list of lists, which JavaCPP's presets pass as one {@code TensorVector} too, is read by
 * its first list: the presets have no way to make more than one. Thread-safe.
 */
final class C10dTensors {
    private final Class<?> vector;
    private final MethodHandle isNull;
    private final MethodHandle vectorSize;
    private final MethodHandle vectorGet;
    private final MethodHandle longsSize;
    private final MethodHandle longsGet;
    private final MethodHandle elements;
    private final MethodHandle scalarType;
    private final C10dEnums types;

    /** Binds the tensor classes of this loader. */
    C10dTensors(ClassLoader loader, C10dEnums types) throws ReflectiveOperationException {
        this.types = types;
        vector = Class.forName("org.bytedeco.pytorch.TensorVector", false, loader);
        Class<?> longs = Class.forName("org.bytedeco.pytorch.LongVector", false, loader);
        Class<?> tensor = Class.forName("org.bytedeco.pytorch.Tensor", false, loader);
        isNull = PublicMethods.getter(vector, "isNull", boolean.class);
        vectorSize = PublicMethods.getter(vector, "size", long.class);
        vectorGet = PublicMethods.method(
                vector, "get", MethodType.methodType(Object.class, Object.class, long.class), long.class);
        longsSize = PublicMethods.getter(longs, "size", long.class);
        longsGet = PublicMethods.method(
                longs, "get", MethodType.methodType(long.class, Object.class, long.class), long.class);
        elements = PublicMethods.getter(tensor, "numel", long.class);
        scalarType = PublicMethods.getter(tensor, "scalar_type", Object.class);
    }

    /** Returns whether there is anything to read; roots alone have some of an operation's buffers. */
    boolean present(Object tensors) throws Throwable {
        if (tensors == null) {
            return false;
        }
        return !vector.isInstance(tensors)
                || !(boolean) isNull.invokeExact(tensors) && (long) vectorSize.invokeExact(tensors) > 0;
    }

    /** Returns the number of elements of a tensor, or of all tensors of a list; and their type, which is the first's. */
    long count(Object tensors, CallArguments into) throws Throwable {
        if (!vector.isInstance(tensors)) {
            into.elementType = types.elementType((Object) scalarType.invokeExact(tensors));
            return (long) elements.invokeExact(tensors);
        }
        long size = (long) vectorSize.invokeExact(tensors);
        long sum = 0;
        for (long i = 0; i < size; i++) {
            Object tensor = (Object) vectorGet.invokeExact(tensors, i);
            sum += (long) elements.invokeExact(tensor);
            if (i == 0) {
                into.elementType = types.elementType((Object) scalarType.invokeExact(tensor));
            }
        }
        return sum;
    }

    /** Reads the number of elements of each tensor of a list; of a single tensor nothing. */
    void shares(Object tensors, Splits into) throws Throwable {
        if (!vector.isInstance(tensors)) {
            return;
        }
        long size = (long) vectorSize.invokeExact(tensors);
        for (long i = 0; i < size; i++) {
            Object tensor = (Object) vectorGet.invokeExact(tensors, i);
            into.add((long) elements.invokeExact(tensor));
        }
    }

    /** Reads a list of numbers; null is an empty one. */
    void numbers(Object longs, Splits into) throws Throwable {
        if (longs == null) {
            return;
        }
        long size = (long) longsSize.invokeExact(longs);
        for (long i = 0; i < size; i++) {
            into.add((long) longsGet.invokeExact(longs, i));
        }
    }
}
