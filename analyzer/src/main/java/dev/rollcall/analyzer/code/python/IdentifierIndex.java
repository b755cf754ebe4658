package dev.rollcall.analyzer.code.python;

import dev.rollcall.analyzer.code.form.LibraryName;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Which files an analysis is about: those that mention some words, or the name of a function or class that mentions them, directly or
 * not. It reads identifiers alone, without a syntax tree, and takes too many rather than too few: what a file gets to know of more files
 * never takes it away. Not thread-safe.
 */
final class IdentifierIndex {
    /** Names in more files than this, and than one of twenty, are followed only to files that import where they are defined. */
    private static final int COMMON = 20;

    private static final Pattern DEFINITION =
            Pattern.compile("(?m)^([ \\t]*)(?:async[ \\t]+)?(def|class)[ \\t]+(\\w+)[ \\t]*[(:\\[]");
    private static final Pattern IMPORT = Pattern.compile(
            "(?m)(?:^|[;:])[ \\t]*(?:import[ \\t]+([\\w., \\t]+)|from[ \\t]+([\\w.]+)[ \\t]+import[ \\t]*(\\([^)]*\\)|[^\\n;]*))");
    private static final Pattern FOR_TYPES =
            Pattern.compile("(?m)^([ \\t]*)if[ \\t]+" + Definitions.FOR_TYPES + "[ \\t]*:");
    private static final Pattern WILDCARD = Pattern.compile("import[ \\t]*\\*");
    /** The blanks before a line of code, which is neither empty nor a comment. */
    private static final Pattern CODE = Pattern.compile("(?m)^([ \\t]*)[^ \\t\\r\\n#]");

    private static final Pattern ABSTRACT = Pattern.compile("@(abc\\.)?abstractmethod|raise NotImplementedError");
    private static final Pattern SUBCLASS = Pattern.compile("(?m)^[ \\t]*class[ \\t]+\\w+[ \\t]*\\(([^)]*)\\)");
    private static final Pattern CLASS = Pattern.compile("(?m)^class[ \\t]+(\\w+)");
    private static final Pattern CONTINUED = Pattern.compile("\\\\\\r?\\n");
    private static final Pattern NAME = Pattern.compile("[\\w.]+");
    /** Methods that run where an object is made, called or entered. */
    private static final Set<String> IMPLICIT =
            Set.of("__init__", "__new__", "__post_init__", "__call__", "__enter__", "__exit__", "forward");

    private final ModuleFinder finder;
    private final Function<Path, Optional<SourceText>> reader;
    private final Map<Path, IndexedFile> files = new LinkedHashMap<>();
    private final Map<Integer, List<Segment>> mentions = new HashMap<>();
    private final Map<Integer, Integer> filesOf = new HashMap<>();
    private final Map<Path, List<IndexedFile>> importers = new HashMap<>();
    private final Map<Path, Set<Path>> imported = new HashMap<>();
    private final Map<Path, Beside> beside = new HashMap<>();
    private final Map<Path, ImportsOnDemand> onDemand = new HashMap<>();
    private final LibrarySigns signs;

    /** A file's definitions, the module itself first, and the files that it imports. */
    private record IndexedFile(Path path, List<Segment> segments, Set<Path> imports) {}

    /** A file beside one with abstract classes: the names of its classes' bases, and what it imports. */
    private record Beside(Set<String> bases, Set<Path> imports) {}

    /** The source from a definition to the next one: the names that stand for it elsewhere, and the hashes of its identifiers. */
    private record Segment(Path file, List<String> names, Set<Integer> words) {
        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }
    }

    /**
     * Indexes files and what they import.
     *
     * @param names all that will be asked for
     * @param reader gives the source of a file; empty if it cannot be read
     */
    IdentifierIndex(
            ModuleFinder finder,
            Collection<Path> given,
            Collection<LibraryName> names,
            Function<Path, Optional<SourceText>> reader) {
        this.finder = finder;
        this.reader = reader;
        signs = new LibrarySigns(names);
        Deque<Path> open = new ArrayDeque<>(given);
        while (!open.isEmpty()) {
            Path file = open.remove();
            if (!files.containsKey(file)) {
                IndexedFile indexed = index(file);
                files.put(file, indexed);
                open.addAll(indexed.imports());
            }
        }
        for (IndexedFile file : files.values()) {
            Set<Integer> all = new HashSet<>();
            for (Segment segment : file.segments()) {
                all.addAll(segment.words());
                segment.words()
                        .forEach(word -> mentions.computeIfAbsent(word, each -> new ArrayList<>())
                                .add(segment));
            }
            all.forEach(word -> filesOf.merge(word, 1, Integer::sum));
            file.imports()
                    .forEach(each -> importers
                            .computeIfAbsent(each, key -> new ArrayList<>())
                            .add(file));
        }
    }

    private IndexedFile index(Path file) {
        String text = text(file);
        List<Segment> segments = new ArrayList<>();
        Matcher definition = DEFINITION.matcher(text);
        Deque<Integer> indents = new ArrayDeque<>(List.of(-1));
        Deque<Segment> around = new ArrayDeque<>();
        Deque<String> types = new ArrayDeque<>(List.of(""));
        Segment segment = new Segment(file, List.of(), new HashSet<>());
        around.push(segment);
        int from = 0;
        signs.add(file, finder.name(file), text, bindings(file, text));
        while (true) {
            boolean more = definition.find();
            words(text, from, more ? definition.start() : text.length(), segment.words());
            segments.add(segment);
            if (!more) {
                Set<Path> imports = new LinkedHashSet<>(imports(file, text));
                imports.addAll(implementations(file, text));
                return new IndexedFile(file, segments, imports);
            }
            from = definition.end();
            int indent = definition.group(1).length();
            while (indents.peek() >= indent) {
                indents.pop();
                around.pop();
                types.pop();
            }
            String name = definition.group(3);
            boolean implicit = IMPLICIT.contains(name);
            segment = new Segment(
                    file, List.of(implicit && !types.peek().isEmpty() ? types.peek() : name), new HashSet<>());
            if (around.size() > 1) {
                around.peek().words().add(segment.names().get(0).hashCode());
            }
            indents.push(indent);
            around.push(segment);
            types.push(definition.group(2).equals("class") ? name : "");
        }
    }

    private static void words(String text, int from, int to, Set<Integer> words) {
        int hash = 0;
        boolean inside = false;
        for (int i = from; i <= to; i++) {
            char at = i < to ? text.charAt(i) : ' ';
            if (Character.isJavaIdentifierPart(at) && at != 0) {
                hash = 31 * hash + at;
                inside = true;
            } else if (inside) {
                words.add(hash);
                hash = 0;
                inside = false;
            }
        }
    }

    /** A file may be asked for beside another one, too. */
    private Set<Path> imports(Path file, String text) {
        return imported.computeIfAbsent(file, each -> findImports(file, text));
    }

    private Set<Path> findImports(Path file, String source) {
        Set<Path> found = new LinkedHashSet<>();
        String text = joined(source);
        NavigableMap<Integer, Integer> forTypes = partsForTypes(text);
        Matcher statement = IMPORT.matcher(text);
        while (statement.find()) {
            if (statement.group(1) != null) {
                for (String each : statement.group(1).split(",")) {
                    find(file, each.strip().split("\\s")[0]).ifPresent(found::add);
                }
                continue;
            }
            String module = finder.absolute(file, statement.group(2));
            Matcher name = NAME.matcher(statement.group(3));
            Map.Entry<Integer, Integer> around = forTypes.lowerEntry(statement.start(2));
            boolean runs = around == null || around.getValue() < statement.start();
            boolean others = statement.group(3).contains("*") && runs;
            Optional<Path> whole = find(file, module);
            while (name.find()) {
                Optional<Path> submodule = find(file, module + "." + name.group());
                submodule.ifPresent(found::add);
                others |= submodule.isEmpty();
                if (submodule.isEmpty() && whole.isPresent()) {
                    onDemand(whole.get(), name.group()).ifPresent(found::add);
                }
            }
            if (others) {
                whole.ifPresent(found::add);
            }
        }
        return found;
    }

    /** Returns the file of which a package imports a name when it is asked for it. */
    private Optional<Path> onDemand(Path asked, String name) {
        return onDemand.computeIfAbsent(asked, each -> new ImportsOnDemand(text(each)))
                .source(name)
                .flatMap(source ->
                        ImportsOnDemand.find(source.module(), each -> find(asked, finder.absolute(asked, each))));
    }

    /** Returns the parts of a source that {@link Definitions#imports} leaves out: where each begins, and where it ends. */
    private static NavigableMap<Integer, Integer> partsForTypes(String text) {
        NavigableMap<Integer, Integer> parts = new TreeMap<>();
        Matcher condition = FOR_TYPES.matcher(text);
        Matcher code = CODE.matcher(text);
        int end = 0;
        while (condition.find(end)) {
            int indent = condition.group(1).length();
            end = condition.end();
            while (code.find(end) && code.group(1).length() > indent) {
                end = code.end();
            }
            long all = WILDCARD.matcher(text)
                    .region(condition.end(), end)
                    .results()
                    .count();
            if (all > Definitions.MOST_FOR_TYPES) {
                parts.put(condition.end(), end);
            }
        }
        return parts;
    }

    /**
     * Returns the files beside a file with subclasses of its abstract classes: who has an object of such a class calls them, whatever loads
     * them.
     */
    private Set<Path> implementations(Path file, String text) {
        Set<Path> found = new LinkedHashSet<>();
        if (!ABSTRACT.matcher(text).find()) {
            return found;
        }
        Set<String> types =
                CLASS.matcher(text).results().map(each -> each.group(1)).collect(Collectors.toSet());
        for (Path each : finder.beside(file)) {
            Beside other = beside.computeIfAbsent(each, this::beside);
            if (!Collections.disjoint(types, other.bases()) && other.imports().contains(file)) {
                found.add(each);
            }
        }
        return found;
    }

    private Beside beside(Path file) {
        String text = text(file);
        Set<String> bases = new HashSet<>();
        SUBCLASS.matcher(text)
                .results()
                .forEach(each -> bases.addAll(List.of(each.group(1).split("\\W+"))));
        return new Beside(bases, imports(file, text));
    }

    private String text(Path file) {
        return reader.apply(file).map(source -> source.text(0, source.length())).orElse("");
    }

    /** Returns a source whose lines do not go on behind a backslash. */
    private static String joined(String text) {
        return text.indexOf('\\') < 0 ? text : CONTINUED.matcher(text).replaceAll(" ");
    }

    /** Returns the full names of what a file imports, by the names that it gives to them, and by themselves. */
    private Map<String, String> bindings(Path file, String text) {
        Map<String, String> found = new HashMap<>();
        Matcher statement = IMPORT.matcher(joined(text));
        while (statement.find()) {
            boolean whole = statement.group(1) != null;
            String module = whole ? "" : finder.absolute(file, statement.group(2)) + ".";
            String names = whole ? statement.group(1) : statement.group(3);
            for (String each : names.replaceAll("#[^\\n]*", "").split("[,()]")) {
                String[] words = (each.strip() + " ").split("\\s+");
                if (words.length == 0) {
                    continue;
                }
                if (words.length > 2 && words[1].equals("as")) {
                    found.put(words[2], module + words[0]);
                } else if (words[0].equals("*")) {
                    found.put(module + "*", module + "*");
                } else {
                    int dot = words[0].indexOf('.');
                    String root = dot < 0 ? words[0] : words[0].substring(0, dot);
                    found.put(root, module + root);
                    // The whole of a module's name is no variable, but shows the module.
                    found.put(module + words[0], module + words[0]);
                }
            }
        }
        return found;
    }

    private Optional<Path> find(Path file, String module) {
        return module.isEmpty() || module.startsWith(".") || module.endsWith(".")
                ? Optional.empty()
                : finder.find(file, module);
    }

    /** Returns all files. */
    Set<Path> files() {
        return files.keySet();
    }

    /** Returns the files that mention one of the names and may mean the library's, or that mention what does. */
    Set<Path> mentioning(Collection<LibraryName> names) {
        Set<Segment> marked = new HashSet<>();
        Set<Integer> reached = new HashSet<>();
        Deque<Segment> open = new ArrayDeque<>();
        names.forEach(each -> mark(mentioning(each), marked, open));
        while (!open.isEmpty()) {
            Segment segment = open.remove();
            for (String each : segment.names()) {
                int word = each.hashCode();
                if (filesOf.getOrDefault(word, 0) > Math.max(COMMON, files.size() / 20)) {
                    mark(
                            files.get(segment.file()).segments().stream()
                                    .filter(other -> other.words().contains(word))
                                    .toList(),
                            marked,
                            open);
                    importers
                            .getOrDefault(segment.file(), List.of())
                            .forEach(file -> mark(
                                    file.segments().stream()
                                            .filter(other -> other.words().contains(word))
                                            .toList(),
                                    marked,
                                    open));
                } else if (reached.add(word)) {
                    mark(mentions.getOrDefault(word, List.of()), marked, open);
                }
            }
        }
        Set<Path> found = new HashSet<>();
        marked.forEach(each -> found.add(each.file()));
        return found;
    }

    private List<Segment> mentioning(LibraryName name) {
        return mentions.getOrDefault(name.name().hashCode(), List.of()).stream()
                .filter(segment -> signs.mayMean(name, segment.file()))
                .toList();
    }

    private static void mark(List<Segment> segments, Set<Segment> marked, Deque<Segment> open) {
        for (Segment each : segments) {
            if (marked.add(each)) {
                open.add(each);
            }
        }
    }

    /** Returns the imports of all files, without what the index knows besides. */
    ImportGraph imports() {
        Map<Path, Set<Path>> imports = new HashMap<>();
        files.forEach((path, file) -> imports.put(path, file.imports()));
        return new ImportGraph(imports);
    }
}
