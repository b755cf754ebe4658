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
 * Memory of the host's that the application gave to a copy: a buffer of Java's of any type, direct or on an array, which is read and
 * written as the bytes that it is made of. For one thread.
 */
public final class HostBytes {
    /** What is read or written of other than byte buffers at once. */
    private static final int PIECE = 32 << 10;

    /** One a thread, and none of it direct: of that memory the application may have just enough for itself. */
    private static final ThreadLocal<ByteBuffer> PIECES =
            ThreadLocal.withInitial(() -> ByteBuffer.allocate(PIECE + 2 * Long.BYTES));

    private final Buffer memory;
    private final int elementBytes;
    private final long offset;
    private final Object keeper;

    /**
     * Takes a buffer from its first element on, whatever its position and limit are.
     *
     * @param offset where the copy begins, in bytes
     * @param keeper what must live as long as the buffer is used; may be null
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

    /** Returns how many bytes there are from where the copy begins. */
    long size() {
        return memory.capacity() * (long) elementBytes - offset;
    }

    /** Keeps the memory alive until here. */
    void keep() {
        Reference.reachabilityFence(keeper);
    }

    /** Returns bytes at once that {@link #read} and {@link #write} take for sure. */
    static int most() {
        return PIECE;
    }

    /**
     * Returns bytes, in little-endian order, until this thread's next call for any memory.
     *
     * @param at from where, counted from where the copy begins
     * @param length how many, up to {@link #most}
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

    /** Writes bytes, up to {@link #most}; as {@link #read}. */
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

    /** Moves elements between the memory and the piece, as the bytes that they are. */
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
