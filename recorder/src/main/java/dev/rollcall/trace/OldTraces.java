package dev.rollcall.trace;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Removes older traces from a folder. */
public final class OldTraces {
    /** A folder with more files is somebody else's, too. */
    private static final int MOST_FILES = 100_000;

    private OldTraces() {}

    private record Old(Path file, long changed, long size) {}

    /**
     * Removes traces beside a new one: those that were last changed too long ago, and then the oldest of those that are together
     * too large. Leaves files that are not traces, links, and traces that a process still writes or, on a file system without
     * locks, may write. Must be called by the only writer of the new trace: opening and closing that file would release its lock.
     *
     * @param created the new trace, which stays, and counts for the size
     * @param millis the greatest age
     * @param bytes the greatest size of all together
     */
    public static void remove(Path created, long millis, long bytes) throws IOException {
        Path folder = created.toAbsolutePath().getParent();
        long size = Files.size(created);
        List<Old> traces = new ArrayList<>();
        int files = 0;
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
            for (Path file : all) {
                if (++files > MOST_FILES) {
                    break;
                }
                if (!file.getFileName().equals(created.getFileName())) {
                    add(file, traces);
                }
            }
        }
        traces.sort(Comparator.comparingLong(Old::changed).reversed());
        long oldest = millis == Long.MAX_VALUE ? Long.MIN_VALUE : System.currentTimeMillis() - millis;
        for (Old old : traces) {
            boolean stays = old.changed >= oldest && size + old.size <= bytes;
            if (stays || !deleted(old.file)) {
                size += old.size;
            }
        }
    }

    private static void add(Path file, List<Old> traces) {
        try {
            BasicFileAttributes attributes =
                    Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (attributes.isRegularFile() && isTrace(file)) {
                traces.add(new Old(file, attributes.lastModifiedTime().toMillis(), attributes.size()));
            }
        } catch (IOException e) {
            // Another process has removed it.
        }
    }

    private static boolean isTrace(Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            return TraceFileAllocator.isTrace(channel);
        } catch (IOException e) {
            return false;
        }
    }

    /** Deletes a trace while it is locked, unless its writer holds the lock. */
    private static boolean deleted(Path file) {
        try (FileChannel channel = FileChannel.open(
                        file, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
                FileLock lock = channel.tryLock()) {
            if (lock == null || !TraceFileAllocator.isTrace(channel)) {
                return false;
            }
            Files.delete(file);
            return true;
        } catch (IOException | OverlappingFileLockException e) {
            return false;
        }
    }
}
