package dev.rollcall.trace;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Ordered and atomic access to the aligned little-endian words of a mapped file.
 *
 * <p>Plain access uses the buffer itself.
 *
 * <p>If another process truncates the file, the JVM's interpreter crashes when it atomically changes a word beyond the new end of
 * the file. When it only reads such a word, it throws an {@link InternalError} at its next allocation. So compare-and-set and
 * get-and-add first read the word and allocate; plain ordered stores need not. Compiled code needs neither, and drops both.
 */
final class AtomicWords {
    private static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private AtomicWords() {}

    @SuppressWarnings("unused")
    private static void readAndAllocate(ByteBuffer memory, int offset) {
        memory.getInt(offset);
        byte[] allocated = new byte[0];
    }

    static long getAcquire(ByteBuffer memory, int offset) {
        return (long) LONG.getAcquire(memory, offset);
    }

    static long getVolatile(ByteBuffer memory, int offset) {
        return (long) LONG.getVolatile(memory, offset);
    }

    static void setRelease(ByteBuffer memory, int offset, long value) {
        LONG.setRelease(memory, offset, value);
    }

    static void setVolatile(ByteBuffer memory, int offset, long value) {
        LONG.setVolatile(memory, offset, value);
    }

    static boolean compareAndSet(ByteBuffer memory, int offset, long expected, long value) {
        readAndAllocate(memory, offset);
        return LONG.compareAndSet(memory, offset, expected, value);
    }

    static long getAndAdd(ByteBuffer memory, int offset, long delta) {
        readAndAllocate(memory, offset);
        return (long) LONG.getAndAdd(memory, offset, delta);
    }

    /** Raises a word to a value, unless it is already as high. */
    static void max(ByteBuffer memory, int offset, long value) {
        long found = getVolatile(memory, offset);
        while (found < value && !compareAndSet(memory, offset, found, value)) {
            found = getVolatile(memory, offset);
        }
    }

    static int getIntAcquire(ByteBuffer memory, int offset) {
        return (int) INT.getAcquire(memory, offset);
    }

    static void setIntRelease(ByteBuffer memory, int offset, int value) {
        INT.setRelease(memory, offset, value);
    }

    static boolean compareAndSetInt(ByteBuffer memory, int offset, int expected, int value) {
        readAndAllocate(memory, offset);
        return INT.compareAndSet(memory, offset, expected, value);
    }
}
