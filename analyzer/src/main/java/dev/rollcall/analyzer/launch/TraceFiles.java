package dev.rollcall.analyzer.launch;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The traces in a folder at one moment. What a run wrote is the difference of two moments: the folder may hold older jobs, and the
 * clock of a file server is not this machine's. Immutable.
 */
public final class TraceFiles {
    /** The folder, the job's folder, the trace. */
    private static final int DEPTH = 2;

    private final Map<Path, FileTime> files;

    private TraceFiles(Map<Path, FileTime> files) {
        this.files = files;
    }

    /** Returns the traces of all jobs in a folder; none where it does not exist or cannot be read. */
    public static TraceFiles in(Path folder) {
        Map<Path, FileTime> files = new TreeMap<>();
        try {
            Files.walkFileTree(folder, EnumSet.noneOf(FileVisitOption.class), DEPTH, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    if (attributes.isRegularFile() && file.toString().endsWith(".trace")) {
                        files.put(file, attributes.lastModifiedTime());
                    }
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException failure) {
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            return new TraceFiles(files);
        }
        return new TraceFiles(files);
    }

    /** Returns the traces that are new or changed since an earlier moment, in the order of their names. */
    public List<Path> since(TraceFiles earlier) {
        return files.entrySet().stream()
                .filter(file -> !file.getValue().equals(earlier.files.get(file.getKey())))
                .map(Map.Entry::getKey)
                .toList();
    }
}
