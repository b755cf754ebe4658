package dev.rollcall.trace;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** Creates the file that a writer maps, full of zeros, and locks it. */
final class TraceFileAllocator {
    private static final int CHUNK = 1 << 20;

    private TraceFileAllocator() {}

    /**
     * Creates a file of zeros that its user alone can read, and locks it against other writers. Every byte is written, so that a
     * full disk fails here and not in the job. Replaces an empty file, or a trace that no writer has locked, and nothing else. At
     * most once a file in one process: closing a second channel of a file releases the process's lock on it on POSIX systems.
     *
     * @return the open file, which is locked until it is closed
     * @throws IOException if the file cannot be created; no new file is left behind
     */
    static FileChannel create(Path file, int length) throws IOException {
        if (Files.exists(file)) {
            if (!Files.isRegularFile(file)) {
                throw new IOException("not a regular file");
            }
            try (FileChannel old = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                lock(old);
                checkReplaceable(old);
                // Deleted and not truncated, so that readers that have the old file mapped keep it; deleted while it is
                // locked, so that no other writer takes it meanwhile.
                Files.delete(file);
            }
        }
        FileChannel channel = FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE),
                OwnerOnly.file(file));
        try {
            lock(channel);
            fill(channel, length);
            return channel;
        } catch (IOException | RuntimeException | Error e) {
            channel.close();
            Files.deleteIfExists(file);
            throw e;
        }
    }

    private static void fill(FileChannel channel, int length) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocateDirect(Math.min(length, CHUNK));
        for (long written = 0; written < length; ) {
            zeros.clear().limit((int) Math.min(zeros.capacity(), length - written));
            written += channel.write(zeros);
        }
    }

    /**
     * Throws unless a file is empty or a trace: a mistake in the name must not destroy another file. A trace whose process was
     * killed before it published its header looks like any file of zeros, and is kept too.
     */
    private static void checkReplaceable(FileChannel old) throws IOException {
        if (old.size() > 0 && !isTrace(old)) {
            throw new IOException("a file that is not a trace has this name, and is kept");
        }
    }

    /** Returns whether a file begins as a trace does. */
    static boolean isTrace(FileChannel file) throws IOException {
        ByteBuffer head = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        file.read(head, TraceHeader.MAGIC_OFFSET);
        return head.getLong(0) == TraceHeader.MAGIC;
    }

    /** Locks a file; throws where another writer holds it. The lock lasts until the channel is closed. */
    private static void lock(FileChannel channel) throws IOException {
        FileLock lock;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            throw new IOException("it is being written by this process", e);
        } catch (IOException e) {
            // The file system has no locks, so only the name keeps writers apart.
            return;
        }
        if (lock == null) {
            throw new IOException("it is being written by another process; give each process a file name of its own");
        }
    }
}
