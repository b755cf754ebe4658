package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.form.Arithmetic;
import dev.rollcall.analyzer.code.form.Callee;
import dev.rollcall.analyzer.code.form.Expression.Build;
import dev.rollcall.analyzer.code.form.Operator;
import dev.rollcall.analyzer.code.library.ArgumentPosition;
import dev.rollcall.analyzer.code.library.Libraries;
import dev.rollcall.analyzer.code.library.LibraryFact;
import dev.rollcall.analyzer.code.library.ReceiverHint;
import dev.rollcall.analyzer.code.library.TensorShapes;
import dev.rollcall.analyzer.code.value.Axis;
import dev.rollcall.analyzer.code.value.Dependence;
import dev.rollcall.analyzer.code.value.LoopId;
import dev.rollcall.analyzer.code.value.Members;
import dev.rollcall.analyzer.code.value.Substitution;
import dev.rollcall.analyzer.code.value.Value;
import dev.rollcall.analyzer.code.value.ValuePool;
import dev.rollcall.analyzer.model.OperationTraits;
import dev.rollcall.catalogue.ArgumentRole;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What calls of catalogued functions do. Not thread-safe. */
final class LibraryCalls {
    private static final Map<CollectiveCall.Field, ArgumentRole> FIELDS = Map.of(
            CollectiveCall.Field.ROOT, ArgumentRole.ROOT,
            CollectiveCall.Field.REDUCTION, ArgumentRole.REDUCTION,
            CollectiveCall.Field.COUNT, ArgumentRole.COUNT,
            CollectiveCall.Field.TYPE, ArgumentRole.TYPE);

    private static final String METHOD = "method ";
    private static final String AROUND = "around ";

    private final SummaryContext shared;
    private final FunctionFacts facts;
    private final CallEvaluation calls;
    private final VisibleCollections collections;
    private final ValuePool pool;
    private final WordPool words;
    private final Value quiet;

    /** A call of a catalogued function. */
    private record Call(int node, String name, Libraries.Found found, Optional<Value> object, PassedArguments passed) {
        Optional<Value> at(Map<ArgumentRole, ArgumentPosition> arguments, ArgumentRole role) {
            return Optional.ofNullable(arguments.get(role)).flatMap(position -> passed.at(position, object));
        }

        Call as(LibraryFact fact) {
            return new Call(node, name, new Libraries.Found(fact, found.library(), found.certain()), object, passed);
        }

        List<Value> all() {
            List<Value> all = new ArrayList<>(object.stream().toList());
            all.addAll(passed.all());
            return all;
        }
    }

    LibraryCalls(SummaryContext shared, FunctionFacts facts, CallEvaluation calls, VisibleCollections collections) {
        this.shared = shared;
        this.facts = facts;
        this.calls = calls;
        pool = shared.values();
        this.collections = collections;
        words = shared.words();
        quiet = calls.input(0, "no reduction of gradients", Dependence.NONE);
    }

    CallOutcome call(
            int node,
            String name,
            Libraries.Found found,
            Optional<Value> object,
            PassedArguments passed,
            CodeState state) {
        Call call = new Call(node, name, found, object, passed);
        LibraryFact fact = found.fact();
        if (fact instanceof LibraryFact.Differs || fact instanceof LibraryFact.Calls) {
            facts.mayFail(node);
        }
        if (fact instanceof LibraryFact.Collective collective && !isOff(call, collective.onlyIf())) {
            return collective(call, collective, state);
        }
        if (fact instanceof LibraryFact.NewGroup made) {
            return newGroup(call, made, state);
        }
        if (fact instanceof LibraryFact.NewStore made) {
            List<Value> names = Stream.of(ArgumentRole.NAME, ArgumentRole.STORE)
                    .flatMap(role -> call.at(made.arguments(), role).stream())
                    .toList();
            return new CallOutcome(shared.empty(), pool.of(new Value.Parts(Build.Kind.TUPLE, names, 0)), state);
        }
        if (fact instanceof LibraryFact.Calls of) {
            return calls(call, of, state);
        }
        if (fact instanceof LibraryFact.Mutates) {
            return mutated(call, state);
        }
        if (fact instanceof LibraryFact.Ends ends) {
            Optional<String> thrown = ends.reach() == LibraryFact.Ends.Reach.BY_EXCEPTION
                    ? Optional.of(ExceptionTypes.SYSTEM_EXIT)
                    : Optional.empty();
            PathEnd end = ends.reach() == LibraryFact.Ends.Reach.JOB
                    ? PathEnd.ABORT
                    : new PathEnd.Exit(fails(passed), thrown);
            return new CallOutcome(words.of(new Word.Done(end)), pool.of(Value.Constant.NULL), state);
        }
        if (fact instanceof LibraryFact.Keeps keeps) {
            Value kept = passed.at(keeps.argument(), object).orElse(Value.Constant.NULL);
            return new CallOutcome(shared.empty(), pool.of(kept), state);
        }
        if (fact instanceof LibraryFact.Options) {
            Value options = new Value.Instance(name, facts.site(node), passed.named());
            return new CallOutcome(shared.empty(), pool.of(options), state);
        }
        if (fact instanceof LibraryFact.Pure) {
            facts.mayFailAlike(node);
            Value result = collections
                    .lookedUp(call.name, call.object, call.passed)
                    .orElseGet(() -> pool.of(new Value.Result(name, call.all(), 0)));
            return new CallOutcome(calls.handedOver(node, name, passed, state), result, state);
        }
        if (fact instanceof LibraryFact.Iterates iterates) {
            return iterating(call, iterates.makes(), state);
        }
        Value plain = pool.of(new Value.Result(name, call.all(), facts.site(node)));
        Map<ArgumentRole, ArgumentPosition> told = fact instanceof LibraryFact.RankOf rank
                ? rank.arguments()
                : fact instanceof LibraryFact.SizeOf size ? size.arguments() : Map.of();
        Optional<Value> output = call.at(told, ArgumentRole.OUTPUT);
        if (output.isPresent()) {
            return new CallOutcome(shared.empty(), plain, written(call, output.get(), value(call, plain), state));
        }
        if (fact instanceof LibraryFact.Wraps wraps) {
            return wrapped(call, wraps, value(call, plain), state);
        }
        return new CallOutcome(calls.handedOver(node, name, passed, state), value(call, plain), state);
    }

    /** Returns whether an exit code, or Python's message in its place, is that of a failure; an unknown one is not. */
    private static boolean fails(PassedArguments passed) {
        Value given = passed.positional().stream().findFirst().orElse(Value.Constant.NULL);
        Object code = given instanceof Value.Constant constant ? constant.value() : null;
        boolean isText =
                code instanceof String || given instanceof Value.Parts parts && parts.kind() == Build.Kind.TEXT;
        return code instanceof Long number ? number != 0 : isText || Boolean.TRUE.equals(code);
    }

    /** The object runs as in front of a loop over it. */
    private CallOutcome iterating(Call call, boolean makes, CodeState state) {
        if (makes) {
            facts.mayFail(call.node);
        } else {
            facts.mayFailAlike(call.node);
        }
        Word word = calls.handedOver(call.node, call.name, call.passed, state);
        // Several arguments are compared with each other, as by max, and not gone over.
        if (call.passed.positional().size() == 1) {
            Word elements = calls.iterated(call.node, call.passed.positional().get(0), null, state);
            word = words.of(new Word.Then(elements, Map.of(PathEnd.FALL, word)));
        }
        long site = makes ? facts.site(call.node) : 0;
        return new CallOutcome(word, pool.of(new Value.Result(call.name, call.all(), site)), state);
    }

    /** A library of C writes the rank into an array or behind a pointer, and returns a status. */
    private CodeState written(Call call, Value output, Value rank, CodeState state) {
        Value after = pool.of(new Value.Result(call.name, List.of(rank), facts.site(call.node)));
        if (output instanceof Value.Parts array && !array.parts().isEmpty()) {
            List<Value> elements = new ArrayList<>(array.parts());
            elements.set(0, rank);
            after = pool.of(new Value.Parts(array.kind(), elements, array.site()));
        }
        return facts.places().replace(state, output, after);
    }

    /** A data-parallel wrapper is made together; PyTorch's second way of sharding changes the module that it gets. */
    private CallOutcome wrapped(Call call, LibraryFact.Wraps wraps, Value model, CodeState state) {
        Word word = wraps.collective()
                ? act(call.node, "broadcast", pool.of(Value.Communicator.WORLD), Map.of(), call.found, true)
                : shared.empty();
        boolean inPlace = wraps.wrapper() == LibraryFact.Wraps.Wrapper.SHARDED && !wraps.collective();
        CodeState after = inPlace && !call.passed.positional().isEmpty()
                ? facts.places().replace(state, call.passed.positional().get(0), model)
                : state;
        return new CallOutcome(word, model, after);
    }

    /** Returns what Python's {@code typing.cast} gives, which says of which class it is; empty for other functions. */
    Optional<Value> cast(String name, PassedArguments passed) {
        List<Value> all = passed.positional();
        if (!name.equals("typing.cast") || all.size() != 2) {
            return Optional.empty();
        }
        Value object = all.get(1);
        all.get(0)
                .globalName()
                .filter(type -> shared.program().type(type).isPresent())
                .ifPresent(type -> facts.says(object, type, calls.promised(object, type)));
        return Optional.of(object);
    }

    /** Returns a function some of whose arguments are given by Python's {@code partial}. */
    Optional<Value> partial(String name, PassedArguments passed) {
        return name.equals(PassedArguments.PARTIAL)
                        && !passed.positional().isEmpty()
                        && passed.positional().get(0) instanceof Value.Function function
                ? Optional.of(pool.of(passed.behind(0).boundIn(function)))
                : Optional.empty();
    }

    /** Returns a method that is read and not called yet: {@code wait = comm.Barrier}. Only what calls and ranks are is kept so. */
    Optional<Value> method(Libraries.Found found, Value object, String name) {
        boolean isKept = found.fact() instanceof LibraryFact.Collective
                || found.fact() instanceof LibraryFact.RankOf
                || found.fact() instanceof LibraryFact.SizeOf;
        if (!isKept) {
            return Optional.empty();
        }
        String function = METHOD + shared.number(found) + " " + name;
        return Optional.of(pool.of(new Value.Result(function, List.of(object), 0)));
    }

    /** Returns whether a value is a library's method, with its object. */
    static boolean isMethod(Value value) {
        return value instanceof Value.Result result && result.function().startsWith(METHOD);
    }

    /** Calls a library's method that is a value. */
    CallOutcome callOfMethod(int node, Value.Result method, PassedArguments passed, CodeState state) {
        String[] parts = method.function().split(" ");
        Libraries.Found found = shared.found(Integer.parseInt(parts[1]));
        return call(node, parts[2], found, Optional.of(method.arguments().get(0)), passed, state);
    }

    /**
     * Returns what an attribute or constant is that the catalogue knows.
     *
     * @param of the object, whose rank or size it may be
     * @param plain what the attribute is without the catalogue
     */
    Value attribute(Libraries.Found found, Value of, Value plain, String name) {
        boolean counts = found.fact() instanceof LibraryFact.RankOf || found.fact() instanceof LibraryFact.SizeOf;
        return value(new Call(0, name, found, Optional.of(counts ? of : plain), PassedArguments.of(List.of())), plain);
    }

    private Value value(Call call, Value plain) {
        LibraryFact fact = call.found.fact();
        if (fact instanceof LibraryFact.RankOf rank) {
            return pool.of(new Value.Rank(axis(call, rank.axis(), rank.arguments())));
        }
        if (fact instanceof LibraryFact.SizeOf size) {
            return pool.of(new Value.Size(axis(call, size.axis(), size.arguments())));
        }
        if (fact instanceof LibraryFact.EdgeOf edge) {
            return pool.of(FactValues.edge(edge.axis(), edge.last()));
        }
        if (fact instanceof LibraryFact.AlwaysTrue) {
            return pool.of(Value.Constant.TRUE);
        }
        if (fact instanceof LibraryFact.GroupOf group) {
            boolean isKnown = call.at(group.arguments(), ArgumentRole.NAME)
                    .map(name -> name instanceof Value.Constant constant && constant.value() instanceof String)
                    .orElse(true);
            if (!isKnown) {
                return plain;
            }
            return communicator(axis(call, group.axis(), group.arguments()));
        }
        if (fact instanceof LibraryFact.TupleOf tuple) {
            List<Value> items = new ArrayList<>();
            for (LibraryFact each : tuple.items()) {
                Value index = pool.of(Value.Constant.of(items.size()));
                Value any = pool.of(new Value.Result(Value.Result.ITEM, List.of(plain, index), 0));
                items.add(value(call.as(each), any));
            }
            return pool.of(new Value.Parts(Build.Kind.TUPLE, items, 0));
        }
        if (fact instanceof LibraryFact.Differs differs) {
            return calls.input(call.node, call.name, Dependence.on(differs.source()));
        }
        if (fact instanceof LibraryFact.Wraps wraps) {
            return pool.of(new Value.Result(Value.Result.WRAPS + wraps.wrapper(), call.all(), facts.site(call.node)));
        }
        if (fact instanceof LibraryFact.Around around) {
            String name = AROUND + around.manner() + " " + call.found.library();
            return pool.of(new Value.Result(name, List.of(), 0));
        }
        if (fact instanceof LibraryFact.Holds holds) {
            return pool.of(new Value.Result(Value.Result.HOLDS + holds.type(), call.all(), 0));
        }
        return plain;
    }

    private Axis axis(Call call, Axis axis, Map<ArgumentRole, ArgumentPosition> arguments) {
        Value given = call.at(arguments, ArgumentRole.COMMUNICATOR)
                .map(this::communicator)
                .orElse(null);
        if (call.at(arguments, ArgumentRole.NAME).orElse(null) instanceof Value.Constant named
                && named.value() instanceof String name) {
            return new Axis.Grid(name);
        }
        return given == null || given.equals(Value.Communicator.WORLD) ? axis : Axis.in(given);
    }

    /** A library's constant or null, in place of a communicator, stands for the world. */
    private Value communicator(Value value) {
        return value instanceof Value.Constant ? pool.of(Value.Communicator.WORLD) : value;
    }

    private Value communicator(Axis axis) {
        if (axis.equals(Axis.SELF)) {
            Value self = pool.of(new Value.Parts(Build.Kind.LIST, List.of(pool.of(new Value.Rank(Axis.WORLD))), 0));
            return pool.of(new Value.Communicator(new Members.Listed(self), "self"));
        }
        return pool.of(
                axis.equals(Axis.WORLD) || !(axis instanceof Axis.Grid grid)
                        ? Value.Communicator.WORLD
                        : new Value.Communicator(new Members.Along(grid.name()), grid.name()));
    }

    private Word act(
            int node,
            String operation,
            Value on,
            Map<CollectiveCall.Field, Value> fields,
            Libraries.Found by,
            boolean always) {
        return words.of(new Word.Act(
                new CollectiveCall(operation, on, fields, calls.place(node), always && by.certain(), by.library())));
    }

    /** Returns whether an argument that is left out or a constant turns a fact off. */
    private static boolean isOff(Call call, Optional<LibraryFact.Switch> onlyIf) {
        return onlyIf.isPresent()
                && truth(call, onlyIf.get())
                        .map(truth -> truth != onlyIf.get().holdsIf())
                        .orElse(false);
    }

    private static Optional<Boolean> truth(Call call, LibraryFact.Switch onlyIf) {
        Value given = call.passed.at(onlyIf.argument(), call.object).orElse(Value.Constant.FALSE);
        return given instanceof Value.Constant constant
                ? Optional.of(!Set.of(Value.Constant.FALSE, Value.Constant.NULL).contains(constant))
                : Optional.empty();
    }

    private CallOutcome collective(Call call, LibraryFact.Collective fact, CodeState state) {
        Value on = call.at(fact.arguments(), ArgumentRole.COMMUNICATOR)
                .map(this::communicator)
                .orElseGet(() -> pool.of(Value.Communicator.WORLD));
        Map<CollectiveCall.Field, Value> fields = new EnumMap<>(CollectiveCall.Field.class);
        FIELDS.forEach((field, role) -> call.at(fact.arguments(), role)
                .or(() -> ofOptions(call.passed.all(), role))
                .ifPresent(value -> fields.put(field, value)));
        OperationTraits traits = OperationTraits.of(fact.operation());
        if (traits.counts() != OperationTraits.Counts.ANY) {
            ArgumentRole share = traits.countedByOutput() ? ArgumentRole.OUTPUT : ArgumentRole.INPUT;
            call.at(fact.arguments(), share).ifPresent(buffer -> shape(buffer, fields));
        }
        boolean always = fact.always()
                && fact.onlyIf().map(each -> truth(call, each).isPresent()).orElse(true);
        // An optional argument has a keyword; the object of a method is there.
        ArgumentPosition position = fact.arguments().get(ArgumentRole.COMMUNICATOR);
        boolean worldIfNull = position != null && !position.name().isEmpty();
        Word word = words.of(new Word.Act(new CollectiveCall(
                fact.operation(),
                worldIfNull ? words.orWorld(on) : on,
                fields,
                calls.place(call.node),
                always && call.found.certain(),
                worldIfNull,
                call.found.library())));
        boolean agreed =
                fact.agrees().contains(ArgumentRole.OUTPUT) && !fact.arguments().containsKey(ArgumentRole.OUTPUT);
        List<Value> inputs = agreed ? List.of() : call.all();
        Value any = pool.of(new Value.Result(fact.operation(), inputs, facts.site(call.node)));
        Value result = fact.returns().map(each -> value(call.as(each), any)).orElse(any);
        CodeState after = given(call, fact.arguments(), state);
        int buffer = 0;
        for (ArgumentRole role : fact.agrees().stream().sorted().toList()) {
            Optional<Value> before = call.at(fact.arguments(), role);
            if (before.isPresent()) {
                long site = ValuePool.site(facts.site(call.node), ++buffer);
                Value agreement = pool.of(new Value.Result(fact.operation(), List.of(), site));
                after = facts.places().replace(after, WrappedModels.whole(before.get()), agreement);
            }
        }
        return new CallOutcome(word, result, after);
    }

    /** Adds what the program shows of the elements of a buffer that ranks must agree on. */
    private void shape(Value buffer, Map<CollectiveCall.Field, Value> fields) {
        TensorShapes shapes = new TensorShapes(pool);
        if (!fields.containsKey(CollectiveCall.Field.COUNT)) {
            shapes.count(buffer).ifPresent(count -> fields.put(CollectiveCall.Field.COUNT, count));
        }
        if (!fields.containsKey(CollectiveCall.Field.TYPE)) {
            shapes.type(buffer).ifPresent(type -> fields.put(CollectiveCall.Field.TYPE, type));
        }
    }

    /** Returns what an object of options among the arguments holds in a role. */
    private Optional<Value> ofOptions(List<Value> arguments, ArgumentRole role) {
        return arguments.stream()
                .flatMap(each -> ofOptions(each, role).stream())
                .findFirst();
    }

    private Optional<Value> ofOptions(Value options, ArgumentRole role) {
        if (options instanceof Value.Select select) {
            Optional<Value> yes = ofOptions(select.yes(), role);
            Optional<Value> no = ofOptions(select.no(), role);
            if (yes.isEmpty() && no.isEmpty()) {
                return Optional.empty();
            }
            Value usual = pool.of(new Value.Result("default " + role, List.of(), 0));
            return Optional.of(pool.of(new Value.Select(select.condition(), yes.orElse(usual), no.orElse(usual))));
        }
        if (!(options instanceof Value.Instance instance)) {
            return Optional.empty();
        }
        return optionFields(instance.type()).entrySet().stream()
                .filter(each -> each.getValue() == role)
                .flatMap(each -> Optional.ofNullable(instance.fields().get(each.getKey())).stream())
                .findFirst();
    }

    private Map<String, ArgumentRole> optionFields(String type) {
        return shared.libraries()
                .find(shared.program(), new Callee.Constructor(type, ""), ReceiverHint.NONE)
                .map(found -> found.fact() instanceof LibraryFact.Options options ? options.fields() : null)
                .orElse(Map.of());
    }

    /** Returns what a method does that sets a field of an object of options; it returns the object. */
    Optional<CallOutcome> setter(String method, Value object, PassedArguments passed, CodeState state) {
        if (!(object instanceof Value.Instance options)
                || passed.positional().size() != 1
                || !optionFields(options.type()).containsKey(method)) {
            return Optional.empty();
        }
        Value set = facts.places().stored(options, method, passed.positional().get(0));
        return Optional.of(new CallOutcome(shared.empty(), set, facts.places().replace(state, object, set)));
    }

    private CallOutcome newGroup(Call call, LibraryFact.NewGroup fact, CodeState state) {
        Value parent = call.at(fact.arguments(), ArgumentRole.COMMUNICATOR)
                .map(this::communicator)
                .orElseGet(() -> pool.of(Value.Communicator.WORLD));
        Optional<Value> ranks = call.at(fact.arguments(), ArgumentRole.RANKS);
        Optional<Value> colour = call.at(fact.arguments(), ArgumentRole.COLOUR);
        Optional<Value> store = call.at(fact.arguments(), ArgumentRole.STORE);
        Value rank = call.at(fact.arguments(), ArgumentRole.RANK).orElse(pool.of(new Value.Rank(Axis.WORLD)));
        Value size = call.at(fact.arguments(), ArgumentRole.SIZE).orElse(pool.of(new Value.Size(Axis.WORLD)));
        // Numbers within another communicator are no ranks of the job.
        Members members = ranks.isPresent() && !ranks.get().equals(Value.Constant.NULL)
                ? isPartial(parent) ? new Members.Unknown() : new Members.Listed(ranks.get())
                : colour.isPresent()
                        ? new Members.Coloured(parent, colour.get())
                        : store.isPresent() ? new Members.Named(store.get(), rank, size) : new Members.All();
        String key = call.name + " at " + call.node + " of " + facts.function().id();
        Value made = pool.of(new Value.Communicator(members, key));
        Word word = fact.collective() && !isOff(call, fact.onlyIf())
                ? act(
                        call.node,
                        CollectiveCall.CREATE,
                        parent,
                        Map.of(CollectiveCall.Field.MADE, made),
                        call.found,
                        true)
                : shared.empty();
        Value result = fact.nullOutside() && members instanceof Members.Listed listed && !isPartial(parent)
                ? pool.of(new Value.Select(isListed(listed.ranks()), made, pool.of(Value.Constant.NULL)))
                : made;
        // A library of C returns a status, the same on all ranks.
        boolean isStatus = fact.arguments().containsKey(ArgumentRole.MADE);
        Value returned = isStatus ? pool.of(new Value.Result(call.name, List.of(), facts.site(call.node))) : result;
        return new CallOutcome(word, returned, given(call, fact.arguments(), state));
    }

    /** Returns whether ranks in a communicator are not those of the world. */
    private static boolean isPartial(Value communicator) {
        return communicator instanceof Value.Communicator known
                && !(known.members() instanceof Members.All || known.members() instanceof Members.Named);
    }

    private Value isListed(Value ranks) {
        Value own = pool.of(new Value.Rank(Axis.WORLD));
        return pool.of(new Value.Operation(Operator.IN, Arithmetic.DYNAMIC, List.of(own, ranks)));
    }

    /** Notes what a program passes for its rank and the number of ranks, as values of the job. */
    private CodeState given(Call call, Map<ArgumentRole, ArgumentPosition> arguments, CodeState state) {
        CodeState noted = state;
        for (ArgumentRole role : List.of(ArgumentRole.RANK, ArgumentRole.SIZE)) {
            Optional<Value> value = call.at(arguments, role);
            Value.FieldOf field = FactValues.ofJob(role, pool);
            if (value.isPresent() && facts.places().changed(noted, field).isEmpty()) {
                noted = facts.places().store(noted, field, value.get());
            }
        }
        return noted;
    }

    private CallOutcome calls(Call call, LibraryFact.Calls fact, CodeState state) {
        List<Value> positional = call.passed.positional();
        Value result = pool.of(new Value.Result(call.name, call.all(), facts.site(call.node)));
        Value function = fact.argument() < positional.size()
                ? positional.get(fact.argument())
                : call.passed.named().values().stream()
                        .filter(Value.Function.class::isInstance)
                        .findFirst()
                        .orElse(null);
        if (function == null) {
            return new CallOutcome(shared.empty(), result, state);
        }
        LoopId loop = facts.loopId(call.node);
        Value of = call.object.orElse(positional.isEmpty() ? result : positional.get(positional.size() - 1));
        PassedArguments passed = switch (fact.when()) {
            case BEGINS -> PassedArguments.beginning(begun(call));
            case STARTS -> PassedArguments.beginning(started(call));
            case NOW -> PassedArguments.beginning(List.of(pool.of(new Value.Element(loop, of))));
            case ONCE -> call.passed.behind(fact.argument());
            case LATER -> PassedArguments.beginning(inTuples(call));
        };
        CallOutcome called = calls.apply(call.node, function, passed, state);
        Word once = called.word();
        if (fact.when() == LibraryFact.Calls.When.LATER) {
            return new CallOutcome(calls.maybeCalled(call.node, function, call.name, goingOn(once)), result, state);
        }
        if (fact.when() != LibraryFact.Calls.When.NOW || once.equals(Word.EMPTY)) {
            return new CallOutcome(once, result, state);
        }
        Word again = words.of(new Word.Done(new PathEnd.Next(loop)));
        Word body = words.of(new Word.Then(once, Map.of(PathEnd.FALL, again)));
        int exit = facts.function().next(call.node)[0];
        Word repeat = words.of(new Word.Repeat(loop, new Trip.Over(of), body, calls.place(call.node), "", exit));
        PathEnd left = new PathEnd.Leave(loop, exit);
        return new CallOutcome(words.of(new Word.Then(repeat, Map.of(left, shared.empty()))), result, called.state());
    }

    /** Returns what a function calls that is kept for later: what it ends, it ends then. */
    private Word goingOn(Word later) {
        Map<PathEnd, Word> next = new LinkedHashMap<>();
        words.ends(later).forEach(end -> next.put(end, shared.empty()));
        return words.of(new Word.Then(later, next));
    }

    /** A function with which a process begins gets its rank first, and then what is passed as {@code args}. */
    private List<Value> begun(Call call) {
        List<Value> passed = new ArrayList<>(List.of(pool.of(new Value.Rank(Axis.WORLD))));
        passed.addAll(inTuples(call));
        return passed;
    }

    /**
     * A program that starts its processes in a loop numbers them by its passes. Where no tuple is visible, the rank is taken to come first, as
     * it does by custom.
     */
    private List<Value> started(Call call) {
        Value rank = pool.of(new Value.Rank(Axis.WORLD));
        List<Value> passed = inTuples(call);
        Substitution numbered =
                new Substitution(pool, value -> isNumberOfPass(value) ? Optional.of(rank) : Optional.empty(), 0);
        return passed.isEmpty()
                ? List.of(rank)
                : passed.stream().map(numbered::of).toList();
    }

    /** Python's {@code for i in range(n)} and {@code for i, x in enumerate(all)}. */
    private static boolean isNumberOfPass(Value value) {
        if (value instanceof Value.Result item && item.function().equals(Value.Result.ITEM)) {
            return item.arguments().get(1).equals(Value.Constant.of(0))
                    && isElement(item.arguments().get(0), "enumerate");
        }
        return value instanceof Value.Induction || isElement(value, "range");
    }

    private static boolean isElement(Value value, String function) {
        return value instanceof Value.Element element
                && element.of() instanceof Value.Result all
                && all.function().equals(function);
    }

    /** Returns what is passed in a tuple to a function that a thread or process begins with. */
    private static List<Value> inTuples(Call call) {
        return call.passed.all().stream()
                .filter(each -> each instanceof Value.Parts parts && parts.kind() == Build.Kind.TUPLE)
                .flatMap(each -> ((Value.Parts) each).parts().stream())
                .toList();
    }

    private CallOutcome mutated(Call call, CodeState state) {
        List<Value> all = call.all();
        if (all.isEmpty()) {
            return calls.unknown(call.node, call.name, call.object, call.passed, state);
        }
        Value after = collections.changed(call.node, call.name, all);
        Value result = pool.of(new Value.Result(call.name, all, facts.site(call.node)));
        return new CallOutcome(
                calls.handedOver(call.node, call.name, call.passed, state),
                result,
                facts.places().replace(state, all.get(0), after));
    }

    /** Returns what a call of a wrapped model does: the forward pass of a sharded one gathers its parameters. */
    Optional<CallOutcome> callOfModel(int node, Value of, PassedArguments passed, CodeState state) {
        Optional<LibraryFact.Wraps.Wrapper> wrapper = WrappedModels.wrapper(of);
        if (wrapper.isEmpty()) {
            return Optional.empty();
        }
        Libraries.Found by = new Libraries.Found(new LibraryFact.Pure(), "torch.distributed", true);
        boolean buffers = wrapper.get() == LibraryFact.Wraps.Wrapper.DATA_PARALLEL;
        String operation = switch (wrapper.get()) {
            case DATA_PARALLEL -> "broadcast";
            case SHARDED -> "all_gather";
            case SYNC_BATCH_NORM -> "all_reduce";
        };
        Word word = act(node, operation, pool.of(Value.Communicator.WORLD), Map.of(), by, !buffers);
        List<Value> all = passed.after(List.of(of)).all();
        return Optional.of(new CallOutcome(
                word, pool.of(new Value.Result(Value.Result.FORWARD + wrapper.get(), all, facts.site(node))), state));
    }

    /** The backward pass of what a data-parallel or sharded model computed reduces its gradients. */
    Optional<CallOutcome> backward(int node, String name, Value object, CodeState state) {
        if (!name.equals("backward") || !WrappedModels.isComputedByModel(object)) {
            return Optional.empty();
        }
        Libraries.Found by = new Libraries.Found(new LibraryFact.Pure(), "torch.distributed", true);
        Word reduction = act(node, "all_reduce", pool.of(Value.Communicator.WORLD), Map.of(), by, true);
        Value held = facts.places().changed(state, quiet).orElse(quiet);
        Value silent = facts.places().held(quiet, Value.Constant.FALSE).of(held);
        Word word = silent.equals(Value.Constant.FALSE)
                ? reduction
                : words.of(new Word.Split(calls.guard(node, silent), shared.empty(), reduction));
        if (silent.equals(Value.Constant.TRUE)) {
            word = shared.empty();
        }
        return Optional.of(new CallOutcome(word, pool.of(Value.Constant.NULL), state));
    }

    /** Returns what the catalogue says about an end of a {@code with} block. */
    Optional<CallOutcome> around(int node, Value manager, boolean enters, CodeState state) {
        if (!(manager instanceof Value.Result result) || !result.function().startsWith(AROUND)) {
            return Optional.empty();
        }
        String[] parts = result.function().split(" ", 3);
        LibraryFact.Around.Manner manner = LibraryFact.Around.Manner.valueOf(parts[1]);
        Word word = shared.empty();
        CodeState after = state;
        if (manner == LibraryFact.Around.Manner.FIRST || manner == LibraryFact.Around.Manner.LAST) {
            Value edge = pool.of(FactValues.edge(Axis.WORLD, manner == LibraryFact.Around.Manner.LAST));
            Libraries.Found by = new Libraries.Found(new LibraryFact.Pure(), parts[2], true);
            Word barrier = act(node, "barrier", pool.of(Value.Communicator.WORLD), Map.of(), by, true);
            Guard guard = new Guard(edge, "", calls.place(node), Guard.Kind.DECORATOR);
            word = words.of(
                    new Word.Split(guard, enters ? shared.empty() : barrier, enters ? barrier : shared.empty()));
        } else if (manner != LibraryFact.Around.Manner.KEEPS) {
            after = facts.places().set(state, quiet, pool.of(new Value.Constant(enters)));
        }
        return Optional.of(new CallOutcome(word, manager, after));
    }
}
