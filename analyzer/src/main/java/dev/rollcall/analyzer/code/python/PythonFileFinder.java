package dev.rollcall.analyzer.code.python;

import dev.rollcall.analyzer.containment.FolderWalk;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;

/** Finds the Python files of a program. */
public final class PythonFileFinder {
    /** How the name of a Python file ends. */
    public static final String SUFFIX = ".py";

    private static final Set<String> SKIPPED =
            Set.of("site-packages", "dist-packages", "venv", "node_modules", "__pycache__", "build", "target");

    private PythonFileFinder() {}

    /** Returns whether a path is a Python file. */
    public static boolean isOne(Path path) {
        return path.toString().endsWith(SUFFIX) && Files.isRegularFile(path);
    }

    /**
     * Returns the Python files below a folder in the order of their names, without installed packages, builds and hidden folders; a file
     * itself if it is one, and nothing of any other.
     *
     * @param unreadable receives what cannot be read, with the reason
     */
    public static List<Path> below(Path root, BiConsumer<Path, IOException> unreadable) {
        if (!Files.isDirectory(root)) {
            return isOne(root) ? List.of(root) : List.of();
        }
        List<Path> files = new ArrayList<>();
        try {
            Files.walkFileTree(root, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    return !folder.equals(root) && isSkipped(folder.getFileName())
                            ? FileVisitResult.SKIP_SUBTREE
                            : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    if (!file.toString().endsWith(SUFFIX) || isSkipped(file.getFileName())) {
                        return FileVisitResult.CONTINUE;
                    }
                    if (Files.isRegularFile(file)) {
                        files.add(file);
                    } else if (Files.exists(file) && !Files.isDirectory(file)) {
                        unreadable.accept(file, new IOException(FolderWalk.NO_FILE));
                    }
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException failure) {
                    unreadable.accept(file, failure);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path folder, IOException failure) {
                    if (failure != null) {
                        unreadable.accept(folder, failure);
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException failure) {
            unreadable.accept(root, failure);
        }
        files.sort(Comparator.naturalOrder());
        return files;
    }

    private static boolean isSkipped(Path name) {
        String text = name.toString();
        return SKIPPED.contains(text) || text.startsWith(".") && text.length() > 1;
    }
}
