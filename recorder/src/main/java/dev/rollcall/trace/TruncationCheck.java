package dev.rollcall.trace;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * Watches the file under a writer's mapping, which others may cut off. The JVM bears it that a thread touches what is not
 * there any more, and owes the thread an {@link InternalError}, which compiled code may get much later, in the middle of the
 * job's own. So whoever has written asks whether it owes one. A file that is only deleted stays whole. Thread-safe.
 */
public final class TruncationCheck {
    /** Not the writer's channel, which closes, and loses its lock, where an interrupted thread asks it for the size. */
    private final RandomAccessFile file;

    private final ByteBuffer memory;
    private final int length;
    private volatile long stamp;
    private volatile byte[][] made;

    TruncationCheck(Path file, ByteBuffer memory, int length) throws IOException {
        this.file = new RandomAccessFile(file.toFile(), "r");
        this.memory = memory;
        this.length = length;
    }

    /**
     * Writes a stamp to the end of the file, by which {@link #surfaceFaults} finds out.
     *
     * @param number different from process to process, so that it stands in no register by chance
     */
    public void stamp(long number) {
        stamp = number;
        AtomicWords.setVolatile(memory, length - HeapDescriptor.STAMP_LENGTH, number);
    }

    /** Returns whether the file is as long as it was made, or nobody can tell. */
    public boolean whole() {
        try {
            return file.length() >= length;
        } catch (IOException e) {
            return true;
        }
    }

    /**
     * Returns if the file's last word is there, whichever way the file was cut off.
     *
     * @throws InternalError if it is not; the thread is owed no other one then
     */
    public void surfaceFaults() {
        if (AtomicWords.getVolatile(memory, length - HeapDescriptor.STAMP_LENGTH) != stamp) {
            // Code of the JVM's own has to run for it to throw what it owes, and no compiler has another way to make
            // these.
            made = new byte[Long.BYTES + 1][1];
            throw new InternalError("the trace's file is cut off");
        }
    }

    void close() throws IOException {
        file.close();
    }
}
