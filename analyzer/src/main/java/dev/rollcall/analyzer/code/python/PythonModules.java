package dev.rollcall.analyzer.code.python;

import dev.rollcall.analyzer.code.form.CodeType;
import dev.rollcall.analyzer.code.form.LibraryName;
import dev.rollcall.analyzer.code.form.UnitSource.Unread;
import dev.rollcall.analyzer.containment.SourceBoundary;
import dev.rollcall.analyzer.containment.SourceFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The modules of a Python program by the names of their units: files that were given, and those that imports find. A file is parsed when
 * its module is first asked for. Not thread-safe.
 */
final class PythonModules {
    private static final long LARGEST = 8 << 20;

    /** The parser takes very long for what nobody writes. */
    private static final int MOST_BRACKETS = 5000;

    private final ModuleFinder finder = new ModuleFinder();
    private final Map<String, File> files = new LinkedHashMap<>();
    private final Map<Path, String> names = new HashMap<>();
    private final Map<String, Optional<PythonModule>> modules = new HashMap<>();
    private final Set<Unread> unread = new LinkedHashSet<>();
    private PythonParser parser;

    /** A file, absolute, and as a report shows it. */
    private record File(Path path, String shown, boolean given) {}

    /** Adds a file that was given, as {@link PythonUnits#add} says, and returns its unit's name. */
    String add(Path root, Path file) {
        Path path = file.toAbsolutePath().normalize();
        Path given = root.toAbsolutePath().normalize();
        Path from = finder.root(Files.isDirectory(given) ? given : path.getParent());
        return name(path, from, file.toString(), true);
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

    /** Returns the files that were given, by the names of their units. */
    Map<String, Path> given() {
        Map<String, Path> given = new LinkedHashMap<>();
        files.forEach((name, file) -> {
            if (file.given()) {
                given.put(name, file.path());
            }
        });
        return given;
    }

    /** Returns the file of a unit that was given or imported. */
    Path path(String unit) {
        return files.get(unit).path();
    }

    /** Returns the index of all files that are known, and of those that they import. */
    IdentifierIndex index(Set<LibraryName> values) {
        List<Path> known = files.values().stream().map(File::path).toList();
        return new IdentifierIndex(finder, known, values, this::source);
    }

    /** Returns what could not be read. */
    List<Unread> unread() {
        return List.copyOf(unread);
    }

    void addUnread(Unread more) {
        unread.add(more);
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
        return finder.find(path(importer), module).map(this::imported);
    }

    /** Returns the unit of a module in the folder of another one's file. */
    Optional<String> below(String unit, String module) {
        return finder.below(path(unit).getParent(), module).map(this::imported);
    }

    /** Returns the name of the unit of a file that a module imports. */
    String imported(Path path) {
        Path here = Path.of("").toAbsolutePath();
        String shown = (path.startsWith(here) ? here.relativize(path) : path).toString();
        return name(path, finder.root(path.getParent()), shown, false);
    }

    /** Returns the full name of a module that a unit names, perhaps with dots for its own package. */
    String absolute(String unit, String module) {
        return finder.absolute(path(unit), module);
    }

    /** Returns the full name of a unit's module. */
    String moduleName(String unit) {
        return finder.name(path(unit));
    }

    /** Returns whether a unit is a package. */
    boolean isPackage(String unit) {
        return path(unit).endsWith("__init__.py");
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
        return CodeType.family(type, this::type).stream()
                .filter(each -> !each.equals(type))
                .toList();
    }
}
