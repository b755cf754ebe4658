package dev.rollcall.analyzer.code.python;

import dev.rollcall.analyzer.code.form.CodeType;
import dev.rollcall.analyzer.code.form.CodeUnit;
import dev.rollcall.analyzer.code.form.LibraryName;
import dev.rollcall.analyzer.code.form.UnitSource;
import dev.rollcall.analyzer.containment.FileName;
import dev.rollcall.analyzer.containment.SourceBoundary;
import dev.rollcall.analyzer.containment.SourceFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The Python files of a scan, and those that they import. Files are added first; a file is parsed when its unit is first asked for. Not
 * thread-safe.
 */
public final class PythonUnits implements UnitSource {
    private static final long LARGEST = 8 << 20;

    /** The parser takes very long for what nobody writes. */
    private static final int MOST_BRACKETS = 5000;

    private final Optional<Set<LibraryName>> words;
    private final Optional<Set<LibraryName>> values;
    private final ModuleFinder finder = new ModuleFinder();
    private final Map<String, File> files = new LinkedHashMap<>();
    private final Map<Path, String> names = new HashMap<>();
    private final Map<String, Optional<PythonModule>> modules = new HashMap<>();
    private final Set<Unread> unread = new LinkedHashSet<>();
    private Relevance relevance;
    private PythonParser parser;

    /**
     * What the index says: the files that are worth an analysis, and those that others must see. The index itself would be a fifth of a
     * scan's memory.
     */
    private record Relevance(ImportGraph imports, Set<Path> worth, Set<Path> seen) {}

    /** A file, absolute, and as a report shows it. */
    private record File(Path path, String shown, boolean given) {}

    /** Makes a source without files, for an analysis of all of them. */
    public PythonUnits() {
        words = Optional.empty();
        values = Optional.empty();
    }

    /**
     * Makes a source without files, for an analysis of some subject.
     *
     * @param words names that the subject shows by: {@link #names} are the files that come to one of them
     * @param values further names whose values matter to it: {@link CodeUnit#imports} are, of the program's files, those that come to one of
     *     either
     */
    public PythonUnits(Set<LibraryName> words, Set<LibraryName> values) {
        Set<LibraryName> all = new HashSet<>(words);
        all.addAll(values);
        this.words = Optional.of(Set.copyOf(words));
        this.values = Optional.of(Set.copyOf(all));
    }

    /**
     * Adds a file of the scan. Its unit has the name of its path from the root, or from the folder around the package that the root is
     * part of: a package that is a library has its name alone, too.
     *
     * @param root the folder, or the file itself, that was given to the scan
     * @param file the file, as a report shows it
     * @return the unit's name
     */
    public String add(Path root, Path file) {
        Path path = file.toAbsolutePath().normalize();
        Path given = root.toAbsolutePath().normalize();
        Path from = finder.root(Files.isDirectory(given) ? given : path.getParent());
        return name(path, from, file.toString(), true);
    }

    /**
     * Adds the Python files below a folder, or a single one. What cannot be read of the folder is {@link #unread}.
     *
     * @param root what the user gave
     * @param most how many files are added; the others are left out
     * @return the files by the names of their units
     */
    public Map<String, Path> addBelow(Path root, int most) {
        List<Path> found =
                PythonFileFinder.below(root, (path, reason) -> unread.add(new Unread(FileName.of(path), reason)));
        if (found.size() > most) {
            unread.add(new Unread(
                    FileName.of(root), String.format(Locale.ROOT, "more than %,d Python files", most), true));
        }
        Map<String, Path> added = new LinkedHashMap<>();
        found.stream().limit(most).forEach(file -> added.put(add(root, file), file));
        return added;
    }

    private String name(Path path, Path from, String shown, boolean given) {
        return names.computeIfAbsent(path, each -> {
            String name = path.startsWith(from) ? slashed(from.relativize(path)) : slashed(path);
            String unique = files.containsKey(name) ? slashed(path) : name;
            files.put(unique, new File(path, shown, given));
            return unique;
        });
    }

    private static String slashed(Path path) {
        return path.toString().replace('\\', '/');
    }

    @Override
    public Optional<CodeUnit> unit(String name) {
        return module(name).map(PythonModule::unit);
    }

    @Override
    public Collection<String> names() {
        Set<Path> worth = relevance().worth();
        return List.copyOf(files.entrySet().stream()
                .filter(each -> each.getValue().given()
                        && worth.contains(each.getValue().path()))
                .map(Map.Entry::getKey)
                .toList());
    }

    private Relevance relevance() {
        if (relevance == null) {
            List<Path> given = files.values().stream().map(File::path).toList();
            IdentifierIndex index = new IdentifierIndex(finder, given, values.orElse(Set.of()), this::source);
            Set<Path> worth = words.map(index::mentioning).orElseGet(() -> Set.copyOf(index.files()));
            Set<Path> seen = values.map(index::mentioning).orElseGet(() -> Set.copyOf(index.files()));
            relevance = new Relevance(index.imports(), worth, seen);
        }
        return relevance;
    }

    /** Returns the units that a unit imports, those that do not matter replaced by what they import. */
    List<String> imports(String unit) {
        Path file = files.get(unit).path();
        return relevance().imports().nearest(file, relevance().seen()).stream()
                .map(this::imported)
                .toList();
    }

    @Override
    public List<Unread> unread() {
        return List.copyOf(unread);
    }

    /** Returns a file's module; empty if there is none of the name, or it cannot be read. */
    Optional<PythonModule> module(String name) {
        Optional<PythonModule> known = modules.get(name);
        if (known == null) {
            File file = files.get(name);
            known = file == null ? Optional.empty() : read(name, file);
            modules.put(name, known);
        }
        return known;
    }

    private Optional<PythonModule> read(String name, File file) {
        Optional<SourceText> source = source(file.path());
        try {
            parser = source.isPresent() && parser == null ? new PythonParser() : parser;
            return source.isEmpty()
                    ? Optional.empty()
                    : Optional.of(SourceBoundary.read(() -> parsed(name, file, source.get())));
        } catch (SourceFailure e) {
            if (e.getCause() instanceof OutOfMemoryError memory) {
                // The native parser crashes if it goes on without memory.
                throw memory;
            }
            unread.add(new Unread(file.shown(), e.getMessage()));
            return Optional.empty();
        } catch (LinkageError noNativeCode) {
            unread.add(new Unread(file.shown(), "Python cannot be read on this machine: " + noNativeCode.getMessage()));
            return Optional.empty();
        }
    }

    private PythonModule parsed(String name, File file, SourceText source) {
        PythonParser.Parsed parsed = parser.parse(source);
        if (!parsed.flaw().isEmpty()) {
            unread.add(new Unread(file.shown(), parsed.flaw() + "; the rest is read", true));
        }
        return new PythonModule(this, name, file.shown(), source, parsed.root());
    }

    private Optional<SourceText> source(Path path) {
        String shown = names.containsKey(path) ? files.get(names.get(path)).shown() : path.toString();
        try {
            return Optional.of(SourceBoundary.read(() -> text(path)));
        } catch (SourceFailure e) {
            unread.add(new Unread(shown, e.getMessage()));
            return Optional.empty();
        }
    }

    private static SourceText text(Path path) throws IOException {
        if (Files.size(path) > LARGEST) {
            throw new IOException("larger than 8 MiB");
        }
        byte[] content = Files.readAllBytes(path);
        SourceText text = new SourceText(content);
        if (text.hasZeros()) {
            throw new IOException("not Python in UTF-8: it holds zeros");
        }
        if (text.hasOpenBrackets(MOST_BRACKETS)) {
            throw new IOException("it is nested too deeply");
        }
        return text;
    }

    /**
     * Returns the unit of a module.
     *
     * @param importer the unit that imports it
     * @param module the module's full name
     */
    Optional<String> find(String importer, String module) {
        return finder.find(files.get(importer).path(), module).map(this::imported);
    }

    /** Returns the unit of a module in the folder of another one's file. */
    Optional<String> below(String unit, String module) {
        return finder.below(files.get(unit).path().getParent(), module).map(this::imported);
    }

    private String imported(Path path) {
        Path here = Path.of("").toAbsolutePath();
        String shown = (path.startsWith(here) ? here.relativize(path) : path).toString();
        return name(path, finder.root(path.getParent()), shown, false);
    }

    /** Returns the full name of a module that a unit names, perhaps with dots for its own package. */
    String absolute(String unit, String module) {
        return finder.absolute(files.get(unit).path(), module);
    }

    /** Returns the full name of a unit's module. */
    String moduleName(String unit) {
        return finder.name(files.get(unit).path());
    }

    /** Returns whether a unit is a package. */
    boolean isPackage(String unit) {
        return files.get(unit).path().endsWith("__init__.py");
    }

    /** Returns the classes of the module that has a class of the program. */
    Optional<TypeLowering> typesOf(String type) {
        int colon = type.lastIndexOf(':');
        return colon < 0 ? Optional.empty() : module(type.substring(0, colon)).map(PythonModule::types);
    }

    /** Returns a class of the program; empty for a library's. */
    Optional<CodeType> type(String name) {
        return typesOf(name).flatMap(types -> types.type(name));
    }

    /**
     * Returns the classes in which a method of an object of a class is looked up, in order, without the class itself: the program's and
     * the libraries'.
     */
    List<String> supertypes(String type) {
        Set<String> chain = new LinkedHashSet<>();
        Deque<String> open = new ArrayDeque<>(List.of(type));
        while (!open.isEmpty()) {
            String next = open.remove();
            if (chain.add(next)) {
                type(next).ifPresent(found -> open.addAll(found.supers()));
            }
        }
        chain.remove(type);
        return List.copyOf(chain);
    }
}
