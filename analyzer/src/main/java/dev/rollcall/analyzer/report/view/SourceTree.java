package dev.rollcall.analyzer.report.view;

import dev.rollcall.analyzer.containment.FileName;
import dev.rollcall.analyzer.containment.FolderWalk;
import dev.rollcall.analyzer.model.StackFrame;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The application's sources, to show the lines around a frame.
 *
 * <p>A file is taken for a frame's only where its folders end like the frame's package, or where it declares that package:
 * the wrong code would be worse than none. Folders are walked once, at the first question. Not thread-safe.
 */
public class SourceTree {
    private static final Set<String> SKIPPED = Set.of("target", "build", "node_modules", "__pycache__");
    private static final int LARGEST = 4 << 20;
    private static final int LINES_BEFORE = 3;
    private static final int LINES_AFTER = 2;

    private final List<Path> roots;
    private final Map<String, List<String>> lines = new HashMap<>();
    private Map<String, List<Path>> byName;

    /** Makes a tree over these folders or files; none is fine and shows nothing. */
    public SourceTree(List<Path> roots) {
        this.roots = List.copyOf(roots);
    }

    /** Returns the lines around the frame's without their common indent, or none where its source was not found or has no such line. */
    public List<SourceLine> around(StackFrame frame) {
        if (roots.isEmpty() || frame.file().isEmpty() || frame.line() <= 0) {
            return List.of();
        }
        List<String> text = lines.computeIfAbsent(frame.type() + ' ' + frame.file(), key -> read(frame));
        if (frame.line() > text.size()) {
            return List.of();
        }
        int first = Math.max(1, frame.line() - LINES_BEFORE);
        int last = Math.min(text.size(), frame.line() + LINES_AFTER);
        List<String> around = text.subList(first - 1, last).stream()
                .map(line -> Printable.of(line.replace("\t", "    ")))
                .toList();
        int indent = around.stream()
                .filter(line -> !line.isBlank())
                .mapToInt(line -> line.length() - line.stripLeading().length())
                .min()
                .orElse(0);
        List<SourceLine> shown = new ArrayList<>();
        for (int number = first; number <= last; number++) {
            String line = around.get(number - first);
            shown.add(new SourceLine(number, line.isBlank() ? "" : line.substring(indent), number == frame.line()));
        }
        return shown;
    }

    /** Returns the file of a frame's source; empty where it was not found. */
    public Optional<Path> find(StackFrame frame) {
        String name = frame.file().substring(frame.file().lastIndexOf('/') + 1);
        for (Path file : name.isEmpty() ? List.<Path>of() : files().getOrDefault(name, List.of())) {
            try {
                if (belongs(file, text(file), frame)) {
                    return Optional.of(file);
                }
            } catch (IOException unreadable) {
                continue;
            }
        }
        return Optional.empty();
    }

    /**
     * Returns the path of a frame's source with slashes: from here where it was found, otherwise as the frame has it, from
     * the root of its packages.
     */
    public String path(StackFrame frame) {
        int dot = frame.file().indexOf('/') < 0 ? frame.type().lastIndexOf('.') : -1;
        String packaged = dot < 0 ? "" : frame.type().substring(0, dot + 1).replace('.', '/');
        return find(frame)
                .map(found -> FileName.of(found.normalize()).replace('\\', '/'))
                .orElse(packaged + frame.file());
    }

    private List<String> read(StackFrame frame) {
        try {
            Optional<Path> file = find(frame);
            return file.isPresent() ? text(file.get()).lines().toList() : List.of();
        } catch (IOException unreadable) {
            return List.of();
        }
    }

    private static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }

    private static boolean belongs(Path file, String text, StackFrame frame) {
        int dot = frame.type().lastIndexOf('.');
        if (frame.type().isEmpty() || frame.file().indexOf('/') >= 0) {
            return endsWith(file.toAbsolutePath().normalize(), frame.file());
        }
        if (dot < 0) {
            return text.lines().noneMatch(line -> line.startsWith("package "));
        }
        String type = frame.type().substring(0, dot);
        return endsWith(file, type.replace('.', '/') + '/' + frame.file())
                || text.lines().anyMatch(line -> line.matches("package\\s+" + Pattern.quote(type) + "\\s*;?.*"));
    }

    /** The names in a frame need not be ones that a path can have. */
    private static boolean endsWith(Path file, String names) {
        return ('/' + file.toString().replace('\\', '/')).endsWith(names.replaceFirst("^/*", "/"));
    }

    private Map<String, List<Path>> files() {
        if (byName == null) {
            byName = new HashMap<>();
            roots.forEach(this::walk);
        }
        return byName;
    }

    private void walk(Path root) {
        List<Path> files = Files.isDirectory(root)
                ? new FolderWalk(root, SourceTree::isEntered, SourceTree::isSmall).files()
                : isSmall(root) ? List.of(root) : List.of();
        files.forEach(file -> byName.computeIfAbsent(FileName.last(file), name -> new ArrayList<>())
                .add(file));
    }

    private static boolean isEntered(Path folder) {
        String name = folder.getFileName().toString();
        return !name.startsWith(".") && !SKIPPED.contains(name);
    }

    /** What is no file, or too large, is no source. */
    private static boolean isSmall(Path file) {
        try {
            return Files.isRegularFile(file) && Files.size(file) <= LARGEST;
        } catch (IOException unreadable) {
            return false;
        }
    }
}
