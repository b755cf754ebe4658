package dev.rollcall.analyzer.code.form;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** A Java class or a Python file. Functions may be read when first asked for. Not thread-safe. */
public final class CodeUnit {
    private final String name;
    private final String file;
    private final Language language;
    private final List<CodeType> types;
    private final Map<FunctionId, Supplier<CodeFunction>> bodies;
    private final Map<FunctionId, CodeFunction> read = new LinkedHashMap<>();
    private final List<String> imports;
    private final List<String> lines;

    /**
     * Makes a unit.
     *
     * @param name its name, see the package
     * @param file the source file as a report shows it
     * @param bodies its functions, in the order of the source; each is asked for at most once
     * @param imports what the unit itself imports or refers to: names of units of the program, and of libraries' modules or classes
     * @param lines the source, for comments that suppress a finding; empty in Java
     */
    public CodeUnit(
            String name,
            String file,
            Language language,
            List<CodeType> types,
            Map<FunctionId, Supplier<CodeFunction>> bodies,
            List<String> imports,
            List<String> lines) {
        this.name = name;
        this.file = file;
        this.language = language;
        this.types = List.copyOf(types);
        this.bodies = Collections.unmodifiableMap(new LinkedHashMap<>(bodies));
        this.imports = List.copyOf(imports);
        this.lines = List.copyOf(lines);
    }

    /** Returns the unit's name. */
    public String name() {
        return name;
    }

    /** Returns the source file as a report shows it. */
    public String file() {
        return file;
    }

    /** Returns the language. */
    public Language language() {
        return language;
    }

    /** Returns the classes that it defines, inner ones included in Python. */
    public List<CodeType> types() {
        return types;
    }

    /** Returns the names of its functions in the order of the source. */
    public Set<FunctionId> functions() {
        return bodies.keySet();
    }

    /** Returns a function of the unit; empty if it has none of that name. */
    public Optional<CodeFunction> function(FunctionId id) {
        CodeFunction known = read.get(id);
        if (known == null && bodies.containsKey(id)) {
            known = bodies.get(id).get();
            read.put(id, known);
        }
        return Optional.ofNullable(known);
    }

    /** Returns the units, modules and classes that it imports or refers to. */
    public List<String> imports() {
        return imports;
    }

    /** Returns the source's lines; none in Java. */
    public List<String> lines() {
        return lines;
    }
}
