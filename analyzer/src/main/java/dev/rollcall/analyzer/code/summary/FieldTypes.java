package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.form.Argument;
import dev.rollcall.analyzer.code.form.Callee;
import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.CodeProgram;
import dev.rollcall.analyzer.code.form.CodeType;
import dev.rollcall.analyzer.code.form.Expression;
import dev.rollcall.analyzer.code.form.FunctionId;
import dev.rollcall.analyzer.code.form.Instruction;
import dev.rollcall.analyzer.code.form.Literal;
import dev.rollcall.analyzer.code.form.Operand;
import dev.rollcall.analyzer.code.form.Operator;
import dev.rollcall.analyzer.code.form.Place;
import dev.rollcall.analyzer.code.form.Variable;
import dev.rollcall.analyzer.code.library.Libraries;
import dev.rollcall.analyzer.code.library.LibraryFact;
import dev.rollcall.analyzer.code.library.ReceiverHint;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What kinds of objects are in fields and global variables that have no declared type, by the places that store one: their class where each
 * of these makes a new object of the same class, or stores nothing; and whether one may be a function. Not thread-safe.
 */
final class FieldTypes {
    /** The methods that put their last argument into a collection. */
    private static final Set<String> PUTTING = Set.of("append", "add", "insert", "setdefault");

    private static final String UNKNOWN = "";

    private final CodeProgram program;
    private final Libraries libraries;
    private final FieldStores stores;
    private final Map<List<String>, Optional<String>> known = new HashMap<>();
    private final Map<List<Object>, Optional<String>> elements = new HashMap<>();
    private final Map<List<String>, Boolean> functions = new HashMap<>();
    private final Set<FunctionId> open = new HashSet<>();

    /** Adds the classes that what a place stores shows. */
    private interface Collector {
        void add(CodeFunction function, Operand stored, Set<String> types);
    }

    FieldTypes(CodeProgram program, Libraries libraries, FieldStores stores) {
        this.program = program;
        this.libraries = libraries;
        this.stores = stores;
    }

    /**
     * Returns the class of the object that a field or global variable holds, of the program or a library, or {@link
     * ReceiverHint#COMMUNICATOR}; a type of several classes if it may be of some; empty if it is not known.
     *
     * @param asking the unit that asks: what it stores there itself counts, too
     * @param owner the class that has the field; the unit of a global variable
     */
    Optional<String> type(String asking, String owner, String name) {
        List<String> key = List.of(asking, owner, name);
        Optional<String> found = known.get(key);
        if (found == null) {
            known.put(key, Optional.empty());
            found = anyOf(find(asking, owner, name, this::addTypes));
            known.put(key, found);
        }
        return found;
    }

    /**
     * Returns the class of the objects in a collection that a field of a class or a global variable holds: of those that its displays and
     * comprehensions hold, that {@code defaultdict} makes, and that visible functions put there, as far as their class is known: a type of
     * several classes if there are some; empty if one is not known.
     *
     * @param ofMap whether it is that of the values of a map, and not of the elements of another collection
     */
    Optional<String> elementType(String asking, String owner, String name, boolean ofMap) {
        List<Object> key = List.of(asking, owner, name, ofMap);
        Optional<String> found = elements.get(key);
        if (found == null) {
            found = owner.isEmpty() ? Optional.empty() : findElementType(asking, owner, name, ofMap);
            elements.put(key, found);
        }
        return found;
    }

    private Optional<String> findElementType(String asking, String owner, String name, boolean ofMap) {
        Set<String> types = find(
                asking, owner, name, (function, stored, all) -> addElementTypes(function, stored, name, ofMap, all));
        if (!types.isEmpty()) {
            Set<String> put = new HashSet<>();
            Stream.of(asking, FieldStores.unit(owner))
                    .distinct()
                    .flatMap(stores::functions)
                    .forEach(function -> function.instructions().stream()
                            .filter(each -> each instanceof Instruction.Assign assign
                                    && assign.value() instanceof Expression.Load load
                                    && load.from().isNamed(name))
                            .flatMap(each -> put(function, each.assigned()))
                            .forEach(each -> addTypes(function, each, put)));
            put.remove(UNKNOWN);
            types.addAll(put);
        }
        return anyOf(types);
    }

    /** Returns the classes of what is stored; none if one is not known. */
    private Set<String> find(String asking, String owner, String name, Collector collector) {
        Set<String> types = new LinkedHashSet<>();
        for (FunctionId id : stores.storing(asking, owner, name)) {
            CodeFunction function = program.function(id).orElseThrow();
            for (Instruction each : function.instructions()) {
                if (each instanceof Instruction.Store store && store.to().isNamed(name)) {
                    collector.add(function, store.value(), types);
                }
            }
        }
        return types.contains(UNKNOWN) || stores.setsAnyField(owner) ? Set.of() : types;
    }

    private static Optional<String> anyOf(Set<String> types) {
        return types.isEmpty() || types.size() > Limits.TARGETS ? Optional.empty() : Optional.of(CodeType.anyOf(types));
    }

    private void addElementTypes(
            CodeFunction function, Operand collection, String name, boolean ofMap, Set<String> types) {
        if (collection instanceof Literal literal && literal.value() == null) {
            return;
        }
        List<Instruction> assigning = assigning(function, collection);
        Instruction only = assigning.size() == 1 ? assigning.get(0) : null;
        if (only instanceof Instruction.Assign assign
                && assign.value() instanceof Expression.Build build
                && ofMap == (build.kind() == Expression.Build.Kind.MAP)) {
            int step = ofMap ? 2 : 1;
            for (int i = step - 1; i < build.parts().size(); i += step) {
                addTypes(function, build.parts().get(i), types);
            }
            put(function, collection).forEach(each -> addTypes(function, each, types));
        } else if (only instanceof Instruction.Assign assign
                && assign.value() instanceof Expression.Apply sum
                && sum.operator() == Operator.ADD) {
            sum.operands().stream()
                    .filter(each -> !isLoaded(function, each, name))
                    .forEach(each -> addElementTypes(function, each, name, ofMap, types));
        } else {
            types.add(ofMap && only instanceof Instruction.Invoke call ? typeByDefault(function, call) : UNKNOWN);
        }
    }

    private static boolean isLoaded(CodeFunction function, Operand operand, String name) {
        return assigning(function, operand).stream()
                .allMatch(each -> each instanceof Instruction.Assign assign
                        && assign.value() instanceof Expression.Load load
                        && load.from().isNamed(name));
    }

    /** Returns what a function puts into a collection that a variable holds. */
    private static Stream<Operand> put(CodeFunction function, Operand collection) {
        return function.instructions().stream().flatMap(each -> {
            if (each instanceof Instruction.Store store
                    && store.to() instanceof Place.Item item
                    && item.of().equals(collection)) {
                return Stream.of(store.value());
            }
            boolean puts = each instanceof Instruction.Invoke call
                    && call.callee() instanceof Callee.Virtual method
                    && collection.equals(method.receiver())
                    && PUTTING.contains(method.name())
                    && !call.arguments().isEmpty();
            List<Argument> arguments = puts ? ((Instruction.Invoke) each).arguments() : List.of();
            return arguments.stream().skip(Math.max(0, arguments.size() - 1)).map(Argument::value);
        });
    }

    /** Returns the class of which {@code defaultdict} makes an object for each new key. */
    private String typeByDefault(CodeFunction function, Instruction.Invoke call) {
        if (!(call.callee() instanceof Callee.Named named)
                || !named.name().equals("collections.defaultdict")
                || call.arguments().size() != 1) {
            return UNKNOWN;
        }
        Operand factory = call.arguments().get(0).value();
        if (factory instanceof Literal literal && literal.value() instanceof Literal.Name type) {
            return program.type(type.name()).isPresent() ? type.name() : UNKNOWN;
        }
        Set<String> made = new HashSet<>();
        assigning(function, factory).stream()
                .flatMap(each -> each instanceof Instruction.Assign assign
                                && assign.value() instanceof Expression.Closure closure
                        ? program.function(closure.function()).stream()
                        : Stream.empty())
                .forEach(lambda -> addReturned(lambda, made));
        return made.contains(UNKNOWN) ? UNKNOWN : anyOf(made).orElse(UNKNOWN);
    }

    private static List<Instruction> assigning(CodeFunction function, Operand operand) {
        return function.instructions().stream()
                .filter(each -> operand.equals(each.assigned()))
                .toList();
    }

    /** Adds the classes of what an operand may be; of a variable by all instructions that assign it. */
    private void addTypes(CodeFunction function, Operand operand, Set<String> types) {
        addTypes(function, operand, types, new HashSet<>());
    }

    private void addTypes(CodeFunction function, Operand operand, Set<String> types, Set<Operand> seen) {
        if (!seen.add(operand)) {
            return;
        }
        if (operand instanceof Literal literal) {
            if (literal.value() != null) {
                types.add(typeOf(literal));
            }
            return;
        }
        boolean isGiven =
                function.parameters().stream().anyMatch(each -> each.variable().equals(operand));
        List<Instruction> assigning = assigning(function, operand);
        if (isGiven || assigning.isEmpty()) {
            types.add(UNKNOWN);
        }
        for (Instruction each : assigning) {
            if (each instanceof Instruction.Assign assign && assign.value() instanceof Expression.Copy copy) {
                addTypes(function, copy.of(), types, seen);
            } else if (each instanceof Instruction.Assign assign && assign.value() instanceof Expression.Load load) {
                types.addAll(CodeType.alternatives(loaded(function, load.from())));
            } else if (each instanceof Instruction.Invoke call) {
                Optional<CodeFunction> called = called(call.callee());
                called.ifPresent(of -> addReturned(of, types));
                if (called.isEmpty()) {
                    types.add(typeMade(function, call.callee()));
                }
            } else {
                types.add(UNKNOWN);
            }
        }
    }

    /** Returns the type of what a global variable holds, or a field of the function's own object or class. */
    private String loaded(CodeFunction function, Place from) {
        Optional<String> found = Optional.empty();
        if (from instanceof Place.Global global) {
            found = type(function.id().unit(), global.unit(), global.name());
        } else if (from instanceof Place.Field field && FieldStores.isOwn(function, field)) {
            found = type(function.id().unit(), function.id().owner(), field.name());
        }
        return found.orElse(UNKNOWN);
    }

    /** Returns the function of the program that a call runs for its result: one without decorators, perhaps read of its class. */
    private Optional<CodeFunction> called(Callee callee) {
        Optional<FunctionId> called = callee instanceof Callee.Exact exact
                ? Optional.of(exact.function())
                : callee instanceof Callee.Virtual method
                                && method.receiver() instanceof Literal literal
                                && literal.value() instanceof Literal.Name type
                        ? program.method(type.name(), method.name(), method.descriptor())
                        : Optional.empty();
        return called.flatMap(program::function)
                .filter(each -> each.decorators().isEmpty()
                        && !each.marks().contains(CodeFunction.Mark.GENERATOR)
                        && !each.marks().contains(CodeFunction.Mark.CONTEXT));
    }

    /** Adds the classes of what a function returns; a call of itself adds nothing. */
    private void addReturned(CodeFunction function, Set<String> types) {
        if (open.add(function.id())) {
            function.instructions().stream()
                    .filter(Instruction.Return.class::isInstance)
                    .map(each -> ((Instruction.Return) each).value())
                    .filter(Objects::nonNull)
                    .forEach(each -> addTypes(function, each, types));
            open.remove(function.id());
        }
    }

    private String typeOf(Literal literal) {
        boolean isCommunicator = literal.value() instanceof Literal.Name name
                && libraries
                        .constant(name.name())
                        .filter(found -> found.fact() instanceof LibraryFact.GroupOf)
                        .isPresent();
        return isCommunicator ? ReceiverHint.COMMUNICATOR : UNKNOWN;
    }

    private String typeMade(CodeFunction function, Callee callee) {
        if (callee instanceof Callee.Constructor made) {
            return made.type();
        }
        if (callee instanceof Callee.Computed computed
                && function.marks().contains(CodeFunction.Mark.CLASS_METHOD)
                && computed.function().equals(function.parameters().get(0).variable())) {
            String owner = function.id().owner();
            return program.subtypes(owner, function.id().unit()).isEmpty() ? owner : UNKNOWN;
        }
        ReceiverHint hint = callee instanceof Callee.Virtual method && method.receiver() instanceof Variable object
                ? new ReceiverHint(List.of(), Set.of(method.name()), object.isTemporary() ? "" : object.name())
                : ReceiverHint.NONE;
        boolean isGroup = libraries
                .find(program, callee, hint)
                .filter(made -> made.fact() instanceof LibraryFact.NewGroup)
                .isPresent();
        return isGroup
                ? ReceiverHint.COMMUNICATOR
                : callee instanceof Callee.Named named && CodeType.isClassName(named.name()) ? named.name() : UNKNOWN;
    }

    /** Returns whether a field of a class may hold a function that communicates: what a library makes that is not catalogued does not. */
    boolean mayHoldFunction(String owner, String name) {
        List<String> key = List.of(owner, name);
        Boolean known = functions.get(key);
        if (known == null) {
            known = findFunction(owner, name);
            functions.put(key, known);
        }
        return known;
    }

    private boolean findFunction(String owner, String name) {
        return stores.stores(owner, name).stream()
                .flatMap(id -> program.function(id).stream())
                .anyMatch(function -> function.instructions().stream()
                        .anyMatch(each -> each instanceof Instruction.Store store
                                && store.to() instanceof Place.Field field
                                && field.name().equals(name)
                                && mayBeFunction(function, store.value())));
    }

    private boolean mayBeFunction(CodeFunction function, Operand value) {
        if (value instanceof Literal literal) {
            return literal.value() instanceof Literal.Name;
        }
        return function.parameters().stream().anyMatch(each -> each.variable().equals(value))
                || function.instructions().stream().anyMatch(each -> makesFunction(function, each, value));
    }

    private boolean makesFunction(CodeFunction function, Instruction instruction, Operand to) {
        if (instruction instanceof Instruction.Assign assign && assign.to().equals(to)) {
            return assign.value() instanceof Expression.Closure
                    || assign.value() instanceof Expression.Load
                    || assign.value() instanceof Expression.Copy copy
                            && assign.to().isTemporary()
                            && mayBeFunction(function, copy.of());
        }
        if (!(instruction instanceof Instruction.Invoke call) || !to.equals(call.to())) {
            return false;
        }
        boolean isObject = call.callee() instanceof Callee.Constructor made
                && program.method(made.type(), "__call__", "").isPresent();
        return isObject
                || call.callee() instanceof Callee.Exact
                || libraries.find(program, call.callee(), ReceiverHint.NONE).isPresent();
    }
}
