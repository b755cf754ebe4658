package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.form.Argument;
import dev.rollcall.analyzer.code.form.Callee;
import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.CodeProgram;
import dev.rollcall.analyzer.code.form.CodeType;
import dev.rollcall.analyzer.code.form.Expression;
import dev.rollcall.analyzer.code.form.Instruction;
import dev.rollcall.analyzer.code.form.Literal;
import dev.rollcall.analyzer.code.form.Operand;
import dev.rollcall.analyzer.code.form.Operator;
import dev.rollcall.analyzer.code.form.Place;
import dev.rollcall.analyzer.code.library.Libraries;
import dev.rollcall.analyzer.code.library.ReceiverHint;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What kinds of objects are in fields and global variables that have no declared type, by the places that store one: their classes where each
 * of these makes a new object, or stores nothing; and whether one may be a function. Not thread-safe.
 */
final class FieldTypes {
    /** The methods that put their last argument into a collection. */
    private static final Set<String> PUTTING = Set.of("append", "add", "insert", "setdefault");

    /** The methods that put all of another collection into one. */
    private static final Set<String> FILLING = Set.of("extend", "extendleft", "update");

    /** The library's classes whose objects hold what is in the collection that they are made with: lists and the like, and maps. */
    private static final Set<String> LISTS = Set.of("list", "tuple", "collections.deque", "torch.nn.ModuleList");

    private static final Set<String> MAPS = Set.of("dict", "collections.OrderedDict", "torch.nn.ModuleDict");

    private final CodeProgram program;
    private final Libraries libraries;
    private final FieldStores stores;
    private final Map<List<String>, Optional<String>> known = new HashMap<>();
    private final Map<List<Object>, Optional<String>> elements = new HashMap<>();
    private final Map<List<String>, Optional<String>> onlyElements = new HashMap<>();
    private final Map<List<String>, Boolean> functions = new HashMap<>();

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
        return known.computeIfAbsent(List.of(asking, owner, name), key -> {
            ClassSearch search = new ClassSearch(program, libraries, stores, asking);
            search.addStored(owner, name);
            Set<String> classes = search.classes();
            // Functions that replace an object by one of another class also set flags that tell which one there is.
            boolean isReplaced =
                    classes.size() > 1 && search.storing(owner, name).size() > 1;
            return isReplaced ? Optional.empty() : type(classes);
        });
    }

    /**
     * Returns the class of the objects in a collection that a field of a class or a global variable holds: of those that its displays and
     * comprehensions hold, that {@code defaultdict} makes, and that visible functions put there, as far as their class is known: a type of
     * several classes if there are some; empty if one of the collection's own is not known.
     *
     * @param ofMap whether it is that of the values of a map, and not of the elements of another collection
     */
    Optional<String> elementType(String asking, String owner, String name, boolean ofMap) {
        return elements.computeIfAbsent(
                List.of(asking, owner, name, ofMap),
                key -> owner.isEmpty() ? Optional.empty() : findElementType(asking, owner, name, ofMap));
    }

    /**
     * Returns the class of all objects in such a collection, of whichever an index or a key takes; empty if there are several, or something
     * of unknown class may be put there.
     */
    Optional<String> onlyElementType(String asking, String owner, String name) {
        return onlyElements.computeIfAbsent(
                List.of(asking, owner, name), key -> findOnlyElementType(asking, owner, name));
    }

    private Optional<String> findOnlyElementType(String asking, String owner, String name) {
        return Stream.of(false, true)
                .flatMap(ofMap -> elementType(asking, owner, name, ofMap).stream())
                .filter(type -> CodeType.alternatives(type).size() == 1)
                .filter(type -> functions(asking, owner)
                        .allMatch(function -> function.instructions().stream()
                                .filter(each -> isLoad(each, name))
                                .allMatch(each -> putsOnly(type, asking, function, each.assigned()))))
                .findFirst();
    }

    /** Returns whether all that a function puts into a collection is of one class, as far as it shows what it does with it. */
    private boolean putsOnly(String type, String asking, CodeFunction function, Operand collection) {
        boolean fills = function.instructions().stream()
                .anyMatch(each -> each instanceof Instruction.Invoke call
                        && call.callee() instanceof Callee.Virtual method
                        && collection.equals(method.receiver())
                        && FILLING.contains(method.name()));
        return !fills
                && put(function, collection)
                        .allMatch(each -> classes(asking, function, each).equals(Set.of(type)));
    }

    private Stream<CodeFunction> functions(String asking, String owner) {
        return Stream.of(asking, CodeType.unitOf(owner)).distinct().flatMap(stores::functions);
    }

    private Optional<String> findElementType(String asking, String owner, String name, boolean ofMap) {
        ClassSearch search = new ClassSearch(program, libraries, stores, asking);
        search.eachStored(owner, name, (function, stored) -> addElements(function, stored, name, ofMap, search));
        Set<String> types = search.classes();
        if (search.isKnown()) {
            functions(asking, owner)
                    .forEach(function -> function.instructions().stream()
                            .filter(each -> isLoad(each, name))
                            .flatMap(each -> put(function, each.assigned()))
                            .forEach(each -> types.addAll(classes(asking, function, each))));
        }
        return type(types);
    }

    private Set<String> classes(String asking, CodeFunction function, Operand operand) {
        ClassSearch search = new ClassSearch(program, libraries, stores, asking);
        search.add(function, operand);
        return search.classes();
    }

    /** Returns one class, or a type of several if one of them is the program's: which one of a library's it is changes nothing. */
    private Optional<String> type(Set<String> classes) {
        boolean isOne = classes.size() == 1
                || classes.size() <= Limits.TARGETS
                        && classes.stream().anyMatch(each -> program.type(each).isPresent());
        return isOne && !classes.isEmpty() ? Optional.of(CodeType.anyOf(classes)) : Optional.empty();
    }

    private void addElements(
            CodeFunction function, Operand collection, String name, boolean ofMap, ClassSearch search) {
        if (collection instanceof Literal literal && literal.value() == null) {
            return;
        }
        List<Instruction> assigning = ClassSearch.assigning(function, collection);
        Instruction only = assigning.size() == 1 ? assigning.get(0) : null;
        if (only instanceof Instruction.Assign assign
                && assign.value() instanceof Expression.Build build
                && ofMap == (build.kind() == Expression.Build.Kind.MAP)) {
            int step = ofMap ? 2 : 1;
            for (int i = step - 1; i < build.parts().size(); i += step) {
                search.add(function, build.parts().get(i));
            }
            put(function, collection).forEach(each -> search.add(function, each));
        } else if (only instanceof Instruction.Assign assign
                && assign.value() instanceof Expression.Apply sum
                && sum.operator() == Operator.ADD) {
            for (Operand each : sum.operands()) {
                List<Instruction> of = ClassSearch.assigning(function, each);
                if (of.isEmpty() || !of.stream().allMatch(load -> isLoad(load, name))) {
                    addElements(function, each, name, ofMap, search);
                }
            }
        } else if (only instanceof Instruction.Invoke call
                && call.callee() instanceof Callee.Named named
                && (ofMap ? MAPS : LISTS).contains(named.name())
                && call.arguments().size() <= 1) {
            call.arguments().forEach(each -> addElements(function, each.value(), name, ofMap, search));
            put(function, collection).forEach(each -> search.add(function, each));
        } else if (ofMap && only instanceof Instruction.Invoke call) {
            addMadeByDefault(function, call, search);
        } else {
            search.addUnknown();
        }
    }

    private static boolean isLoad(Instruction instruction, String name) {
        return instruction instanceof Instruction.Assign assign
                && assign.value() instanceof Expression.Load load
                && load.from().isNamed(name);
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

    /** Adds the class of the objects that {@code defaultdict} makes for new keys. */
    private void addMadeByDefault(CodeFunction function, Instruction.Invoke call, ClassSearch search) {
        Operand factory = call.callee() instanceof Callee.Named named
                        && named.name().equals("collections.defaultdict")
                        && call.arguments().size() == 1
                ? call.arguments().get(0).value()
                : null;
        if (factory instanceof Literal literal && literal.value() instanceof Literal.Name type) {
            search.addClass(program.type(type.name()).isPresent() ? type.name() : ClassSearch.UNKNOWN);
            return;
        }
        List<CodeFunction> lambdas = factory == null
                ? List.of()
                : ClassSearch.assigning(function, factory).stream()
                        .flatMap(each -> each instanceof Instruction.Assign assign
                                        && assign.value() instanceof Expression.Closure closure
                                ? program.function(closure.function()).stream()
                                : Stream.empty())
                        .toList();
        lambdas.forEach(each -> search.addReturned(each, ""));
        if (lambdas.isEmpty()) {
            search.addUnknown();
        }
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
        return stores.declaredType(owner, name).filter(this::isCalled).isPresent()
                || stores.stores(owner, name).stream()
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
        boolean isObject = call.callee() instanceof Callee.Constructor made && isCalled(made.type());
        boolean isSequence =
                call.callee() instanceof Callee.Named named && named.name().equals(WrappedModels.SEQUENCE);
        boolean isPartial = call.callee() instanceof Callee.Named named
                && named.name().equals(PassedArguments.PARTIAL)
                && !call.arguments().isEmpty()
                && mayBeFunction(function, call.arguments().get(0).value());
        return isObject
                || isSequence
                || isPartial
                || call.callee() instanceof Callee.Exact
                || libraries.find(program, call.callee(), ReceiverHint.NONE).isPresent();
    }

    /** Returns whether an object of a class of the program can be called. */
    private boolean isCalled(String type) {
        return CodeType.alternatives(type).stream()
                .anyMatch(each -> CodeType.CALLED.stream()
                        .anyMatch(name -> program.method(each, name, "").isPresent()));
    }
}
