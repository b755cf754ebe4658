package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.form.Callee;
import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.CodeProgram;
import dev.rollcall.analyzer.code.form.CodeType;
import dev.rollcall.analyzer.code.form.CodeUnit;
import dev.rollcall.analyzer.code.form.Expression;
import dev.rollcall.analyzer.code.form.FunctionId;
import dev.rollcall.analyzer.code.form.Instruction;
import dev.rollcall.analyzer.code.form.Operand;
import dev.rollcall.analyzer.code.form.Place;
import dev.rollcall.analyzer.code.form.Variable;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Which functions store the fields of a class, or a global variable: the methods of the class and of its visible super- and subclasses, or
 * all functions of the class's unit. Not thread-safe.
 */
final class FieldStores {
    /** Stands among the names of fields for any of them. */
    private static final String ANY = "*";

    private final CodeProgram program;
    private final Map<String, Map<String, Set<FunctionId>>> stores = new HashMap<>();
    private final Map<String, Map<String, Set<FunctionId>>> others = new HashMap<>();

    FieldStores(CodeProgram program) {
        this.program = program;
    }

    /** Returns whether the program stores a field of a class. */
    boolean isStored(String owner, String name) {
        return !stores(owner, name).isEmpty() || declaredType(owner, name).isPresent();
    }

    /** Returns the type of a field that a class, or one above it, declares or annotates. */
    Optional<String> declaredType(String owner, String name) {
        return program.supertypes(owner).stream()
                .flatMap(each -> program.type(each).stream())
                .flatMap(type -> Optional.ofNullable(type.fieldTypes().get(name)).stream())
                .findFirst();
    }

    /**
     * Returns the functions that store a field of a class, or of that name in another object, as far as an asking unit sees them.
     *
     * @param owner the class; the unit of a global variable
     */
    Set<FunctionId> storing(String asking, String owner, String name) {
        Set<FunctionId> all = new LinkedHashSet<>(stores(owner, name));
        all.addAll(others(CodeType.unitOf(owner), name));
        all.addAll(others(asking, name));
        functions(asking)
                .filter(each -> stores(each, Place.Global.class)
                        .anyMatch(global ->
                                global.unit().equals(owner) && global.name().equals(name)))
                .forEach(each -> all.add(each.id()));
        return all;
    }

    /** Returns whether a method of a class or its family sets fields by names that are made when it runs. */
    boolean setsAnyField(String owner) {
        return !stores(owner, ANY).isEmpty();
    }

    /**
     * Returns the functions of a class and its family that store a field of their object, or those that store a global variable.
     *
     * @param owner the class; the unit of a global variable
     */
    Set<FunctionId> stores(String owner, String name) {
        return stores.computeIfAbsent(owner, this::storesOf).getOrDefault(name, Set.of());
    }

    /** Returns the functions of a unit that store a field of that name in an object which is not their own. */
    Set<FunctionId> others(String unit, String name) {
        return others.computeIfAbsent(unit, this::othersIn).getOrDefault(name, Set.of());
    }

    private Map<String, Set<FunctionId>> othersIn(String unit) {
        Map<String, Set<FunctionId>> found = new HashMap<>();
        functions(unit)
                .forEach(each -> stores(each, Place.Field.class)
                        .filter(field -> !isOwn(each, field))
                        .forEach(field -> add(found, field.name(), each)));
        return found;
    }

    /** What its own super- and subclasses store counts first: another class of an object may set a field that they do not. */
    private Map<String, Set<FunctionId>> storesOf(String owner) {
        Map<String, Set<FunctionId>> found = new HashMap<>();
        if (program.type(owner).isPresent()) {
            Set<String> family = new LinkedHashSet<>(program.supertypes(owner));
            List<String> subtypes = program.subtypes(owner, CodeType.unitOf(owner)).stream()
                    .map(CodeType::name)
                    .toList();
            family.addAll(subtypes);
            found.putAll(fieldsOf(family));
            Set<String> siblings = new LinkedHashSet<>();
            subtypes.forEach(each -> siblings.addAll(program.supertypes(each)));
            siblings.removeAll(family);
            fieldsOf(siblings).forEach(found::putIfAbsent);
        }
        functions(CodeType.unitOf(owner))
                .forEach(each -> stores(each, Place.Global.class)
                        .filter(global -> global.unit().equals(owner))
                        .forEach(global -> add(found, global.name(), each)));
        return found;
    }

    private Map<String, Set<FunctionId>> fieldsOf(Set<String> types) {
        Map<String, Set<FunctionId>> found = new HashMap<>();
        for (String type : types) {
            functions(CodeType.unitOf(type))
                    .filter(each -> each.id().owner().equals(type))
                    .forEach(each -> {
                        stores(each, Place.Field.class)
                                .filter(field -> isOwn(each, field))
                                .forEach(field -> add(found, field.name(), each));
                        if (each.instructions().stream().anyMatch(instruction -> setsAnyField(each, instruction))) {
                            add(found, ANY, each);
                        }
                    });
        }
        return found;
    }

    /** Python's {@code setattr(x, name, value)}, {@code vars(x)} and {@code x.__dict__} where it is not only read. */
    private static boolean setsAnyField(CodeFunction function, Instruction instruction) {
        return instruction instanceof Instruction.Invoke call
                        && call.callee() instanceof Callee.Named named
                        && (named.name().equals("setattr") || named.name().equals("vars"))
                || instruction instanceof Instruction.Assign assign
                        && assign.value() instanceof Expression.Load load
                        && load.from() instanceof Place.Field field
                        && field.name().equals("__dict__")
                        && function.instructions().stream().anyMatch(each -> mayChange(each, assign.to()));
    }

    /** Returns whether an instruction may change a map: all but those that take an element of it or ask for one. */
    private static boolean mayChange(Instruction instruction, Variable map) {
        if (instruction instanceof Instruction.Store store) {
            return store.value().equals(map)
                    || store.to() instanceof Place.Item item && item.of().equals(map);
        }
        if (instruction instanceof Instruction.Invoke call) {
            return call.callee() instanceof Callee.Virtual method && map.equals(method.receiver())
                    || call.arguments().stream().anyMatch(each -> each.value().equals(map));
        }
        return instruction instanceof Instruction.Assign assign
                        && assign.value() instanceof Expression.Copy copy
                        && copy.of().equals(map)
                || instruction instanceof Instruction.Return ends && map.equals(ends.value());
    }

    /** Returns the functions of a unit. */
    Stream<CodeFunction> functions(String unit) {
        return program.unit(unit).map(CodeUnit::functions).orElse(Set.of()).stream()
                .flatMap(id -> program.function(id).stream());
    }

    /** Returns the places of a kind that a function stores. */
    private static <T extends Place> Stream<T> stores(CodeFunction function, Class<T> kind) {
        return function.instructions().stream()
                .filter(Instruction.Store.class::isInstance)
                .map(each -> ((Instruction.Store) each).to())
                .filter(kind::isInstance)
                .map(kind::cast);
    }

    private static void add(Map<String, Set<FunctionId>> found, String name, CodeFunction function) {
        found.computeIfAbsent(name, each -> new LinkedHashSet<>()).add(function.id());
    }

    /** Returns whether a field is one of the function's own object, or of a class whose body the function is. */
    private static boolean isOwn(CodeFunction function, Place.Field field) {
        boolean isMethod = function.form() == CodeFunction.Form.METHOD
                && !function.parameters().isEmpty()
                && isVariable(function, field.of(), function.parameters().get(0).variable());
        return isMethod || function.form() == CodeFunction.Form.TYPE_BODY;
    }

    /** The object may lie on Java's stack while the value is chosen: then a temporary has it. */
    private static boolean isVariable(CodeFunction function, Operand operand, Variable variable) {
        return operand.equals(variable)
                || operand instanceof Variable copied
                        && copied.isTemporary()
                        && function.instructions()
                                .contains(new Instruction.Assign(copied, new Expression.Copy(variable)));
    }
}
