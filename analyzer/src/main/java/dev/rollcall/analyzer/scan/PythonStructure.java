package dev.rollcall.analyzer.scan;

import dev.rollcall.analyzer.model.CodeStructure;
import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.analyzer.scan.python.PythonForks;
import dev.rollcall.analyzer.scan.python.PythonProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What Python sources say about the lines of a job's stacks. Sources are read at the first question that is about Python.
 * Not safe for use by several threads.
 */
public final class PythonStructure implements CodeStructure {
    private static final int MOST_FILES = 2_000;
    private static final String SUFFIX = ".py";
    private static final Set<String> SKIPPED =
            Set.of("site-packages", "dist-packages", "venv", "node_modules", "__pycache__", "build", "target");

    private final List<Path> roots;
    private PythonForks forks;

    /**
     * Reads from folders and files.
     *
     * @param roots where the sources are
     */
    public PythonStructure(List<Path> roots) {
        this.roots = List.copyOf(roots);
    }

    @Override
    public Optional<List<Loop>> loopsAround(StackFrame frame) {
        return Optional.empty();
    }

    @Override
    public Optional<Boolean> leadsTo(StackFrame from, StackFrame to) {
        return Optional.empty();
    }

    @Override
    public Optional<Fork> fork(List<StackFrame> way, Matter matter) {
        return python(way) ? forks().fork(way, matter) : Optional.empty();
    }

    @Override
    public Optional<Boolean> madeByAll(List<StackFrame> way) {
        return python(way) ? forks().madeByAll(way) : Optional.empty();
    }

    @Override
    public Optional<Set<Integer>> makers(List<StackFrame> way, int ranks) {
        return python(way) ? forks().makers(way, ranks) : Optional.empty();
    }

    /** Returns whether a path is a Python source by its name. */
    static boolean isPython(Path path) {
        return path.toString().endsWith(SUFFIX) && Files.isRegularFile(path);
    }

    private boolean python(List<StackFrame> way) {
        return !roots.isEmpty() && way.stream().anyMatch(frame -> frame.file().endsWith(SUFFIX));
    }

    private PythonForks forks() {
        if (forks == null) {
            forks = new PythonForks(read(roots));
        }
        return forks;
    }

    private static boolean skipped(Path root, Path file) {
        for (Path part : root.relativize(file)) {
            String name = part.toString();
            if (SKIPPED.contains(name) || name.startsWith(".") && name.length() > 1) {
                return true;
            }
        }
        return false;
    }

    /** Reads the Python files below folders, and single ones; what cannot be read is left out. */
    public static PythonProgram read(List<Path> roots) {
        PythonProgram program = new PythonProgram();
        for (Path root : roots) {
            try (Stream<Path> all = Files.walk(root)) {
                all.filter(PythonStructure::isPython)
                        .filter(file -> !skipped(root, file))
                        .sorted()
                        .limit(MOST_FILES)
                        .forEach(file -> program.read(root, file));
            } catch (IOException unreadable) {
                continue;
            }
        }
        return program;
    }
}
