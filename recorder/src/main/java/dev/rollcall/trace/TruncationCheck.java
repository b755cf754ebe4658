package dev.rollcall.trace;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;

/**
 * Detects that another process truncated the file under a writer's mapping. When a thread accesses a missing part, the JVM
 * throws an {@link InternalError} in that thread, but compiled code may get it much later, in the middle of the job's own
 * code. So a thread that has written calls {@link #surfaceFaults} before it returns to the job. A deleted file stays complete
 * under its mapping. Thread-safe.
 */
public final class TruncationCheck {
    /** More arrays than C2 allocates without a call into the JVM (-XX:MultiArrayExpandLimit, 6 by default). */
    private static final int ARRAYS = 9;

    /** Not the writer's channel, which closes and loses its lock when an interrupted thread asks for its size; null without a file. */
    private final RandomAccessFile file;

    private final ByteBuffer memory;
    private final int length;
    private volatile long stamp;

    /** Keeps the compiler from removing the allocation in {@link #surfaceFaults}. */
    private volatile byte[][] allocated;

    /** Makes a check that {@link #close} closes the file of; null for memory without a file. */
    TruncationCheck(RandomAccessFile file, ByteBuffer memory, int length) {
        this.file = file;
        this.memory = memory;
        this.length = length;
    }

    /**
     * Writes the stamp at the end of the file that {@link #surfaceFaults} looks for.
     *
     * @param number different in each process, so that no stale register holds it by chance
     */
    public void stamp(long number) {
        stamp = number;
        AtomicWords.setVolatile(memory, length - HeapEntry.STAMP_LENGTH, number);
    }

    /** Returns whether the file still has its full length; true if its length cannot be read. */
    public boolean hasFullLength() {
        try {
            return file == null || file.length() >= length;
        } catch (IOException e) {
            return true;
        }
    }

    /**
     * Returns normally if the end of the file is still there.
     *
     * @throws InternalError if it is not; the JVM then has none left to throw in this thread
     */
    public void surfaceFaults() {
        if (AtomicWords.getVolatile(memory, length - HeapEntry.STAMP_LENGTH) != stamp) {
            // The JVM throws its pending error when a thread enters JVM code. Compiled code enters it for this
            // allocation,
            // because the array has more parts than the compiler allocates in line.
            allocated = new byte[ARRAYS][1];
            throw new InternalError("the trace file was truncated");
        }
    }

    void close() throws IOException {
        if (file != null) {
            file.close();
        }
    }
}
