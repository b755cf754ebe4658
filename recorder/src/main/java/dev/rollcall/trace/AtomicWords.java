package dev.rollcall.trace;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Ordered and atomic access to the aligned little-endian words of a mapped file.
 *
 * <p>Plain access goes through the buffer itself; what is here is what the protocol of the format is made of.
 *
 * <p>The JVM crashes where its interpreter is to change a word atomically that somebody has cut off the file. Where it only
 * reads such a word, it throws an {@link InternalError} instead, when next it makes an object. So it reads each word and makes
 * one before it changes the word; compiled code leaves that out, and needs no such care.
 */
final class AtomicWords {
    private static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private AtomicWords() {}

    @SuppressWarnings("unused")
    private static void touch(ByteBuffer memory, int offset) {
        memory.getInt(offset);
        byte[] made = new byte[0];
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
        touch(memory, offset);
        return LONG.compareAndSet(memory, offset, expected, value);
    }

    static long getAndAdd(ByteBuffer memory, int offset, long delta) {
        touch(memory, offset);
        return (long) LONG.getAndAdd(memory, offset, delta);
    }

    /** Raises a word to a value; a word that is already as high stays. */
    static void raise(ByteBuffer memory, int offset, long value) {
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
        touch(memory, offset);
        return INT.compareAndSet(memory, offset, expected, value);
    }
}
