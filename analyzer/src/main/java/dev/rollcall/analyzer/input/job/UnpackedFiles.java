package dev.rollcall.analyzer.input.job;

import dev.rollcall.analyzer.containment.FileName;
import dev.rollcall.analyzer.containment.InputLimits;
import dev.rollcall.analyzer.input.ProcessSource;
import dev.rollcall.analyzer.input.archive.ArchiveExpander;
import dev.rollcall.analyzer.input.archive.ArchiveExpander.Expansion;
import dev.rollcall.analyzer.model.Coverage.Unreadable;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The files from archives: in a temporary folder, which is deleted when the JVM ends, since calls are read when they are asked
 * for. To the user each has the name that it would have if the archive were a folder. Not thread-safe.
 */
final class UnpackedFiles {
    /** The folders of all sets. One hook deletes them, so that it keeps nothing else of a set in memory. */
    private static final Queue<Path> TEMPORARY = new ConcurrentLinkedQueue<>();

    private final ArchiveExpander.Filter filter;
    private final InputLimits limits;
    private ArchiveExpander expander;
    private Path root;
    /** By the folder in which archives lie: the temporary folder in its place. */
    private final Map<Path, Path> folders = new LinkedHashMap<>();

    private final Map<Path, Path> compressed = new HashMap<>();

    /** Makes an empty set; the filter decides which files are taken out of archives. */
    UnpackedFiles(ArchiveExpander.Filter filter, InputLimits limits) {
        this.filter = filter;
        this.limits = limits;
    }

    /** Unpacks an archive, or a compressed file. */
    Expansion expand(Path archive) {
        try {
            if (root == null) {
                root = Files.createTempDirectory("rollcall-").toRealPath();
                deleteAtEnd(root);
                expander = new ArchiveExpander(
                        filter, limits, Files.getFileStore(root).getUsableSpace() / 2);
            }
            Path shown = shown(archive.toAbsolutePath().normalize());
            Path parent = shown.getParent();
            Path folder = folders.computeIfAbsent(parent, key -> root.resolve(String.valueOf(folders.size())))
                    .resolve(shown.getFileName());
            Files.createDirectories(folder.getParent());
            Expansion expansion = expander.expand(archive, folder);
            expansion.files().stream()
                    .filter(file -> !file.startsWith(folder))
                    .forEach(file -> compressed.put(file, shown));
            return expansion;
        } catch (IOException e) {
            return new Expansion(List.of(), "it cannot be unpacked into the temporary folder: " + e.getMessage());
        }
    }

    /** Returns the name of a file for the user. */
    Path shown(Path file) {
        if (root == null || !file.startsWith(root)) {
            return file;
        }
        Path of = compressed.get(file);
        if (of != null) {
            return of;
        }
        for (Map.Entry<Path, Path> folder : folders.entrySet()) {
            if (file.startsWith(folder.getValue())) {
                return folder.getKey().resolve(folder.getValue().relativize(file));
            }
        }
        return file;
    }

    /** Returns the name of a file, or of a series of files, for the user. */
    String shown(String file) {
        return root == null || !file.startsWith(root.toString()) ? file : FileName.of(shown(Path.of(file)));
    }

    /** Returns a source under its name for the user. */
    ProcessSource shown(ProcessSource source) {
        return root == null || !source.file().startsWith(root) ? source : new UnpackedSource(source, this);
    }

    /** Returns a file that is of no use under its name for the user. */
    Unreadable shown(Unreadable unreadable) {
        String name = shown(unreadable.file());
        return name.equals(unreadable.file())
                ? unreadable
                : new Unreadable(name, unreadable.reason(), unreadable.kind());
    }

    private static synchronized void deleteAtEnd(Path folder) {
        if (TEMPORARY.isEmpty()) {
            Runtime.getRuntime()
                    .addShutdownHook(
                            new Thread(() -> TEMPORARY.forEach(UnpackedFiles::delete), "rollcall-unpacked-files"));
        }
        TEMPORARY.add(folder);
    }

    private static void delete(Path folder) {
        try {
            Files.walkFileTree(folder, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.delete(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path visited, IOException failure) throws IOException {
                    Files.delete(visited);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException left) {
            // What is left in the temporary folder is the operating system's to remove.
            return;
        }
    }
}
