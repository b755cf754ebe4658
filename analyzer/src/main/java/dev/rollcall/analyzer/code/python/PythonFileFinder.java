package dev.rollcall.analyzer.code.python;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

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
     * @throws IOException if a folder cannot be read
     */
    public static List<Path> below(Path root) throws IOException {
        if (!Files.isDirectory(root)) {
            return isOne(root) ? List.of(root) : List.of();
        }
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(file -> isOne(file) && !isSkipped(root.relativize(file)))
                    .sorted()
                    .toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static boolean isSkipped(Path relative) {
        for (Path part : relative) {
            String name = part.toString();
            if (SKIPPED.contains(name) || name.startsWith(".") && name.length() > 1) {
                return true;
            }
        }
        return false;
    }
}
