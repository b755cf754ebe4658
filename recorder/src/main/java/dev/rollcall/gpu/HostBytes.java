package dev.rollcall.gpu;

import java.lang.ref.Reference;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;

/**
 * Memory of the host that the application gave to a copy: a Java buffer of any type, direct or on an array, which is read and
 * written as bytes. For one thread.
 */
public final class HostBytes {
    /** The most bytes that are read or written at once. */
    private static final int PIECE = 32 << 10;

    /** Each thread's buffer. Not direct: the application may need all of the limited direct memory. */
    private static final ThreadLocal<ByteBuffer> PIECES =
            ThreadLocal.withInitial(() -> ByteBuffer.allocate(PIECE + 2 * Long.BYTES));

    private final Buffer memory;
    private final int elementBytes;
    private final long offset;
    private final Object keeper;

    /**
     * Uses a buffer from its first element on, whatever its position and limit.
     *
     * @param offset where the copy begins, in bytes
     * @param keeper an object that keeps the memory from being freed; may be null
     */
    public HostBytes(Buffer memory, long offset, Object keeper) {
        this.memory = memory.duplicate().clear();
        this.elementBytes = elementBytes(memory);
        this.offset = offset;
        this.keeper = keeper;
    }

    private static int elementBytes(Buffer memory) {
        if (memory instanceof ByteBuffer) {
            return Byte.BYTES;
        }
        if (memory instanceof ShortBuffer || memory instanceof CharBuffer) {
            return Short.BYTES;
        }
        return memory instanceof LongBuffer || memory instanceof DoubleBuffer ? Long.BYTES : Integer.BYTES;
    }

    /** Returns the bytes from the beginning of the copy to the end of the buffer. */
    long size() {
        return memory.capacity() * (long) elementBytes - offset;
    }

    /** Keeps the memory from being freed before this call. */
    void fence() {
        Reference.reachabilityFence(keeper);
    }

    /** Returns the most bytes that {@link #read} and {@link #write} accept. */
    static int maxLength() {
        return PIECE;
    }

    /**
     * Returns a view of bytes, in little-endian order, which is valid until this thread's next call on any memory.
     *
     * @param at offset from the beginning of the copy
     * @param length number of bytes, up to {@link #maxLength}
     */
    ByteBuffer read(long at, int length) {
        if (memory instanceof ByteBuffer bytes) {
            return bytes.slice((int) (offset + at), length).order(ByteOrder.LITTLE_ENDIAN);
        }
        int skew = (int) ((offset + at) % elementBytes);
        int first = (int) ((offset + at) / elementBytes);
        int count = (skew + length + elementBytes - 1) / elementBytes;
        ByteBuffer piece = PIECES.get();
        move(piece, first, count, false);
        return piece.slice(skew, length).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Writes bytes at an offset from the beginning of the copy, up to {@link #maxLength} of them. */
    void write(long at, ByteBuffer from) {
        if (memory instanceof ByteBuffer bytes) {
            bytes.slice((int) (offset + at), from.remaining()).put(from);
            return;
        }
        int skew = (int) ((offset + at) % elementBytes);
        int first = (int) ((offset + at) / elementBytes);
        int count = (skew + from.remaining() + elementBytes - 1) / elementBytes;
        ByteBuffer piece = PIECES.get();
        move(piece, first, count, false);
        piece.slice(skew, from.remaining()).put(from);
        move(piece, first, count, true);
    }

    /** Moves elements between the memory and the piece without changing their bytes. */
    private void move(ByteBuffer piece, int first, int count, boolean write) {
        if (memory instanceof FloatBuffer floats) {
            FloatBuffer there = floats.slice(first, count);
            FloatBuffer here = piece.order(floats.order()).asFloatBuffer().slice(0, count);
            (write ? there : here).put(write ? here : there);
        } else if (memory instanceof IntBuffer ints) {
            IntBuffer there = ints.slice(first, count);
            IntBuffer here = piece.order(ints.order()).asIntBuffer().slice(0, count);
            (write ? there : here).put(write ? here : there);
        } else if (memory instanceof DoubleBuffer doubles) {
            DoubleBuffer there = doubles.slice(first, count);
            DoubleBuffer here = piece.order(doubles.order()).asDoubleBuffer().slice(0, count);
            (write ? there : here).put(write ? here : there);
        } else if (memory instanceof LongBuffer longs) {
            LongBuffer there = longs.slice(first, count);
            LongBuffer here = piece.order(longs.order()).asLongBuffer().slice(0, count);
            (write ? there : here).put(write ? here : there);
        } else if (memory instanceof ShortBuffer shorts) {
            ShortBuffer there = shorts.slice(first, count);
            ShortBuffer here = piece.order(shorts.order()).asShortBuffer().slice(0, count);
            (write ? there : here).put(write ? here : there);
        } else if (memory instanceof CharBuffer chars) {
            CharBuffer there = chars.slice(first, count);
            CharBuffer here = piece.order(chars.order()).asCharBuffer().slice(0, count);
            (write ? there : here).put(write ? here : there);
        }
    }
}
