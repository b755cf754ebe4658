package dev.rollcall.analyzer.code.python;

import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.CodeUnit;
import dev.rollcall.analyzer.code.form.FunctionId;
import dev.rollcall.analyzer.code.form.Language;
import dev.rollcall.analyzer.code.form.LibraryName;
import dev.rollcall.analyzer.code.form.UnitSource;
import dev.rollcall.analyzer.containment.FileName;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The Python files of a scan, and those that they import. Files are added first; a file is parsed when its unit is first asked for. Not
 * thread-safe.
 */
public final class PythonUnits implements UnitSource {
    private final Optional<Set<LibraryName>> words;
    private final Optional<Set<LibraryName>> values;
    private final PythonModules modules = new PythonModules();
    private final Map<String, CodeUnit> units = new HashMap<>();
    private Relevance relevance;

    /**
     * What the index says: the files that are worth an analysis, and those that others must see. The index itself would be a fifth of a
     * scan's memory.
     */
    private record Relevance(ImportGraph imports, Set<Path> worth, Set<Path> seen) {}

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
        return modules.add(root, file);
    }

    /**
     * Adds the Python files below a folder, or a single one. What cannot be read of the folder is {@link #unread}.
     *
     * @param root what the user gave
     * @param most how many files are added; the others are left out
     * @return the files by the names of their units
     */
    public Map<String, Path> addBelow(Path root, int most) {
        List<Path> found = PythonFileFinder.below(
                root, (path, reason) -> modules.addUnread(new Unread(FileName.of(path), reason)));
        if (found.size() > most) {
            modules.addUnread(new Unread(
                    FileName.of(root), String.format(Locale.ROOT, "more than %,d Python files", most), true));
        }
        Map<String, Path> added = new LinkedHashMap<>();
        found.stream().limit(most).forEach(file -> added.put(add(root, file), file));
        return added;
    }

    @Override
    public Optional<CodeUnit> unit(String name) {
        return Optional.ofNullable(units.computeIfAbsent(
                name,
                each -> modules.module(each)
                        .map(module -> lowered(module, imports(each)))
                        .orElse(null)));
    }

    /** Returns a module's unit, whose functions are lowered when they are first asked for. */
    static CodeUnit lowered(PythonModule module, List<String> imported) {
        TypeLowering types = module.types();
        Map<FunctionId, Supplier<CodeFunction>> bodies = new LinkedHashMap<>();
        module.definitions()
                .functions()
                .forEach((node, id) -> bodies.put(id, () -> FunctionLowering.lower(module, node)));
        types.unwrittenConstructors()
                .forEach((id, node) ->
                        bodies.put(id, () -> FunctionLowering.constructor(module, id, node, types.fields(id.owner()))));
        List<String> imports = new ArrayList<>(imported);
        imports.addAll(module.names().libraries());
        return new CodeUnit(
                module.name(), module.file(), Language.PYTHON, types.all(), bodies, imports, module.lines());
    }

    @Override
    public Collection<String> names() {
        Set<Path> worth = relevance().worth();
        return modules.given().entrySet().stream()
                .filter(each -> worth.contains(each.getValue()))
                .map(Map.Entry::getKey)
                .toList();
    }

    private Relevance relevance() {
        if (relevance == null) {
            IdentifierIndex index = modules.index(values.orElse(Set.of()));
            Set<Path> worth = words.map(index::mentioning).orElseGet(() -> Set.copyOf(index.files()));
            Set<Path> seen = values.map(index::mentioning).orElseGet(() -> Set.copyOf(index.files()));
            relevance = new Relevance(index.imports(), worth, seen);
        }
        return relevance;
    }

    /** Returns the units that a unit imports, those that do not matter replaced by what they import. */
    private List<String> imports(String unit) {
        return relevance().imports().nearest(modules.path(unit), relevance().seen()).stream()
                .map(modules::imported)
                .toList();
    }

    @Override
    public List<Unread> unread() {
        return modules.unread();
    }
}
