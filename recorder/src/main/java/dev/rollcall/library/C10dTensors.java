package dev.rollcall.library;

import dev.rollcall.library.HostBuffers.HostBuffer;
import dev.rollcall.recorder.RecordedCall;
import dev.rollcall.recorder.Splits;
import dev.rollcall.trace.ElementType;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;

/**
 * Reads tensors and lists of them. JavaCPP's presets pass a list of lists as one {@code TensorVector} too; its first list is
 * read, because the presets cannot make more than one. Thread-safe.
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
    private final MethodHandle address;
    private final MethodHandle onHost;
    private final MethodHandle sparse;
    private final MethodHandle contiguous;
    private final MethodHandle bytes;
    private final MethodHandle data;
    private final HostBuffers buffers = new HostBuffers();
    private final C10dEnums enums;

    /** Binds the tensor classes of this loader. */
    C10dTensors(ClassLoader loader, C10dEnums enums) throws ReflectiveOperationException {
        this.enums = enums;
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
        address = PublicMethods.getter(
                Class.forName("org.bytedeco.javacpp.Pointer", false, loader), "address", long.class);
        onHost = PublicMethods.getter(tensor, "is_cpu", boolean.class);
        sparse = PublicMethods.getter(tensor, "is_sparse", boolean.class);
        contiguous = PublicMethods.getter(tensor, "is_contiguous", boolean.class);
        bytes = PublicMethods.getter(tensor, "nbytes", long.class);
        data = PublicMethods.getter(tensor, "const_data_ptr", Object.class);
    }

    /** Returns whether there is a tensor to read; only the root has some of an operation's buffers. */
    boolean present(Object tensors) throws Throwable {
        if (tensors == null) {
            return false;
        }
        return !vector.isInstance(tensors)
                || !(boolean) isNull.invokeExact(tensors) && (long) vectorSize.invokeExact(tensors) > 0;
    }

    /** Returns the number of elements of a tensor, or of all tensors of a list, and sets the call's type to the first one's. */
    long count(Object tensors, RecordedCall call) throws Throwable {
        if (!vector.isInstance(tensors)) {
            call.type = enums.elementType((Object) scalarType.invokeExact(tensors));
            return (long) elements.invokeExact(tensors);
        }
        long size = (long) vectorSize.invokeExact(tensors);
        long sum = 0;
        for (long i = 0; i < size; i++) {
            Object tensor = (Object) vectorGet.invokeExact(tensors, i);
            sum += (long) elements.invokeExact(tensor);
            if (i == 0) {
                call.type = enums.elementType((Object) scalarType.invokeExact(tensor));
            }
        }
        return sum;
    }

    /** Returns where the memory of a tensor, or of the first one of a list, begins; 0 where it has none. */
    long address(Object tensors) throws Throwable {
        Object first = tensors;
        if (vector.isInstance(tensors)) {
            if (!present(tensors)) {
                return 0;
            }
            first = (Object) vectorGet.invokeExact(tensors, 0L);
        }
        Object memory = (Object) data.invokeExact(first);
        return memory == null ? 0 : (long) address.invokeExact(memory);
    }

    /** Returns the length of a tensor, or of all tensors of a list, in bytes. */
    long bytes(Object tensors) throws Throwable {
        if (!vector.isInstance(tensors)) {
            return (long) bytes.invokeExact(tensors);
        }
        long sum = 0;
        long size = (long) vectorSize.invokeExact(tensors);
        for (long i = 0; i < size; i++) {
            Object tensor = (Object) vectorGet.invokeExact(tensors, i);
            sum += (long) bytes.invokeExact(tensor);
        }
        return sum;
    }

    /** Adds the number of elements of each tensor of a list; nothing for a single tensor. */
    void sizes(Object tensors, Splits into) throws Throwable {
        if (!vector.isInstance(tensors)) {
            return;
        }
        long size = (long) vectorSize.invokeExact(tensors);
        for (long i = 0; i < size; i++) {
            Object tensor = (Object) vectorGet.invokeExact(tensors, i);
            into.add((long) elements.invokeExact(tensor));
        }
    }

    /** Adds a list of numbers; null is an empty one. */
    void numbers(Object longs, Splits into) throws Throwable {
        if (longs == null) {
            return;
        }
        long size = (long) longsSize.invokeExact(longs);
        for (long i = 0; i < size; i++) {
            into.add((long) longsGet.invokeExact(longs, i));
        }
    }

    /** Reads the elements of all tensors of a list; returns false for one that is not plain memory of the host below 2 GiB. */
    boolean read(Object tensors, ResultReader reader) throws Throwable {
        long size = (long) vectorSize.invokeExact(tensors);
        for (long i = 0; i < size; i++) {
            Object tensor = (Object) vectorGet.invokeExact(tensors, i);
            boolean plain = (boolean) onHost.invokeExact(tensor)
                    && !(boolean) sparse.invokeExact(tensor)
                    && (boolean) contiguous.invokeExact(tensor);
            if (!plain) {
                return false;
            }
            long length = (long) bytes.invokeExact(tensor);
            if (length == 0) {
                continue;
            }
            HostBuffer memory = buffers.of((Object) data.invokeExact(tensor), length);
            ElementType type = enums.elementType((Object) scalarType.invokeExact(tensor));
            if (memory == null || !(memory.memory() instanceof ByteBuffer elements)) {
                return false;
            }
            if (!reader.read(type, elements.slice((int) memory.offset(), (int) length))) {
                return false;
            }
        }
        return true;
    }
}
