package dev.rollcall.analyzer.scan.python;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Python files that belong together, and which of their functions can come to a collective. Not safe for use by several threads. */
public final class PythonProgram {
    private final List<PythonFile> files = new ArrayList<>();
    private final List<Unread> unread = new ArrayList<>();
    private final Map<String, List<PythonFile>> modules = new HashMap<>();
    private PythonParser parser;
    private final Map<PythonFile, Outline> outlines = new HashMap<>();
    private Calling calling;

    /**
     * Something that could not be read.
     *
     * @param file what it is called
     * @param reason why not
     */
    public record Unread(String file, String reason) {}

    /** Reads a file; its module's name is what its path from the root is. */
    public void read(Path root, Path file) {
        try {
            String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
            Path from = Files.isDirectory(root) ? root.relativize(file) : file.getFileName();
            add(file.toString(), from.toString(), text);
        } catch (IOException e) {
            unread.add(new Unread(file.toString(), e.toString()));
        }
    }

    /** Adds a file's text. */
    void add(String path, String relative, String text) {
        String module =
                relative.replaceAll("\\.pyi?$", "").replaceAll("[/\\\\]", ".").replaceAll("\\.?__init__$", "");
        try {
            parser = parser == null ? new PythonParser() : parser;
            files.add(new PythonFile(
                    path, module, parser.parse(text), text.lines().toList()));
        } catch (RuntimeException | StackOverflowError notUnderstood) {
            unread.add(new Unread(path, "cannot be read as Python"));
        } catch (LinkageError noNativeCode) {
            unread.add(new Unread(path, "Python cannot be read on this machine: " + noNativeCode.getMessage()));
        }
        calling = null;
        modules.clear();
        outlines.clear();
    }

    /** Returns the files in the order in which they were read. */
    List<PythonFile> files() {
        return files;
    }

    /** Returns how many files were read. */
    public int size() {
        return files.size();
    }

    /** Returns what could not be read. */
    public List<Unread> unread() {
        return List.copyOf(unread);
    }

    /** Returns the file of a module as another file names it; null where there is none. */
    PythonFile module(String name, PythonFile from) {
        for (PythonFile each : modules.computeIfAbsent(name, this::called)) {
            if (each != from) {
                return each;
            }
        }
        return null;
    }

    /** Returns the files that a module of a name can be, the best first. */
    private List<PythonFile> called(String name) {
        List<PythonFile> found = new ArrayList<>(
                files.stream().filter(each -> each.module().equals(name)).toList());
        files.stream().filter(each -> each.module().endsWith("." + name)).forEach(found::add);
        return found;
    }

    private Calling calling() {
        if (calling == null) {
            calling = new Calling(files);
        }
        return calling;
    }

    /** Returns what the statements of a file bind. */
    Outline outline(PythonFile file) {
        return outlines.computeIfAbsent(
                file, each -> new Outline(each.root(), node -> calling().weighs(each, node)));
    }

    /** Returns whether a branch decides over collectives, as far as names tell. */
    boolean decides(PythonFile file, Node node) {
        return calling().decides(file, node);
    }

    /** Returns whether a file does something itself that can come to a collective, as far as names tell. */
    boolean runs(PythonFile file) {
        return calling().reaches(file, file.root()) && outline(file).does();
    }

    /** Returns whether ranks can part in a function over collectives, as far as names tell. */
    boolean parts(Beginning function) {
        return calling().parts(function.file(), function.function(), function.name(), function.typeName());
    }

    /** Returns whether a function is named anywhere other than where it is defined. */
    boolean called(Beginning function) {
        return calling().called(function.name());
    }

    /** Returns whether a function can come to a collective, as far as names tell. */
    boolean reaches(Function function) {
        return calling().reaches(function.closure.file, function.node);
    }

    /** Returns whether it can matter to collectives what a function does, as far as names tell. */
    boolean concerns(Function function) {
        return calling().concerns(function.closure.file, function.node);
    }
}
