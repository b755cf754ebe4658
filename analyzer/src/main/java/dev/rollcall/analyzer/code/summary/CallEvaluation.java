package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.form.Arithmetic;
import dev.rollcall.analyzer.code.form.Callee;
import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.CodeProgram;
import dev.rollcall.analyzer.code.form.CodeType;
import dev.rollcall.analyzer.code.form.FunctionId;
import dev.rollcall.analyzer.code.form.Instruction;
import dev.rollcall.analyzer.code.form.Literal;
import dev.rollcall.analyzer.code.form.Operand;
import dev.rollcall.analyzer.code.form.Operator;
import dev.rollcall.analyzer.code.form.Place;
import dev.rollcall.analyzer.code.form.SourcePlace;
import dev.rollcall.analyzer.code.form.Variable;
import dev.rollcall.analyzer.code.library.Libraries;
import dev.rollcall.analyzer.code.library.ReceiverHint;
import dev.rollcall.analyzer.code.value.Dependence;
import dev.rollcall.analyzer.code.value.LoopId;
import dev.rollcall.analyzer.code.value.Origin;
import dev.rollcall.analyzer.code.value.Substitution;
import dev.rollcall.analyzer.code.value.TypeTests;
import dev.rollcall.analyzer.code.value.Value;
import dev.rollcall.analyzer.code.value.ValueParts;
import dev.rollcall.analyzer.code.value.ValuePool;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What calls do: which functions they reach, and their summaries applied to the values at hand. What the catalogue
 * knows comes first, then the program's functions; all else is pure and the same on all ranks if its arguments are. Not thread-safe.
 */
final class CallEvaluation {
    /** The function of a {@link Value.Result} that stands for the result of a call of its first argument. */
    static final String CALLED = "()";

    /** The function of what a field holds before a block for which a context manager changes it. */
    private static final String BEFORE_BLOCK = "before block";

    private static final String ITERATOR = "iterator";

    private static final Set<String> FUNCTIONAL =
            Set.of("java.lang.Runnable", "java.util.concurrent.Callable", "java.security.PrivilegedAction");

    private final SummaryContext shared;
    private final CalledSummaries summaries;
    private final FunctionFacts facts;
    private final CodeProgram program;
    private final Libraries libraries;
    private final ValuePool pool;
    private final WordPool words;
    private final VisibleCollections collections;
    private final LibraryCalls known;
    private final TypeTests typeTests;
    private final ReceiverTypes receivers;

    /** Where the function is called that {@link #answer} calls; null where the analyzed function calls itself. */
    private SourcePlace asked;

    CallEvaluation(SummaryContext shared, CalledSummaries summaries, FunctionFacts facts) {
        this.shared = shared;
        this.summaries = summaries;
        this.facts = facts;
        program = shared.program();
        libraries = shared.libraries();
        pool = shared.values();
        words = shared.words();
        typeTests = new TypeTests(program);
        receivers = new ReceiverTypes(shared, facts.function(), facts.self());
        collections = new VisibleCollections(pool, facts);
        known = new LibraryCalls(shared, facts, this, collections);
    }

    ReceiverTypes receivers() {
        return receivers;
    }

    VisibleCollections collections() {
        return collections;
    }

    LibraryCalls known() {
        return known;
    }

    /** Returns the value of a class, module or library constant. */
    Value constant(String name) {
        Value plain = pool.of(Value.Constant.name(name));
        return libraries
                .constant(name)
                .map(found -> known.attribute(found, plain, plain, name))
                .orElse(plain);
    }

    /** Returns the value of an operand. */
    Value value(CodeState state, Operand operand) {
        if (operand instanceof Variable variable) {
            Value held = state.get(variable.number());
            if (held != null) {
                return held;
            }
            String key =
                    "variable " + variable.number() + " of " + facts.function().id();
            return pool.of(new Value.Input(key, Dependence.NONE, new Origin("an unset variable", Optional.empty())));
        }
        Object literal = ((Literal) operand).value();
        return literal instanceof Literal.Name name ? constant(name.name()) : pool.of(new Value.Constant(literal));
    }

    CallOutcome invoke(int node, Instruction.Invoke call, CodeState state) {
        PassedArguments passed = PassedArguments.of(call.arguments(), each -> value(state, each));
        Callee callee = call.callee();
        if (callee instanceof Callee.Virtual method) {
            Value object = value(state, method.receiver());
            facts.arguments(node, passed.after(List.of(object)).all());
            return method(node, method, object, passed, state);
        }
        facts.arguments(node, passed.all());
        if (callee instanceof Callee.Computed computed) {
            return apply(node, value(state, computed.function()), computed.function(), passed, state);
        }
        Optional<CallOutcome> ofClass = ofClass(node, call, passed.positional(), state);
        if (ofClass.isPresent()) {
            return ofClass.get();
        }
        Optional<Libraries.Found> found = libraries.find(program, callee, ReceiverHint.NONE);
        if (found.isPresent()) {
            return known.call(node, name(callee), found.get(), Optional.empty(), passed, state);
        }
        if (callee instanceof Callee.Exact exact) {
            return function(node, exact.function(), Map.of(), passed, state);
        }
        return callee instanceof Callee.Constructor made
                ? construct(node, made, passed, state)
                : unknown(node, name(callee), Optional.empty(), passed, state);
    }

    private static String name(Callee callee) {
        if (callee instanceof Callee.Named named) {
            return named.name();
        }
        if (callee instanceof Callee.Constructor made) {
            return made.type();
        }
        if (callee instanceof Callee.Virtual method) {
            return method.owner().isEmpty() ? method.name() : method.owner() + "." + method.name();
        }
        return ((Callee.Exact) callee).function().toString();
    }

    private CallOutcome method(int node, Callee.Virtual method, Value object, PassedArguments passed, CodeState state) {
        if (object instanceof Value.Select select && receivers.differ(select)) {
            return chosen(
                    node,
                    select.condition(),
                    method(node, method, select.yes(), passed, state),
                    method(node, method, select.no(), passed, state));
        }
        List<String> types = receivers.types(object, method.receiver(), method.owner());
        return ofSaid(node, object, types, each -> method(node, method, object, each, passed, state));
    }

    /** @param types those that the object may have, none of them of several classes */
    private CallOutcome method(
            int node,
            Callee.Virtual method,
            Value object,
            List<String> types,
            PassedArguments passed,
            CodeState state) {
        for (String type : types) {
            Map<String, FunctionId> targets = receivers.targets(object, type, method);
            if (!targets.isEmpty()) {
                return dispatched(node, object, targets, passed, state);
            }
        }
        Optional<Value> iteration = iteration(node, method, object);
        if (iteration.isPresent()) {
            return new CallOutcome(shared.empty(), iteration.get(), state);
        }
        Optional<CallOutcome> set = known.setter(method.name(), object, passed, state);
        if (set.isPresent()) {
            return set.get();
        }
        Optional<Libraries.Found> found = libraries.find(program, method, receivers.hint(method.receiver(), types));
        if (found.isPresent()) {
            return known.call(node, name(method), found.get(), Optional.of(object), passed, state);
        }
        if (object instanceof Value.Function || isFunctional(method.owner()) && pool.isOpen(object)) {
            return apply(node, object, passed, state);
        }
        if (object.globalName().isPresent()) {
            return named(node, object.globalName().get() + "." + method.name(), passed, state);
        }
        Optional<Value> held = heldFunction(method, object, types, state);
        if (held.isPresent()) {
            return apply(node, held.get(), passed, state);
        }
        Optional<CallOutcome> delegated = delegated(node, method, object, types, passed, state);
        if (delegated.isPresent()) {
            return delegated.get();
        }
        Optional<CallOutcome> backward = known.backward(node, method.name(), object, state);
        if (backward.isPresent()) {
            return backward.get();
        }
        Optional<FunctionId> only = types.isEmpty() ? receivers.only(method) : Optional.empty();
        if (only.isPresent()) {
            CallOutcome called = function(node, only.get(), Map.of(), passed.after(List.of(object)), state);
            Value unknown = unknown(node, name(method), Optional.of(object), passed, state)
                    .value();
            Value isOfClass = promised(object, only.get().owner());
            return new CallOutcome(maybe(guard(node, isOfClass), called.word()), unknown, state);
        }
        CallOutcome unknown = unknown(node, name(method), Optional.of(object), passed, state);
        if (!types.isEmpty() || !pool.isOpen(object) || !receivers.mayCommunicate(method)) {
            return unknown;
        }
        Value later = pool.of(new Value.FieldOf(object, "", method.name()));
        Word ask = words.of(new Word.Ask(later, passed.all(), place(node)));
        Word both = words.of(new Word.Then(ask, Map.of(PathEnd.FALL, unknown.word())));
        return new CallOutcome(both, unknown.value(), state);
    }

    /** A Python object gives what it has not itself by {@code __getattr__}, mostly what an object that it wraps has. */
    private Optional<CallOutcome> delegated(
            int node,
            Callee.Virtual method,
            Value object,
            List<String> types,
            PassedArguments passed,
            CodeState state) {
        Optional<FunctionId> getter = method.descriptor().isEmpty()
                ? types.stream()
                        .filter(each -> !shared.stores().isStored(each, method.name()))
                        .flatMap(each -> program.method(each, "__getattr__", "").stream())
                        .findFirst()
                : Optional.empty();
        if (getter.isEmpty() || !summaries.enter()) {
            return Optional.empty();
        }
        try {
            PassedArguments name = PassedArguments.of(List.of(object, pool.of(new Value.Constant(method.name()))));
            CallOutcome got = function(node, getter.get(), Map.of(), name, state);
            boolean isChosen = got.value() instanceof Value.Select;
            if (isChosen
                    || !isCallable(got.value()) && attributeName(got.value()).isEmpty()) {
                return Optional.empty();
            }
            CallOutcome called = apply(node, got.value(), passed, got.state());
            Word both = words.of(new Word.Then(got.word(), Map.of(PathEnd.FALL, called.word())));
            return Optional.of(new CallOutcome(both, called.value(), called.state()));
        } finally {
            summaries.exit();
        }
    }

    /** Returns the name of an attribute that was no literal where it was read; empty for any other value. */
    private static Optional<String> attributeName(Value value) {
        return value instanceof Value.Result result
                        && result.function().equals("getattr")
                        && result.arguments().size() > 1
                        && result.arguments().get(1) instanceof Value.Constant name
                        && name.value() instanceof String text
                ? Optional.of(text)
                : Optional.empty();
    }

    /** In Python a field that holds a function, or a model, is called like a method. */
    private Optional<Value> heldFunction(Callee.Virtual method, Value object, List<String> types, CodeState state) {
        if (!method.descriptor().isEmpty() || types.isEmpty()) {
            return Optional.empty();
        }
        Value held = facts.places().field(state, new Value.FieldOf(object, types.get(0), method.name()));
        boolean isFunction = held instanceof Value.FieldOf
                ? shared.fieldTypes().mayHoldFunction(types.get(0), method.name())
                : isCallable(held);
        return isFunction ? Optional.of(held) : Optional.empty();
    }

    static boolean isCallable(Value value) {
        return value instanceof Value.Function
                || value instanceof Value.Instance
                || value.globalName().isPresent()
                || value instanceof Value.Select select && isCallable(select.yes()) && isCallable(select.no())
                || LibraryCalls.isMethod(value)
                || WrappedModels.isSequence(value)
                || WrappedModels.isModel(value);
    }

    /** A loop over a Java iterator has the elements of what the iterator came from. */
    private Optional<Value> iteration(int node, Callee.Virtual method, Value object) {
        if (method.name().equals("iterator") && method.descriptor().startsWith("()")) {
            return Optional.of(pool.of(new Value.Result(ITERATOR, List.of(object), 0)));
        }
        boolean next = method.name().equals("next");
        boolean iterates =
                object instanceof Value.Result result && result.function().equals(ITERATOR);
        if (!iterates || !next && !method.name().equals("hasNext")) {
            return Optional.empty();
        }
        Value of = ((Value.Result) object).arguments().get(0);
        return facts.around(node).stream().findFirst().map(each -> {
            LoopId loop = facts.loopId(each.header());
            return pool.of(next ? new Value.Element(loop, of) : new Value.More(loop, of));
        });
    }

    /**
     * Returns what a Python loop calls to get the elements of an object: a generator of the program, or its class's {@code __iter__}. All
     * of it stands before the loop, since how far a generator runs between two elements is not compared.
     */
    Word iterated(int node, Value of, Operand operand, CodeState state) {
        if (of instanceof Value.Select select) {
            Word yes = iterated(node, select.yes(), operand, state);
            Word no = iterated(node, select.no(), operand, state);
            return words.of(new Word.Split(guard(node, select.condition()), yes, no));
        }
        if (of instanceof Value.Function generator) {
            Word word = word(node, generator.function(), PassedArguments.boundBy(generator), generator.bound(), state);
            Substitution none = new Substitution(pool, value -> Optional.empty(), 0);
            return new WordApplication(words, none, ask -> Optional.empty())
                    .withoutBlocks()
                    .of(word);
        }
        return ofEach(node, of, receivers.types(of, operand, ""), types -> {
                    Optional<FunctionId> method = types.stream()
                            .flatMap(each -> program.method(each, "__iter__", "").stream())
                            .findFirst();
                    return new CallOutcome(
                            method.map(each -> iteratedBy(node, each, of, operand, state))
                                    .orElse(shared.empty()),
                            of,
                            state);
                })
                .word();
    }

    private Word iteratedBy(int node, FunctionId method, Value of, Operand operand, CodeState state) {
        CallOutcome made = function(node, method, Map.of(), PassedArguments.of(List.of(of)), state);
        boolean generator = made.value() instanceof Value.Function || made.value() instanceof Value.Select;
        return generator ? iterated(node, made.value(), operand, made.state()) : made.word();
    }

    private boolean isFunctional(String owner) {
        return owner.startsWith("java.util.function.")
                || FUNCTIONAL.contains(owner)
                || program.type(owner)
                        .map(type -> type.traits().contains(CodeType.Trait.INTERFACE))
                        .orElse(false);
    }

    /** Returns a word that runs, or does not run, alike on all ranks. */
    private Word maybe(Guard guard, Word word) {
        return words.of(new Word.Split(guard, word, shared.empty()));
    }

    /** Returns the word of a function that a library gets, and calls or does not call: in all places alike. */
    Word maybeCalled(int node, Value function, String library, Word word) {
        String called =
                function instanceof Value.Function known ? known.function().name() : "a function";
        Origin origin = new Origin("whether `" + library + "` calls `" + called + "`", Optional.empty());
        String key = "call of " + function + " by " + library;
        Value calls = pool.of(new Value.Input(key, Dependence.NONE, origin));
        return maybe(guard(node, calls, Guard.Kind.CALLBACK), word);
    }

    /** Returns where a call stands that an instruction makes. */
    SourcePlace place(int node) {
        return asked == null ? facts.function().place(node) : asked;
    }

    Guard guard(int node, Value condition) {
        return guard(node, condition, Guard.Kind.DISPATCH);
    }

    private Guard guard(int node, Value condition, Guard.Kind kind) {
        String text = facts.function().conditionText(node);
        return new Guard(condition, text, place(node), kind);
    }

    /** Returns an opaque value that an instruction makes. */
    Value input(int node, String what, Dependence dependence) {
        CodeFunction function = facts.function();
        Origin origin = new Origin(what, Optional.of(function.place(node)));
        return pool.of(new Value.Input(what + " at " + node + " of " + function.id(), dependence, origin));
    }

    CallOutcome chosen(int node, Value condition, CallOutcome yes, CallOutcome no) {
        Word word = words.of(new Word.Split(guard(node, condition), yes.word(), no.word()));
        Value value = pool.of(new Value.Select(condition, yes.value(), no.value()));
        return new CallOutcome(word, value, facts.places().chosen(condition, yes.state(), no.state()));
    }

    /** Does with an object of a type of several classes what is done with an object of each. */
    CallOutcome ofEach(int node, Value object, List<String> types, Function<List<String>, CallOutcome> outcome) {
        List<String> classes = types.stream()
                .map(CodeType::alternatives)
                .filter(each -> each.size() > 1)
                .findFirst()
                .orElse(List.of());
        if (classes.isEmpty()) {
            return outcome.apply(types);
        }
        CallOutcome result = null;
        for (int i = Math.min(classes.size(), Limits.TARGETS) - 1; i >= 0; i--) {
            String type = classes.get(i);
            CallOutcome own = outcome.apply(types.stream()
                    .map(each -> CodeType.alternatives(each).size() > 1 ? type : each)
                    .distinct()
                    .toList());
            result = result == null ? own : chosen(node, isOf(object, type), own, result);
        }
        return result;
    }

    /** @param targets by the classes that the object may have; it has the last one if it has no other */
    CallOutcome dispatched(
            int node, Value object, Map<String, FunctionId> targets, PassedArguments passed, CodeState state) {
        CallOutcome result = null;
        List<String> types = new ArrayList<>(targets.keySet());
        Collections.reverse(types);
        for (String type : types) {
            FunctionId target = targets.get(type);
            CallOutcome own = function(node, target, Map.of(), receivers.withObject(target, object, passed), state);
            result = result == null ? own : chosen(node, isOf(object, type), own, result);
        }
        return result;
    }

    /** Returns whether a class is an object's very own. */
    private Value isOf(Value object, String type) {
        return pool.of(new Value.Operation(
                Operator.EQ, Arithmetic.DYNAMIC, List.of(classOf(object), Value.Constant.name(type))));
    }

    private Value classOf(Value object) {
        return pool.of(new Value.Result(Value.Result.CLASS, List.of(object), 0));
    }

    /** Calls {@code isinstance} and {@code type}: their answers must agree with the method that the object runs. */
    private Optional<CallOutcome> ofClass(int node, Instruction.Invoke call, List<Value> passed, CodeState state) {
        String name = call.callee() instanceof Callee.Named named ? named.name() : "";
        boolean isOfObject = passed.size() == call.arguments().size() && !passed.isEmpty();
        if (isOfObject && name.equals(Value.Result.TYPE_TEST) && passed.size() == 2) {
            Operand object = call.arguments().get(0).value();
            return Optional.of(typeTest(node, passed.get(0), object, passed.get(1), state));
        }
        if (isOfObject && name.equals("type") && passed.size() == 1) {
            return Optional.of(
                    classOf(node, passed.get(0), call.arguments().get(0).value(), state));
        }
        return Optional.empty();
    }

    /** Returns the class of an object: one of those with which it is called, where that is known. */
    CallOutcome classOf(int node, Value object, Operand operand, CodeState state) {
        List<String> classes = receivers.classes(object, receivers.types(object, operand, ""));
        boolean isTold = receivers.isExact(object) || classes.size() > 1;
        return !isTold || classes.isEmpty()
                ? new CallOutcome(shared.empty(), classOf(object), state)
                : ofEach(
                        node,
                        object,
                        List.of(CodeType.anyOf(classes)),
                        each -> new CallOutcome(shared.empty(), pool.of(Value.Constant.name(each.get(0))), state));
    }

    /** Tests whether an object is of a class, or of one of a tuple: by the class with which it is called, where that is known. */
    CallOutcome typeTest(int node, Value object, Operand operand, Value type, CodeState state) {
        if (object instanceof Value.Select select && receivers.differ(select)) {
            return chosen(
                    node,
                    select.condition(),
                    typeTest(node, select.yes(), operand, type, state),
                    typeTest(node, select.no(), operand, type, state));
        }
        List<String> classes = receivers.classes(object, receivers.types(object, operand, ""));
        boolean isExact = receivers.isExact(object);
        Predicate<String> told = each -> isExact || classes.contains(each);
        Set<Optional<Boolean>> answers =
                classes.stream().map(each -> typeTests.isA(each, type, told)).collect(Collectors.toSet());
        // What is only declared can be missing: then it is of no class.
        boolean isTold = !answers.isEmpty()
                && !answers.contains(Optional.<Boolean>empty())
                && (isExact || answers.contains(Optional.of(false)));
        if (!isTold) {
            return new CallOutcome(shared.empty(), openTest(object, type), state);
        }
        return ofEach(node, object, List.of(CodeType.anyOf(classes)), each -> {
            boolean isA = typeTests.isA(each.get(0), type, told).orElseThrow();
            return new CallOutcome(shared.empty(), pool.of(new Value.Constant(isA)), state);
        });
    }

    /** Returns the test of an object's type that is not answered yet, and notes what it says of the object; a tuple is one of its types. */
    private Value openTest(Value object, Value type) {
        if (type instanceof Value.Parts tuple && !tuple.parts().isEmpty()) {
            List<Value> tests =
                    tuple.parts().stream().map(each -> openTest(object, each)).toList();
            Value any = tests.get(tests.size() - 1);
            for (int i = tests.size() - 2; i >= 0; i--) {
                any = pool.of(new Value.Select(tests.get(i), Value.Constant.TRUE, any));
            }
            return any;
        }
        Value test = pool.of(new Value.Result(Value.Result.TYPE_TEST, List.of(object, type), 0));
        type.globalName()
                .filter(each -> program.type(each).isPresent())
                .ifPresent(each -> facts.says(object, each, test));
        return test;
    }

    /** Returns the condition that an object is of the class that the program promises: it is the same on all ranks. */
    Value promised(Value object, String type) {
        return pool.of(new Value.Result(Value.Result.CLASS_GUESS, List.of(object, Value.Constant.name(type)), 0));
    }

    /**
     * Does with an object what is done with one of each class that the function says it is of, if it is, and else with one of its types. It is
     * not of two classes, unless one extends the other. Where an object was made is known better.
     */
    private CallOutcome ofSaid(
            int node, Value object, List<String> types, Function<List<String>, CallOutcome> outcome) {
        CallOutcome other = ofEach(node, object, types, outcome);
        CallOutcome result = other;
        Map<String, Value> said = receivers.isExact(object) ? Map.of() : facts.said(object);
        for (Map.Entry<String, Value> each : said.entrySet()) {
            CallOutcome own = outcome.apply(List.of(each.getKey()));
            for (Map.Entry<String, Value> apart : said.entrySet()) {
                boolean isAbove = program.supertypes(each.getKey()).contains(apart.getKey());
                own = isAbove ? own : chosen(node, apart.getValue(), other, own);
            }
            result = chosen(node, each.getValue(), own, result);
        }
        return result;
    }

    /** Calls a value. */
    CallOutcome apply(int node, Value of, PassedArguments passed, CodeState state) {
        return apply(node, of, null, passed, state);
    }

    /** @param operand what has the value; null where that is not known */
    private CallOutcome apply(int node, Value of, Operand operand, PassedArguments passed, CodeState state) {
        if (of instanceof Value.Function function) {
            return function(node, function.function(), function.bound(), passed.with(function), state);
        }
        if (of instanceof Value.Select select) {
            return chosen(
                    node,
                    select.condition(),
                    apply(node, select.yes(), passed, state),
                    apply(node, select.no(), passed, state));
        }
        if (of.globalName().isPresent()) {
            return named(node, of.globalName().get(), passed, state);
        }
        if (isClass(of)) {
            return named(node, receivers.own(), passed, state);
        }
        if (of instanceof Value.Result method && LibraryCalls.isMethod(method)) {
            return known.callOfMethod(node, method, passed, state);
        }
        Optional<String> attribute = attributeName(of);
        if (attribute.isPresent()) {
            Callee.Virtual method = new Callee.Virtual(null, "", attribute.get(), "");
            return method(node, method, ((Value.Result) of).arguments().get(0), passed, state);
        }
        return ofSaid(node, of, receivers.types(of, operand, ""), each -> callOfObject(node, of, each, passed, state));
    }

    /** Calls an object that may have some classes: if none of them can be called, it is a value like another. */
    private CallOutcome callOfObject(int node, Value of, List<String> types, PassedArguments passed, CodeState state) {
        for (String type : types) {
            for (String name : CodeType.CALLED) {
                Map<String, FunctionId> targets = receivers.targets(of, type, new Callee.Virtual(null, "", name, ""));
                if (!targets.isEmpty()) {
                    return dispatched(node, of, targets, passed, state);
                }
            }
        }
        return callOfValue(node, of, passed, state);
    }

    /** Calls a value of which no function and no class of the program is known. */
    private CallOutcome callOfValue(int node, Value of, PassedArguments passed, CodeState state) {
        if (WrappedModels.isSequence(of)) {
            return inSequence(node, ((Value.Result) of).arguments(), passed, state);
        }
        Optional<CallOutcome> model = known.callOfModel(node, of, passed, state);
        if (model.isPresent()) {
            return model.get();
        }
        boolean later = of instanceof Value.Parameter
                || of instanceof Value.Captured
                || of instanceof Value.FieldOf
                || of instanceof Value.Result element
                        && element.function().equals(Value.Result.ITEM)
                        && pool.isOpen(of);
        if (!later) {
            return unknown(node, CALLED, Optional.of(of), passed, state);
        }
        facts.mayFail(node);
        Word ask = words.of(new Word.Ask(of, passed.all(), place(node)));
        List<Value> all = passed.after(List.of(of)).all();
        return new CallOutcome(ask, pool.of(new Value.Result(CALLED, all, 0)), state);
    }

    /** Calls modules one after the other, each with what the one before it returned. */
    private CallOutcome inSequence(int node, List<Value> modules, PassedArguments passed, CodeState state) {
        CallOutcome result = new CallOutcome(shared.empty(), pool.of(Value.Constant.NULL), state);
        PassedArguments given = passed;
        for (Value module : modules) {
            CallOutcome called = apply(node, module, given, result.state());
            Word both = words.of(new Word.Then(result.word(), Map.of(PathEnd.FALL, called.word())));
            result = new CallOutcome(both, called.value(), called.state());
            given = PassedArguments.of(List.of(called.value()));
        }
        return result;
    }

    private CallOutcome named(int node, String name, PassedArguments passed, CodeState state) {
        if (program.type(name).isPresent()) {
            return construct(node, new Callee.Constructor(name, ""), passed, state);
        }
        Callee.Named callee = new Callee.Named(name, "");
        return libraries
                .find(program, callee, ReceiverHint.NONE)
                .map(found -> known.call(node, name, found, Optional.empty(), passed, state))
                .orElseGet(() -> unknown(node, name, Optional.empty(), passed, state));
    }

    private CallOutcome construct(int node, Callee.Constructor made, PassedArguments passed, CodeState state) {
        if (program.type(made.type()).isEmpty()) {
            Optional<Value> collection = collections.emptyOf(node, made.type(), passed);
            if (collection.isPresent()) {
                return new CallOutcome(shared.empty(), collection.get(), state);
            }
            return unknown(node, made.type(), Optional.empty(), passed, state);
        }
        Value object = pool.of(new Value.Instance(made.type(), facts.site(node), Map.of()));
        String name = made.descriptor().isEmpty() ? "__init__" : "<init>";
        FunctionId constructor =
                program.method(made.type(), name, made.descriptor()).orElse(null);
        if (constructor == null) {
            return new CallOutcome(shared.empty(), object, state);
        }
        CodeState with = facts.places().hold(state, object);
        CallOutcome called = function(node, constructor, Map.of(), passed.after(List.of(object)), with);
        Value whole = facts.places().held(called.state());
        return new CallOutcome(called.word(), whole, facts.places().hold(called.state(), null));
    }

    /** Calls a function of the program with the values of all its parameters. */
    CallOutcome function(int node, FunctionId id, Map<String, Value> bound, PassedArguments passed, CodeState state) {
        CodeFunction function = program.function(id).orElse(null);
        if (function == null) {
            return unknown(node, id.toString(), Optional.empty(), passed, state);
        }
        List<Value> arguments = passed.boundTo(function, pool, this::constant);
        if (function.marks().contains(CodeFunction.Mark.GENERATOR)
                || function.marks().contains(CodeFunction.Mark.CONTEXT)) {
            Map<String, Value> all = new TreeMap<>(bound);
            for (int i = 0; i < arguments.size(); i++) {
                all.put(String.valueOf(i), arguments.get(i));
            }
            return new CallOutcome(shared.empty(), pool.of(new Value.Function(id, all)), state);
        }
        return applied(node, id, arguments, bound, state);
    }

    /** Applies the summary of a function. */
    CallOutcome applied(int node, FunctionId id, List<Value> arguments, Map<String, Value> bound, CodeState state) {
        Word word = word(node, id, arguments, bound, state);
        String self = receivers.selfOf(id, arguments);
        Summary summary = summary(id, self, bound);
        if (summary == null) {
            return new CallOutcome(word, summaries.assumed(id, self, arguments, place(node)), state);
        }
        Substitution values = substitution(node, arguments, bound, state, facts.site(node), 0);
        Value result = values.of(summary.result());
        program.function(id)
                .filter(each -> program.type(each.returnType()).isPresent())
                .ifPresent(each -> facts.says(result, each.returnType(), promised(result, each.returnType())));
        return after(id, summary.effects(), values, result, word, state);
    }

    /** Returns what a function calls, from its summary. */
    Word word(int node, FunctionId id, List<Value> arguments, Map<String, Value> bound, CodeState state) {
        String self = receivers.selfOf(id, arguments);
        facts.called(
                node,
                id,
                value -> substitution(node, arguments, bound, state, 0, 0).of(value));
        Summary summary = summary(id, self, bound);
        if (summary == null) {
            return summaries.again(id, self, arguments, place(node));
        }
        if (summaries.fails(id, self)) {
            facts.mayFail(node);
        }
        Word word = summaries.applied(
                summary, substitution(node, arguments, bound, state, 0, 0), ask -> answer(node, ask, state));
        return words.of(new Word.Call(place(node), id, word));
    }

    /**
     * Returns the state where a context manager's block begins, or behind its end. What the manager sets for its block and sets back gets
     * the value that it had before.
     */
    CodeState around(int node, Value.Function manager, CodeState state, boolean enters) {
        FunctionId id = manager.function();
        List<Value> arguments = PassedArguments.boundBy(manager);
        Summary summary = summary(id, receivers.selfOf(id, arguments), manager.bound());
        if (summary == null) {
            return state;
        }
        Substitution values = substitution(node, arguments, manager.bound(), state, facts.site(node), 0);
        CodeState changed = state;
        List<Effect> effects = new ArrayList<>();
        for (Effect each : summary.atBlock()) {
            boolean isSetBack =
                    summary.effects().stream().noneMatch(end -> end.place().equals(each.place()));
            if (isSetBack && each.place() instanceof Value.FieldOf field) {
                Value object = values.of(field.of());
                Value.FieldOf place = new Value.FieldOf(object, field.owner(), field.name());
                Value name = pool.of(new Value.Constant(field.name()));
                Value before = pool.of(
                        object instanceof Value.Instance made
                                ? new Value.Result(BEFORE_BLOCK, List.of(name), made.site())
                                : new Value.Result(BEFORE_BLOCK, List.of(pool.of(place)), 0));
                Places places = facts.places();
                changed = enters
                        ? places.set(
                                changed, before, places.changed(changed, place).orElse(pool.of(place)))
                        : places.store(
                                changed, place, places.changed(changed, before).orElse(pool.of(place)));
            }
            if (enters && (!isSetBack || each.place() instanceof Value.FieldOf)) {
                effects.add(each);
            }
        }
        List<Effect> behind = summary.effects().stream()
                .filter(each -> !summary.atBlock().contains(each))
                .toList();
        return after(id, enters ? effects : behind, values, values.of(summary.result()), shared.empty(), changed)
                .state();
    }

    private CallOutcome after(
            FunctionId called, List<Effect> effects, Substitution values, Value result, Word word, CodeState state) {
        List<Value> objects = new ArrayList<>();
        List<Value> afterwards = new ArrayList<>();
        for (Effect each : effects) {
            Value place = each.place();
            objects.add(place instanceof Value.FieldOf field ? values.of(field.of()) : values.of(place));
            afterwards.add(values.of(each.value()));
        }
        CodeState changed = state;
        Value returned = result;
        for (int i = 0; i < effects.size(); i++) {
            Value object = objects.get(i);
            Value replaced = object;
            int last = i;
            if (effects.get(i).place() instanceof Value.FieldOf && object instanceof Value.Instance) {
                last = lastOf(called, effects, objects, afterwards, i);
                for (int j = i; j <= last && replaced instanceof Value.Instance instance; j++) {
                    Value.FieldOf field = (Value.FieldOf) effects.get(j).place();
                    replaced = facts.places().stored(instance, field.name(), afterwards.get(j));
                }
            } else if (effects.get(i).place() instanceof Value.FieldOf field) {
                Value.FieldOf place = new Value.FieldOf(object, field.owner(), field.name());
                boolean isLater = FactValues.isOfJob(place)
                        && facts.places().changed(changed, place).isPresent();
                changed = isLater ? changed : facts.places().store(changed, place, afterwards.get(i));
            } else if (effects.get(i).place() instanceof Value.Captured captured) {
                changed = facts.assignCaptured(changed, captured.name(), afterwards.get(i));
            } else {
                replaced = afterwards.get(i);
            }
            if (replaced != object) {
                changed = facts.places().replace(changed, object, replaced);
                Substitution held = facts.places().held(object, replaced);
                objects.replaceAll(held::of);
                returned = held.of(returned);
                if (last + 1 < effects.size()) {
                    List<Value> rest = afterwards.subList(last + 1, afterwards.size());
                    Substitution kept = isStoredOnce(called, effects.get(i).place())
                            ? facts.places().heldByClosures(object, replaced)
                            : held;
                    rest.replaceAll(kept::of);
                }
            }
            i = last;
        }
        return new CallOutcome(word, returned, changed);
    }

    /**
     * Returns the last of the effects from one on that store fields of the same object as often, and none of them the object itself: a
     * constructor stores many, and to replace the object costs as much for all of them as for one.
     */
    private int lastOf(
            FunctionId called, List<Effect> effects, List<Value> objects, List<Value> afterwards, int first) {
        Value object = objects.get(first);
        boolean once = isStoredOnce(called, effects.get(first).place());
        int last = first;
        boolean more = !contains(afterwards.get(first), object);
        while (more && last + 1 < effects.size()) {
            Value place = effects.get(last + 1).place();
            more = place instanceof Value.FieldOf
                    && objects.get(last + 1) == object
                    && isStoredOnce(called, place) == once
                    && !contains(afterwards.get(last + 1), object);
            last += more ? 1 : 0;
        }
        return last;
    }

    private static boolean contains(Value value, Value part) {
        return value.equals(part) || ValueParts.of(value).stream().anyMatch(each -> contains(each, part));
    }

    /** Returns whether a function stores a field once: what it computes behind that saw no other value. */
    private boolean isStoredOnce(FunctionId id, Value place) {
        return place instanceof Value.FieldOf field
                && program.function(id).stream()
                                .flatMap(each -> each.instructions().stream())
                                .filter(each -> each instanceof Instruction.Store store
                                        && store.to() instanceof Place.Field to
                                        && to.name().equals(field.name()))
                                .count()
                        == 1;
    }

    private Substitution substitution(
            int node, List<Value> arguments, Map<String, Value> bound, CodeState state, long site, int depth) {
        Substitution[] own = new Substitution[1];
        own[0] = new Substitution(
                pool,
                value -> {
                    if (value instanceof Value.Self) {
                        return arguments.stream().findFirst();
                    }
                    if (value instanceof Value.Parameter parameter) {
                        boolean passed = parameter.index() < arguments.size();
                        return passed ? Optional.of(arguments.get(parameter.index())) : Optional.empty();
                    }
                    if (value instanceof Value.Captured captured) {
                        return Optional.ofNullable(bound.get(captured.name()));
                    }
                    if (value instanceof Value.FieldOf field) {
                        Value of = own[0].of(field.of());
                        return Optional.of(
                                facts.places().field(state, new Value.FieldOf(of, field.owner(), field.name())));
                    }
                    boolean called = value instanceof Value.Result result
                            && result.function().equals(CALLED)
                            && depth < Limits.DEPTH;
                    return called
                            ? called(node, ((Value.Result) value).arguments(), own[0], state, depth)
                            : Optional.empty();
                },
                site);
        return own[0];
    }

    /** Returns the result of a call of a parameter, if the function is known now. */
    private Optional<Value> called(int node, List<Value> call, Substitution values, CodeState state, int depth) {
        if (!(values.of(call.get(0)) instanceof Value.Function function)) {
            return Optional.empty();
        }
        List<Value> rest = call.subList(1, call.size()).stream().map(values::of).toList();
        CodeFunction code = program.function(function.function()).orElse(null);
        Summary summary = code == null ? null : summary(function.function(), "", function.bound());
        if (summary == null) {
            return Optional.empty();
        }
        List<Value> arguments = PassedArguments.of(rest).with(function).boundTo(code, pool, this::constant);
        return Optional.of(substitution(node, arguments, function.bound(), state, facts.site(node), depth + 1)
                .of(summary.result()));
    }

    private Summary summary(FunctionId id, String self, Map<String, Value> bound) {
        return bound.containsKey(CalledSummaries.PLAIN) ? summaries.plain(id) : summaries.request(id, self);
    }

    /** Returns the word of a call that a called function makes, if the function that it calls is known now. */
    Optional<Word> answer(int node, Word.Ask ask, CodeState state) {
        boolean isMethod = ask.function() instanceof Value.FieldOf method && receivers.isOfLibrary(method.of());
        boolean isKnown = isMethod
                || isCallable(ask.function())
                || ask.function() instanceof Value.Select
                || ask.function() instanceof Value.Constant;
        if (!isKnown || !summaries.enter()) {
            return Optional.empty();
        }
        SourcePlace outer = asked;
        asked = ask.place();
        try {
            PassedArguments passed = PassedArguments.of(ask.arguments());
            if (isMethod) {
                Value.FieldOf method = (Value.FieldOf) ask.function();
                Callee.Virtual callee = new Callee.Virtual(null, "", method.name(), "");
                return Optional.of(
                        method(node, callee, method.of(), passed, state).word());
            }
            return Optional.of(apply(node, ask.function(), passed, state).word());
        } finally {
            asked = outer;
            summaries.exit();
        }
    }

    /** Calls what nobody knows: it is pure, and may call the functions that it gets. */
    CallOutcome unknown(int node, String name, Optional<Value> object, PassedArguments passed, CodeState state) {
        Optional<Value> passedOn = known.partial(name, passed).or(() -> known.cast(name, passed));
        if (passedOn.isPresent()) {
            return new CallOutcome(shared.empty(), passedOn.get(), state);
        }
        List<Value> all = new ArrayList<>(object.stream().toList());
        all.addAll(passed.all());
        Value result = pool.of(new Value.Result(name, all, facts.site(node)));
        boolean isKnown = !(result instanceof Value.Result || result instanceof Value.Mixed);
        if (isKnown) {
            return new CallOutcome(shared.empty(), result, state);
        }
        facts.mayFail(node);
        return new CallOutcome(handedOver(node, name, passed, state), result, state);
    }

    /** Returns the words of functions that a library gets: it may call them, alike on all ranks. */
    Word handedOver(int node, String library, PassedArguments passed, CodeState state) {
        Word word = shared.empty();
        List<Value> all = new ArrayList<>(passed.all());
        Collections.reverse(all);
        for (Value each : all) {
            if (each instanceof Value.Function || LibraryCalls.isMethod(each)) {
                Word itself = isGenerator(each)
                        ? iterated(node, each, null, state)
                        : apply(node, each, PassedArguments.of(List.of()), state)
                                .word();
                Word called = maybeCalled(node, each, library, itself);
                word = words.of(new Word.Then(called, Map.of(PathEnd.FALL, word)));
            }
        }
        return word;
    }

    private boolean isGenerator(Value value) {
        return value instanceof Value.Function function
                && program.function(function.function())
                        .map(each -> each.marks().contains(CodeFunction.Mark.GENERATOR))
                        .orElse(false);
    }

    /** Returns whether a value is a class, such as the first parameter of a class method. */
    boolean isClass(Value value) {
        return value.globalName().isPresent()
                || value instanceof Value.Self && facts.function().marks().contains(CodeFunction.Mark.CLASS_METHOD);
    }

    CallOutcome enter(int node, Value manager, CodeState state) {
        return new ContextBlocks(shared, facts, this, known).enter(node, manager, state);
    }

    CallOutcome leave(int node, Value manager, CodeState state) {
        return new ContextBlocks(shared, facts, this, known).leave(node, manager, state);
    }
}
