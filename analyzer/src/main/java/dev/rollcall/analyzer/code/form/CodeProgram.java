package dev.rollcall.analyzer.code.form;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The units that a scan can see, of both languages. What an answer about one unit may depend on is the unit and what it imports,
 * directly or not ({@link #visibleFrom}); so a file gets the same answer alone and in its package. Not thread-safe.
 */
public final class CodeProgram {
    private final List<UnitSource> sources;
    private final Map<String, Boolean> abstractTypes = new HashMap<>();
    private final Map<String, CodeType> types = new HashMap<>();
    private final Map<String, Set<String>> visible = new HashMap<>();
    private final Map<String, Map<String, Optional<FunctionId>>> onlyMethods = new HashMap<>();
    private final Map<String, Map<String, List<CodeType>>> subtypes = new HashMap<>();

    /** Makes a program; of two units of one name the first source's counts. */
    public CodeProgram(List<UnitSource> sources) {
        this.sources = List.copyOf(sources);
    }

    /** Returns the names of the units that are worth an analysis. */
    public Collection<String> names() {
        Set<String> names = new LinkedHashSet<>();
        sources.forEach(source -> names.addAll(source.names()));
        return names;
    }

    /** Returns what could not be read so far. */
    public List<UnitSource.Unread> unread() {
        return sources.stream().flatMap(source -> source.unread().stream()).toList();
    }

    /** Returns a unit; empty if the program has none of that name, or it cannot be read. */
    public Optional<CodeUnit> unit(String name) {
        return sources.stream().flatMap(source -> source.unit(name).stream()).findFirst();
    }

    /** Returns a function; empty if the program has none of that name. */
    public Optional<CodeFunction> function(FunctionId id) {
        return unit(id.unit()).flatMap(unit -> unit.function(id));
    }

    /** Returns the function in which a Python function is defined. */
    public Optional<CodeFunction> enclosing(FunctionId inner) {
        int dot = inner.name().lastIndexOf('.');
        return dot < 0
                ? Optional.empty()
                : function(
                        new FunctionId(inner.unit(), inner.owner(), inner.name().substring(0, dot), ""));
    }

    /** Returns a class of the program; empty for a library's. */
    public Optional<CodeType> type(String name) {
        CodeType known = types.get(name);
        if (known == null) {
            unit(CodeType.unitOf(name))
                    .ifPresent(unit -> unit.types().forEach(type -> types.putIfAbsent(type.name(), type)));
            known = types.get(name);
        }
        return Optional.ofNullable(known);
    }

    /**
     * Returns a class and what it extends and implements, directly or not, in the order in which methods are looked up: the program's
     * classes and the libraries' at which its knowledge ends.
     */
    public List<String> supertypes(String type) {
        return CodeType.family(type, this::type);
    }

    /**
     * Returns the method that a call on an object of this very class runs.
     *
     * @param descriptor the descriptor of a Java method; empty in Python
     * @return empty if a library's runs, or none is known
     */
    public Optional<FunctionId> method(String type, String name, String descriptor) {
        for (String each : supertypes(type)) {
            FunctionId found =
                    type(each).map(at -> at.methods().get(name + descriptor)).orElse(null);
            if (found != null) {
                return Optional.of(found);
            }
        }
        return Optional.empty();
    }

    /** Returns the only method of that name in the classes that are visible from a unit. */
    public Optional<FunctionId> onlyMethod(String unit, String name) {
        return onlyMethods.computeIfAbsent(unit, this::methodsFrom).getOrDefault(name, Optional.empty());
    }

    private Map<String, Optional<FunctionId>> methodsFrom(String unit) {
        Map<String, Optional<FunctionId>> found = new HashMap<>();
        for (String each : visibleFrom(unit)) {
            unit(each)
                    .ifPresent(of -> of.types()
                            .forEach(type -> type.methods()
                                    .forEach((name, id) ->
                                            found.merge(name, Optional.of(id), (one, other) -> Optional.empty()))));
        }
        return found;
    }

    /**
     * Returns the classes that are visible from a unit and are, directly or not, subtypes of a type, without the type itself.
     *
     * @param type a class of the program or of a library
     */
    public List<CodeType> subtypes(String type, String unit) {
        return subtypes.computeIfAbsent(unit, this::subtypesFrom).getOrDefault(type, List.of());
    }

    private Map<String, List<CodeType>> subtypesFrom(String unit) {
        Map<String, List<CodeType>> found = new LinkedHashMap<>();
        for (String each : visibleFrom(unit)) {
            for (CodeType type : unit(each).map(CodeUnit::types).orElse(List.of())) {
                for (String above : supertypes(type.name())) {
                    if (!above.equals(type.name())) {
                        found.computeIfAbsent(above, name -> new ArrayList<>()).add(type);
                    }
                }
            }
        }
        return found;
    }

    /** Returns whether a method is only declared: it has no code, or only raises what says so. */
    public boolean isAbstract(FunctionId method) {
        return function(method)
                .filter(each -> each.marks().contains(CodeFunction.Mark.ABSTRACT))
                .isPresent();
    }

    /**
     * Returns whether there are no objects of this very class. A Python class is abstract if it has an abstract method in whose place all
     * classes that extend it have another.
     */
    public boolean isAbstract(CodeType type) {
        return abstractTypes.computeIfAbsent(type.name(), name -> {
            List<CodeType> below = subtypes(name, CodeType.unitOf(name));
            return type.traits().contains(CodeType.Trait.ABSTRACT)
                    || !below.isEmpty()
                            && type.methods().entrySet().stream()
                                    .anyMatch(method -> below.stream()
                                                    .noneMatch(each -> method(each.name(), method.getKey(), "")
                                                            .equals(Optional.of(method.getValue())))
                                            && isAbstract(method.getValue()));
        });
    }

    /** Returns the units of the program that a unit imports, directly or not, the unit itself first. */
    public Set<String> visibleFrom(String unit) {
        return visible.computeIfAbsent(unit, this::closure);
    }

    private Set<String> closure(String unit) {
        Set<String> found = new LinkedHashSet<>();
        Deque<String> open = new ArrayDeque<>(List.of(unit));
        while (!open.isEmpty()) {
            String next = open.remove();
            Optional<CodeUnit> read = unit(next);
            if (read.isPresent() && found.add(next)) {
                open.addAll(read.get().imports());
            }
        }
        return found;
    }
}
