package dev.rollcall.analyzer.scan.python;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Python files that belong together, and which of their functions can come to a collective. Not safe for use by several threads. */
public final class PythonProgram {
    private final List<PythonFile> files = new ArrayList<>();
    private final List<Unread> unread = new ArrayList<>();
    private PythonParser parser;
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
            unread.add(new Unread(path, "not Python that can be read"));
        } catch (LinkageError noNativeCode) {
            unread.add(new Unread(path, "Python cannot be read on this machine: " + noNativeCode.getMessage()));
        }
        calling = null;
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
        PythonFile best = null;
        for (PythonFile each : files) {
            if (each != from && !each.module().isEmpty()) {
                if (each.module().equals(name)) {
                    return each;
                }
                best = best == null && each.module().endsWith("." + name) ? each : best;
            }
        }
        return best;
    }

    private Calling calling() {
        if (calling == null) {
            calling = new Calling(files);
        }
        return calling;
    }

    /** Returns whether a branch decides over collectives, as far as names tell. */
    boolean decides(PythonFile file, Node node) {
        return calling().decides(file, node);
    }

    /** Returns whether a function can come to a collective, as far as names tell. */
    boolean reaches(PythonFile file, Node function) {
        return calling().reaches(function);
    }

    /** Which functions call which, by their names. */
    private static final class Calling {
        private static final Set<String> WRAPPERS = Set.of(
                "DistributedDataParallel",
                "FullyShardedDataParallel",
                "fully_shard",
                "SyncBatchNorm",
                "convert_sync_batchnorm",
                "Accelerator",
                "FSDP",
                "DDP",
                "LightningModule",
                "Fabric");
        private static final Set<String> ENDS = Set.of("exit", "_exit", "quit", "abort");

        private final Set<String> reaching = new HashSet<>();
        private final Map<Node, Set<String>> names = new HashMap<>();
        private final boolean wraps;

        Calling(Collection<PythonFile> files) {
            wraps = files.stream()
                    .flatMap(file -> file.lines().stream())
                    .anyMatch(line -> WRAPPERS.stream().anyMatch(line::contains));
            Map<String, Set<String>> calls = new LinkedHashMap<>();
            files.forEach(file -> collect(file.root(), calls));
            boolean grows = true;
            while (grows) {
                grows = false;
                for (Map.Entry<String, Set<String>> each : calls.entrySet()) {
                    grows |= each.getValue().stream().anyMatch(this::matters) && reaching.add(each.getKey());
                }
            }
        }

        private void collect(Node node, Map<String, Set<String>> calls) {
            if (node.is("function_definition")) {
                String name = node.child("name").text();
                Set<String> own = called(node);
                calls.computeIfAbsent(name, n -> new HashSet<>()).addAll(own);
                if (name.equals("forward") || name.equals("__call__")) {
                    calls.computeIfAbsent("model", n -> new HashSet<>()).addAll(own);
                }
            } else if (node.is("class_definition")) {
                calls.computeIfAbsent(node.child("name").text(), n -> new HashSet<>())
                        .add("__init__");
            }
            node.children().forEach(each -> collect(each, calls));
        }

        private Set<String> called(Node node) {
            Set<String> known = names.get(node);
            if (known != null) {
                return known;
            }
            Set<String> found = new HashSet<>();
            if (node.is("call")) {
                Node function = node.child("function");
                String text =
                        function.is("attribute") ? function.child("attribute").text() : function.text();
                found.add(text);
            } else if (node.is("identifier", "attribute")) {
                found.add(node.is("attribute") ? node.child("attribute").text() : node.text());
            }
            node.children().forEach(each -> found.addAll(called(each)));
            names.put(node, found);
            return found;
        }

        private boolean matters(String name) {
            return reaching.contains(name)
                    || Operation.isName(name)
                    || ENDS.contains(name)
                    || WRAPPERS.contains(name)
                    || wraps && (name.endsWith("model") || name.equals("net"));
        }

        boolean decides(PythonFile file, Node node) {
            return node == null
                    || Forking.escapes(node, false) > Forking.BLOCK
                    || called(node).stream().anyMatch(this::matters);
        }

        boolean reaches(Node function) {
            return called(function).stream().anyMatch(this::matters);
        }
    }
}
