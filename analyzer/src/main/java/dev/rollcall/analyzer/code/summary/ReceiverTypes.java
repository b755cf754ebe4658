package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.form.Callee;
import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.CodeProgram;
import dev.rollcall.analyzer.code.form.CodeType;
import dev.rollcall.analyzer.code.form.Expression;
import dev.rollcall.analyzer.code.form.FormalParameter;
import dev.rollcall.analyzer.code.form.FunctionId;
import dev.rollcall.analyzer.code.form.Instruction;
import dev.rollcall.analyzer.code.form.Operand;
import dev.rollcall.analyzer.code.form.Place;
import dev.rollcall.analyzer.code.form.Variable;
import dev.rollcall.analyzer.code.library.ReceiverHint;
import dev.rollcall.analyzer.code.value.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * Which classes an object may have: that of a constructor that was seen, declared and annotated types, and in Python what the function
 * shows by the attributes that it uses. Only classes that are visible from the class at hand count, so that a file gets the same answer
 * alone and in its package. Not thread-safe.
 */
final class ReceiverTypes {
    /** Marks a class that is the object's very own. */
    private static final String EXACT = "=";

    /** Methods that too many classes have to guess an object's class by them. */
    private static final Set<String> COMMON = Set.of(
            "forward",
            "step",
            "run",
            "get",
            "update",
            "close",
            "save",
            "load",
            "reset",
            "start",
            "stop",
            "add",
            "append",
            "__init__",
            "__call__",
            "train",
            "eval",
            "fit",
            "write",
            "read",
            "log",
            "send",
            "put",
            "pop",
            "set",
            "join");

    private final SummaryContext shared;
    private final CodeProgram program;
    private final CodeFunction function;
    private final String self;
    private final Map<Variable, String> paths = new HashMap<>();
    private final Map<String, Set<String>> members = new HashMap<>();

    ReceiverTypes(SummaryContext shared, CodeFunction function, String self) {
        this.shared = shared;
        program = shared.program();
        this.function = function;
        this.self = self;
        for (Instruction each : function.instructions()) {
            if (each instanceof Instruction.Assign assign
                    && assign.value() instanceof Expression.Load load
                    && load.from() instanceof Place.Field field) {
                use(field.of(), field.name());
                if (assign.to().isTemporary()) {
                    paths.put(assign.to(), path(field.of()) + "." + field.name());
                }
            } else if (each instanceof Instruction.Assign assign
                    && assign.value() instanceof Expression.Load load
                    && assign.to().isTemporary()) {
                name(load.from()).ifPresent(name -> paths.put(assign.to(), name));
            } else if (each instanceof Instruction.Invoke call && call.callee() instanceof Callee.Virtual method) {
                use(method.receiver(), method.name());
            }
        }
    }

    /** Returns the name of a variable of the unit, or of a function around this one. */
    private static Optional<String> name(Place place) {
        return place instanceof Place.Global global
                ? Optional.of(global.name())
                : place instanceof Place.Captured captured ? Optional.of(captured.name()) : Optional.empty();
    }

    private void use(Operand object, String member) {
        if (object instanceof Variable) {
            members.computeIfAbsent(path(object), path -> new HashSet<>()).add(member);
        }
    }

    private String path(Operand object) {
        if (!(object instanceof Variable variable)) {
            return "";
        }
        return paths.getOrDefault(variable, variable.isTemporary() ? "$" + variable.number() : variable.name());
    }

    /** Returns the types that an object may have, the surest first; the static type, if it is declared, last. One may be of several classes. */
    List<String> types(Value object, Operand operand, String declared) {
        Set<String> types = new LinkedHashSet<>();
        Optional<String> made = made(object);
        if (object instanceof Value.Instance instance) {
            types.add(instance.type());
        } else if (object instanceof Value.Self) {
            types.add(own());
        } else if (isEnumConstant(object)) {
            types.add(((Value.FieldOf) object).owner());
        } else if (made.isPresent()) {
            types.add(made.get());
        } else if (object instanceof Value.Result result) {
            boolean holds = result.function().startsWith(Value.Result.HOLDS);
            String type = holds ? result.function().substring(Value.Result.HOLDS.length()) : result.function();
            types.add(WrappedModels.typeOfModel(result).orElse(type));
        }
        declaredOf(object).or(() -> elementOf(object)).ifPresent(types::add);
        if (operand instanceof Variable variable) {
            types.add(variable.type());
        }
        types.add(declared);
        types.remove("");
        if (types.isEmpty() && object instanceof Value.Communicator) {
            types.add(ReceiverHint.COMMUNICATOR);
        }
        return List.copyOf(types);
    }

    /** Returns the type that a parameter of this function or of one around it, or a field, is declared with or known to have. */
    private Optional<String> declaredOf(Value object) {
        if (object instanceof Value.Parameter parameter
                && parameter.index() < function.parameters().size()) {
            return typeOf(function, function.parameters().get(parameter.index()).variable());
        }
        if (object instanceof Value.Captured captured) {
            return program.enclosing(function.id()).flatMap(outer -> declaredOf(outer, captured.name()));
        }
        return object instanceof Value.FieldOf field
                ? shared.stores().declaredType(field.owner(), field.name())
                : Optional.empty();
    }

    /**
     * Returns the type that a parameter is declared with, or of what a library hands to such methods under its name, unless the method asks
     * for its class.
     */
    private Optional<String> typeOf(CodeFunction of, Variable parameter) {
        if (!parameter.type().isEmpty() || of.form() != CodeFunction.Form.METHOD) {
            return Optional.of(parameter.type());
        }
        return shared.libraries()
                .given(program, of.id(), parameter.name())
                .filter(given -> of.instructions().stream().noneMatch(each -> assignsOrTests(each, parameter)));
    }

    /** Returns the type of a parameter that nothing else is assigned to, and whose class its function does not ask for. */
    private Optional<String> declaredOf(CodeFunction outer, String parameter) {
        String inner = outer.id().name() + ".";
        boolean isAssigned = program.unit(outer.id().unit()).stream()
                .flatMap(unit -> unit.functions().stream()
                        .filter(id -> id.name().startsWith(inner))
                        .flatMap(id -> unit.function(id).stream()))
                .flatMap(each -> each.instructions().stream())
                .anyMatch(each ->
                        each instanceof Instruction.Store store && store.to().equals(new Place.Captured(parameter)));
        return outer.parameters().stream()
                .map(FormalParameter::variable)
                .filter(each -> each.name().equals(parameter) && !isAssigned)
                .filter(each -> outer.instructions().stream().noneMatch(other -> assignsOrTests(other, each)))
                .findFirst()
                .flatMap(each -> typeOf(outer, each));
    }

    private static boolean assignsOrTests(Instruction instruction, Variable variable) {
        boolean tests = instruction instanceof Instruction.Invoke call
                && call.callee() instanceof Callee.Named named
                && named.name().equals(Value.Result.TYPE_TEST)
                && call.arguments().stream().anyMatch(each -> isSame(each.value(), variable));
        return tests || isSame(instruction.assigned(), variable);
    }

    private static boolean isSame(Operand operand, Variable variable) {
        return operand instanceof Variable other && other.name().equals(variable.name());
    }

    /** How an object is taken of a collection. */
    private enum Taken {
        /** By a loop over it. */
        ELEMENT,
        /** By a loop over the values of a map. */
        VALUE,
        /** By an index or a key. */
        AT
    }

    /** Does something with the collection of which an object is taken, and with how; empty if it is taken of none. */
    private static Optional<String> taken(Value object, BiFunction<Value, Taken, Optional<String>> action) {
        if (object instanceof Value.Element element) {
            Value map = mapOf(element.of(), "values");
            return map == null ? action.apply(element.of(), Taken.ELEMENT) : action.apply(map, Taken.VALUE);
        }
        if (!(object instanceof Value.Result item) || !item.function().equals(Value.Result.ITEM)) {
            return Optional.empty();
        }
        boolean isSecond = item.arguments().get(1).equals(Value.Constant.of(1));
        Value of = item.arguments().get(0);
        Value map = isSecond && of instanceof Value.Element pair ? mapOf(pair.of(), "items") : null;
        return map == null ? action.apply(of, Taken.AT) : action.apply(map, Taken.VALUE);
    }

    /** Returns the object whose method returned a value; null for any other value. */
    private static Value mapOf(Value value, String method) {
        return value instanceof Value.Result result
                        && result.function().equals(method)
                        && result.arguments().size() == 1
                ? result.arguments().get(0)
                : null;
    }

    /** Returns the type of what is taken of a collection that is annotated with its elements' type. */
    private Optional<String> elementOf(Value object) {
        return taken(
                object,
                (of, how) -> declaredOf(of).flatMap(type -> switch (how) {
                    case ELEMENT -> CodeType.elementOf(type, false);
                    case VALUE -> CodeType.elementOf(type, true);
                    case AT -> CodeType.elementOf(type, false).or(() -> CodeType.elementOf(type, true));
                }));
    }

    /** Returns whether an object is of the class that it is known to have, and of no subclass. */
    boolean isExact(Value object) {
        return object instanceof Value.Instance || made(object).isPresent();
    }

    /**
     * Returns the very class of an object in a field, or of one that a loop takes from a collection in a field, by what is stored there; or a
     * type of several such classes. Which of several a key or an index takes is not known.
     */
    private Optional<String> made(Value object) {
        String unit = function.id().unit();
        FieldTypes fields = shared.fieldTypes();
        if (object instanceof Value.FieldOf field) {
            return declaredOf(field).isPresent() ? Optional.empty() : fields.type(unit, field.owner(), field.name());
        }
        return taken(object, (of, how) -> {
            if (!(of instanceof Value.FieldOf field)) {
                return Optional.empty();
            }
            return switch (how) {
                case ELEMENT -> fields.elementType(unit, field.owner(), field.name(), false);
                case VALUE -> fields.elementType(unit, field.owner(), field.name(), true);
                case AT -> fields.onlyElementType(unit, field.owner(), field.name());
            };
        });
    }

    /** Returns the class of the function's object, or the class that a class method gets. */
    String own() {
        if (self.isEmpty()) {
            return function.id().owner();
        }
        return self.startsWith(EXACT) ? self.substring(EXACT.length()) : self;
    }

    /** Returns whether a choice is between objects or functions that calls must tell apart. */
    boolean differ(Value.Select select) {
        return isTold(select.yes()) || isTold(select.no());
    }

    private boolean isEnumConstant(Value value) {
        return value instanceof Value.FieldOf field
                && field.of().globalName().filter(field.owner()::equals).isPresent()
                && program.type(field.owner())
                        .filter(type -> type.constants().contains(field.name()))
                        .isPresent();
    }

    private boolean isTold(Value value) {
        return value instanceof Value.Instance
                || isEnumConstant(value)
                || value instanceof Value.Function
                || value instanceof Value.Result result && result.function().startsWith(Value.Result.HOLDS)
                || value instanceof Value.Select select && differ(select);
    }

    /**
     * Returns the methods of the program that a call may run on an object, by the object's class: those of {@link #classes} that have
     * another method than the last one that has one, and last that one.
     */
    Map<String, FunctionId> targets(Value object, String type, Callee.Virtual method) {
        Map<String, FunctionId> all = new LinkedHashMap<>();
        for (String each : classes(object, type)) {
            program.method(each, method.name(), method.descriptor())
                    .filter(target -> !program.isAbstract(target))
                    .ifPresent(target -> all.put(each, target));
        }
        if (all.isEmpty()) {
            return all;
        }
        List<String> types = List.copyOf(all.keySet());
        String last = types.get(types.size() - 1);
        Map<String, FunctionId> found = new LinkedHashMap<>();
        types.stream()
                .filter(each -> !all.get(each).equals(all.get(last)))
                .limit(Limits.TARGETS)
                .forEach(each -> found.put(each, all.get(each)));
        found.put(last, all.get(last));
        return found;
    }

    /**
     * Returns the classes of which one is an object's very own, by one that it is of: those that extend it first, without those of which there
     * are no objects; none if it is not the program's.
     */
    private List<String> classes(Value object, String type) {
        if (program.type(type).isEmpty()) {
            return List.of();
        }
        boolean isSelf = object instanceof Value.Self;
        boolean isOne = object instanceof Value.Instance
                || isSelf && self.startsWith(EXACT)
                || made(object).map(CodeType::alternatives).orElse(List.of()).contains(type);
        List<CodeType> below = isOne ? List.of() : program.subtypes(type, CodeType.unitOf(type));
        List<String> all = new ArrayList<>();
        for (CodeType each : below) {
            if (!(isSelf && isOverridden(type, each.name())) && !program.isAbstract(each)) {
                all.add(each.name());
            }
        }
        if (all.isEmpty() || !program.isAbstract(program.type(type).get())) {
            all.add(type);
        }
        return all;
    }

    /** Returns the classes of which one is an object's very own, by its types; empty if the program has none, or there are too many. */
    List<String> classes(Value object, List<String> types) {
        List<String> all = types.stream()
                .map(CodeType::alternatives)
                .filter(each ->
                        each.stream().allMatch(type -> program.type(type).isPresent()))
                .limit(1)
                .flatMap(List::stream)
                .flatMap(type -> classes(object, type).stream())
                .distinct()
                .toList();
        return all.size() > Limits.TARGETS ? List.of() : all;
    }

    /** Returns whether a class has a property that a method sets, and no plain attribute in its place. */
    boolean hasSetter(String type, String name) {
        Optional<FunctionId> setter = program.method(type, name + CodeType.SETTER, "");
        Optional<FunctionId> getter = program.method(type, name, "");
        return setter.isPresent()
                && getter.isPresent()
                && program.supertypes(setter.get().owner())
                        .contains(getter.get().owner())
                && shared.stores().stores(type, name).stream()
                        .filter(each -> program.supertypes(type).contains(each.owner()))
                        .flatMap(each -> program.function(each).stream())
                        .noneMatch(each -> each.form() == CodeFunction.Form.TYPE_BODY);
    }

    /**
     * Returns whether a class has another method in place of this one that does not come back to it: then its objects do not come here, or
     * with their own class.
     */
    private boolean isOverridden(String type, String subtype) {
        FunctionId id = function.id();
        Optional<FunctionId> other = program.method(subtype, id.name(), id.descriptor());
        return function.form() == CodeFunction.Form.METHOD
                && !other.equals(program.method(type, id.name(), id.descriptor()))
                && other.flatMap(program::function)
                        .filter(each -> each.instructions().stream().noneMatch(this::mayComeBack))
                        .isPresent();
    }

    /** A call of a method above, or a reference to one, has its name, or is in an inner function. */
    private boolean mayComeBack(Instruction instruction) {
        String name = function.id().name();
        if (instruction instanceof Instruction.Invoke call) {
            return call.callee() instanceof Callee.Virtual method
                            && method.name().equals(name)
                    || call.callee() instanceof Callee.Exact exact
                            && exact.function().name().equals(name)
                    || call.callee() instanceof Callee.Named named
                            && (named.name().equals("super") || named.name().endsWith("." + name));
        }
        return instruction instanceof Instruction.Assign assign
                && (assign.value() instanceof Expression.Closure
                        || assign.value() instanceof Expression.Load load
                                && load.from() instanceof Place.Field field
                                && field.name().equals(name));
    }

    /** Returns the arguments of a method with its object before them; a static method has none. */
    PassedArguments withObject(FunctionId target, Value object, PassedArguments passed) {
        return isStatic(target) ? passed : passed.after(List.of(object));
    }

    private boolean isStatic(FunctionId target) {
        return program.function(target)
                .filter(each -> each.form() == CodeFunction.Form.STATIC)
                .isPresent();
    }

    /**
     * Returns the classes whose methods an object has.
     *
     * @param types those that it may be of; a class has its own
     */
    List<String> withMethods(Value object, List<String> types) {
        return object.globalName().map(List::of).orElse(types);
    }

    /** Returns a method that is read of an object: bound to it, if it has one; one that is read of its class has none yet. */
    Value.Function bound(FunctionId target, Value object) {
        boolean ofClass = object instanceof Value.Constant
                && program.function(target)
                        .filter(each -> each.marks().contains(CodeFunction.Mark.CLASS_METHOD))
                        .isEmpty();
        return new Value.Function(target, ofClass || isStatic(target) ? Map.of() : Map.of("0", object));
    }

    /** Returns the class of the object in the summary of a called method; empty if it may be any that extends the method's. */
    String selfOf(FunctionId id, List<Value> arguments) {
        boolean method = program.function(id)
                .map(each -> each.form() == CodeFunction.Form.METHOD)
                .orElse(false);
        Value object = method && !arguments.isEmpty() ? arguments.get(0) : null;
        String type = "";
        Optional<String> made = object instanceof Value.Instance instance
                ? Optional.of(instance.type())
                : Optional.ofNullable(object)
                        .flatMap(of -> of.globalName().or(() -> made(of)))
                        .filter(name -> program.type(name).isPresent());
        if (made.isPresent()) {
            boolean extended =
                    !program.subtypes(made.get(), CodeType.unitOf(made.get())).isEmpty();
            type = (extended ? EXACT : "") + made.get();
        } else if (object instanceof Value.Self) {
            type = self.isEmpty() ? function.id().owner() : self;
        }
        boolean below = program.supertypes(type.startsWith(EXACT) ? type.substring(EXACT.length()) : type)
                .contains(id.owner());
        return below && !type.equals(id.owner()) ? type : "";
    }

    /** Returns the only method of a visible class that has the name of a Python call, if the name is not a common one. */
    Optional<FunctionId> only(Callee.Virtual method) {
        if (!method.descriptor().isEmpty() || COMMON.contains(method.name())) {
            return Optional.empty();
        }
        return program.onlyMethod(function.id().unit(), method.name());
    }

    /** Returns whether an object is one that a library made. */
    boolean isOfLibrary(Value object) {
        return object instanceof Value.Communicator
                || object instanceof Value.Result && !types(object, null, "").isEmpty();
    }

    /** Returns whether an object that is not known yet may be a library's that communicates by a method of that name. */
    boolean mayCommunicate(Callee.Virtual method) {
        return method.descriptor().isEmpty()
                && !COMMON.contains(method.name())
                && shared.libraries().mayCommunicate(method.name());
    }

    /** Returns what the function shows of an object. */
    ReceiverHint hint(Operand object, List<String> types) {
        Set<String> all = new LinkedHashSet<>();
        types.forEach(each -> all.addAll(program.supertypes(each)));
        String path = path(object);
        String last = path.substring(path.lastIndexOf('.') + 1);
        String name = last.startsWith("$") ? "" : last;
        return new ReceiverHint(List.copyOf(all), members.getOrDefault(path, Set.of()), name);
    }
}
