package dev.rollcall.trace;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Makes the file that a writer maps. */
final class TraceFile {
    private static final int CHUNK = 1 << 20;

    private TraceFile() {}

    /**
     * Makes a file of zeros, every one of them written, so that a full disk is met here and not in the job, and locks it
     * against other writers. A file that is there is replaced, unless another writer holds it.
     *
     * @return the open file; its lock is held until it is closed
     * @throws IOException if the file cannot be made; nothing is left behind then
     */
    static FileChannel create(Path file, int length) throws IOException {
        if (Files.exists(file)) {
            try (FileChannel old = FileChannel.open(file, StandardOpenOption.WRITE)) {
                lock(old, file);
            }
            // Not truncated: a reader that has the old file mapped keeps it.
            Files.delete(file);
        }
        FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            lock(channel, file);
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

    /** Locks a file; throws where another writer holds it. */
    private static void lock(FileChannel channel, Path file) throws IOException {
        FileLock lock;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            throw new IOException(file + " is being written by this process", e);
        } catch (IOException e) {
            // A file system without locks; then only the name keeps writers apart.
            return;
        }
        if (lock == null) {
            throw new IOException(
                    file + " is being written by another process; let the file's name tell processes apart");
        }
    }
}
