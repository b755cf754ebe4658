package dev.rollcall.analyzer.code.python;

import dev.rollcall.analyzer.containment.FolderWalk;
import java.nio.file.Files;
import java.nio.file.Path;
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
    public static List<Path> below(Path root, BiConsumer<Path, String> unreadable) {
        if (!Files.isDirectory(root)) {
            return isOne(root) ? List.of(root) : List.of();
        }
        FolderWalk walk = new FolderWalk(
                root,
                folder -> !isSkipped(folder.getFileName()),
                file -> file.toString().endsWith(SUFFIX) && !isSkipped(file.getFileName()));
        walk.leftOut().forEach(left -> unreadable.accept(left.path(), left.reason()));
        return walk.files();
    }

    private static boolean isSkipped(Path name) {
        String text = name.toString();
        return SKIPPED.contains(text) || text.startsWith(".") && text.length() > 1;
    }
}
