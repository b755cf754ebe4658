package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.form.Arithmetic;
import dev.rollcall.analyzer.code.form.Expression.Build;
import dev.rollcall.analyzer.code.form.Literal;
import dev.rollcall.analyzer.code.form.Operator;
import dev.rollcall.analyzer.code.library.ArgumentPosition;
import dev.rollcall.analyzer.code.library.Libraries;
import dev.rollcall.analyzer.code.library.LibraryFact;
import dev.rollcall.analyzer.code.value.Axis;
import dev.rollcall.analyzer.code.value.Dependence;
import dev.rollcall.analyzer.code.value.LoopId;
import dev.rollcall.analyzer.code.value.Members;
import dev.rollcall.analyzer.code.value.Origin;
import dev.rollcall.analyzer.code.value.Value;
import dev.rollcall.analyzer.code.value.ValueParts;
import dev.rollcall.analyzer.code.value.ValuePool;
import dev.rollcall.catalogue.ArgumentRole;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What calls of catalogued functions do. Not thread-safe. */
final class LibraryCalls {
    /** Functions that read an environment variable or system property, their first argument. */
    private static final Set<String> SETTINGS = Set.of(
            "os.getenv",
            "os.environ.get",
            "java.lang.System.getenv",
            "java.lang.System.getProperty",
            "java.lang.Integer.getInteger",
            "java.lang.Long.getLong");

    private static final Map<CollectiveCall.Field, ArgumentRole> FIELDS = Map.of(
            CollectiveCall.Field.ROOT, ArgumentRole.ROOT,
            CollectiveCall.Field.REDUCTION, ArgumentRole.REDUCTION,
            CollectiveCall.Field.COUNT, ArgumentRole.COUNT,
            CollectiveCall.Field.TYPE, ArgumentRole.TYPE);

    private static final String WRAPS = "wraps ";
    private static final String FORWARD = "forward of ";
    private static final String AROUND = "around ";

    private final Summaries summaries;
    private final FunctionAnalysis analysis;
    private final CallEvaluation calls;
    private final ValuePool pool;
    private final WordPool words;
    private final Value quiet;

    /** A call of a catalogued function. */
    private record Call(int node, String name, Libraries.Found found, Optional<Value> object, PassedArguments passed) {
        Optional<Value> at(Map<ArgumentRole, ArgumentPosition> arguments, ArgumentRole role) {
            return Optional.ofNullable(arguments.get(role)).flatMap(position -> passed.at(position, object));
        }

        List<Value> all() {
            List<Value> all = new ArrayList<>(object.stream().toList());
            all.addAll(passed.all());
            return all;
        }
    }

    LibraryCalls(Summaries summaries, FunctionAnalysis analysis, CallEvaluation calls) {
        this.summaries = summaries;
        this.analysis = analysis;
        this.calls = calls;
        pool = summaries.values();
        words = summaries.words();
        quiet = calls.input(0, "no reduction of gradients", Dependence.NONE);
    }

    CallResult call(
            int node,
            String name,
            Libraries.Found found,
            Optional<Value> object,
            PassedArguments passed,
            CodeState state) {
        Call call = new Call(node, name, found, object, passed);
        LibraryFact fact = found.fact();
        if (fact instanceof LibraryFact.Differs || fact instanceof LibraryFact.Calls) {
            analysis.mayFail(node);
        }
        if (fact instanceof LibraryFact.Collective collective && !isOff(call, collective.onlyIf())) {
            return collective(call, collective, state);
        }
        if (fact instanceof LibraryFact.NewGroup made) {
            return newGroup(call, made, state);
        }
        if (fact instanceof LibraryFact.Calls of) {
            return calls(call, of, state);
        }
        if (fact instanceof LibraryFact.Mutates) {
            return mutated(call, state);
        }
        if (fact instanceof LibraryFact.Ends) {
            return new CallResult(words.of(new Word.Done(PathEnd.EXIT)), pool.of(Value.Constant.NULL), state);
        }
        if (fact instanceof LibraryFact.Keeps keeps) {
            Value kept = passed.at(keeps.argument(), object).orElse(Value.Constant.NULL);
            return new CallResult(summaries.empty(), pool.of(kept), state);
        }
        if (fact instanceof LibraryFact.Options) {
            Value options = new Value.Instance(name, analysis.site(node), passed.named());
            return new CallResult(summaries.empty(), pool.of(options), state);
        }
        if (fact instanceof LibraryFact.Pure) {
            Value result = pool.of(new Value.Result(name, call.all(), 0));
            return new CallResult(calls.handedOver(node, passed, state), result, state);
        }
        Value plain = pool.of(new Value.Result(name, call.all(), analysis.site(node)));
        return new CallResult(calls.handedOver(node, passed, state), value(call, plain), state);
    }

    /** Returns what an attribute or constant is that the catalogue knows. */
    Value attribute(Libraries.Found found, Value plain, String name) {
        return value(new Call(0, name, found, Optional.of(plain), PassedArguments.of(List.of())), plain);
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
            return edge(edge.axis(), edge.last(), pool);
        }
        if (fact instanceof LibraryFact.AlwaysTrue) {
            return pool.of(Value.Constant.TRUE);
        }
        if (fact instanceof LibraryFact.GroupOf group) {
            Axis axis = axis(call, group.axis(), group.arguments());
            return axis.equals(Axis.WORLD) || !(axis instanceof Axis.Grid grid)
                    ? pool.of(Value.Communicator.WORLD)
                    : pool.of(new Value.Communicator(new Members.Along(grid.name()), grid.name()));
        }
        if (fact instanceof LibraryFact.TupleOf tuple) {
            List<Value> items = tuple.items().stream()
                    .map(each -> {
                        Libraries.Found item = new Libraries.Found(each, call.found.library(), call.found.certain());
                        return value(new Call(call.node, call.name, item, call.object, call.passed), plain);
                    })
                    .toList();
            return pool.of(new Value.Parts(Build.Kind.TUPLE, items, 0));
        }
        if (fact instanceof LibraryFact.Differs differs) {
            return calls.input(call.node, call.name, Dependence.on(differs.source()));
        }
        if (fact instanceof LibraryFact.Wraps wraps) {
            return pool.of(new Value.Result(WRAPS + wraps.wrapper(), call.all(), analysis.site(call.node)));
        }
        if (fact instanceof LibraryFact.Around around) {
            String name = AROUND + around.manner() + " " + call.found.library();
            return pool.of(new Value.Result(name, List.of(), 0));
        }
        if (fact instanceof LibraryFact.Holds holds) {
            return pool.of(new Value.Result(ReceiverTypes.HOLDS + holds.type(), call.all(), 0));
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
        if (given == null || given.equals(Value.Communicator.WORLD)) {
            return axis;
        }
        return given instanceof Value.Communicator known && known.members() instanceof Members.Along along
                ? new Axis.Grid(along.axis())
                : new Axis.Group(given);
    }

    private static Value edge(Axis axis, boolean last, ValuePool pool) {
        Value rank = new Value.Rank(axis);
        Value edge = last
                ? new Value.Operation(
                        Operator.SUB, Arithmetic.DYNAMIC, List.of(new Value.Size(axis), Value.Constant.of(1)))
                : Value.Constant.of(0);
        return pool.of(new Value.Operation(Operator.EQ, Arithmetic.DYNAMIC, List.of(rank, edge)));
    }

    /** A library's constant or null, in place of a communicator, stands for the world. */
    private Value communicator(Value value) {
        return value instanceof Value.Constant ? pool.of(Value.Communicator.WORLD) : value;
    }

    private Word act(
            int node,
            String operation,
            Value on,
            Map<CollectiveCall.Field, Value> fields,
            Libraries.Found by,
            boolean always) {
        return words.of(new Word.Act(new CollectiveCall(
                operation, on, fields, analysis.function().place(node), always && by.certain(), by.library())));
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

    private CallResult collective(Call call, LibraryFact.Collective fact, CodeState state) {
        Value on = call.at(fact.arguments(), ArgumentRole.COMMUNICATOR)
                .map(this::communicator)
                .orElseGet(() -> pool.of(Value.Communicator.WORLD));
        Map<CollectiveCall.Field, Value> fields = new EnumMap<>(CollectiveCall.Field.class);
        FIELDS.forEach((field, role) -> call.at(fact.arguments(), role).ifPresent(value -> fields.put(field, value)));
        boolean always = fact.always()
                && fact.onlyIf().map(each -> truth(call, each).isPresent()).orElse(true);
        Word word = act(call.node, fact.operation(), on, fields, call.found, always);
        boolean agreed =
                fact.agrees().contains(ArgumentRole.OUTPUT) && !fact.arguments().containsKey(ArgumentRole.OUTPUT);
        List<Value> inputs = agreed ? List.of() : call.all();
        Value result = pool.of(new Value.Result(fact.operation(), inputs, analysis.site(call.node)));
        CodeState after = state;
        int buffer = 0;
        for (ArgumentRole role : fact.agrees().stream().sorted().toList()) {
            Optional<Value> before = call.at(fact.arguments(), role);
            if (before.isPresent()) {
                long site = ValuePool.site(analysis.site(call.node), ++buffer);
                Value agreement = pool.of(new Value.Result(fact.operation(), List.of(), site));
                after = analysis.places().replace(after, whole(before.get()), agreement);
            }
        }
        return new CallResult(word, result, after);
    }

    /** An element that a collective fills is a view of its buffer. */
    private static Value whole(Value buffer) {
        Value whole = buffer;
        while (whole instanceof Value.Result view && view.function().equals(Value.Result.ITEM)) {
            whole = view.arguments().get(0);
        }
        return whole;
    }

    private CallResult newGroup(Call call, LibraryFact.NewGroup fact, CodeState state) {
        Value parent = call.at(fact.arguments(), ArgumentRole.COMMUNICATOR)
                .map(this::communicator)
                .orElseGet(() -> pool.of(Value.Communicator.WORLD));
        Optional<Value> ranks = call.at(fact.arguments(), ArgumentRole.RANKS);
        Optional<Value> colour = call.at(fact.arguments(), ArgumentRole.COLOUR);
        Optional<Value> store = call.at(fact.arguments(), ArgumentRole.STORE);
        Value size = call.at(fact.arguments(), ArgumentRole.SIZE).orElse(pool.of(new Value.Size(Axis.WORLD)));
        Members members = ranks.isPresent() && !ranks.get().equals(Value.Constant.NULL)
                ? new Members.Listed(ranks.get())
                : colour.isPresent()
                        ? new Members.Coloured(parent, colour.get())
                        : store.isPresent() ? new Members.Named(store.get(), size) : new Members.All();
        String key =
                call.name + " at " + call.node + " of " + analysis.function().id();
        Value made = pool.of(new Value.Communicator(members, key));
        Word word = fact.collective() && !isOff(call, fact.onlyIf())
                ? act(
                        call.node,
                        CollectiveCall.CREATE,
                        parent,
                        Map.of(CollectiveCall.Field.MADE, made),
                        call.found,
                        true)
                : summaries.empty();
        return new CallResult(word, made, state);
    }

    private CallResult calls(Call call, LibraryFact.Calls fact, CodeState state) {
        List<Value> positional = call.passed.positional();
        Value result = pool.of(new Value.Result(call.name, call.all(), analysis.site(call.node)));
        Value function = fact.argument() < positional.size()
                ? positional.get(fact.argument())
                : call.passed.named().values().stream()
                        .filter(Value.Function.class::isInstance)
                        .findFirst()
                        .orElse(null);
        if (function == null) {
            return new CallResult(summaries.empty(), result, state);
        }
        LoopId loop = analysis.loopId(call.node);
        Value of = call.object.orElse(positional.isEmpty() ? result : positional.get(positional.size() - 1));
        List<Value> passed = switch (fact.when()) {
            case BEGINS -> begun(call);
            case NOW -> List.of(pool.of(new Value.Element(loop, of)));
            case LATER -> List.of();
        };
        CallResult called = calls.apply(call.node, function, new PassedArguments(passed, Map.of(), true), state);
        if (fact.when() == LibraryFact.Calls.When.BEGINS) {
            return new CallResult(called.word(), result, state);
        }
        Word once = called.word();
        if (fact.when() == LibraryFact.Calls.When.LATER || once.equals(Word.EMPTY)) {
            return new CallResult(calls.maybe(call.node, "call of " + function, once), result, state);
        }
        Word again = words.of(new Word.Done(new PathEnd.Next(loop)));
        Word body = words.of(new Word.Then(once, Map.of(PathEnd.FALL, again)));
        int exit = analysis.function().next(call.node)[0];
        Word repeat = words.of(new Word.Repeat(
                loop, new Trip.Over(of), body, analysis.function().place(call.node), "", exit));
        PathEnd left = new PathEnd.Leave(loop, exit);
        return new CallResult(words.of(new Word.Then(repeat, Map.of(left, summaries.empty()))), result, called.state());
    }

    /** A function with which a process begins gets its rank first, and then what is passed as {@code args}. */
    private List<Value> begun(Call call) {
        List<Value> passed = new ArrayList<>(List.of(pool.of(new Value.Rank(Axis.WORLD))));
        call.passed.all().forEach(each -> {
            if (each instanceof Value.Parts parts && parts.kind() == Build.Kind.TUPLE) {
                passed.addAll(parts.parts());
            }
        });
        return passed;
    }

    private CallResult mutated(Call call, CodeState state) {
        List<Value> all = call.all();
        if (all.isEmpty()) {
            return calls.unknown(call.node, call.name, call.object, call.passed, state);
        }
        Value after = changed(call.node, call.name, all);
        Value result = pool.of(new Value.Result(call.name, all, analysis.site(call.node)));
        return new CallResult(
                calls.handedOver(call.node, call.passed, state),
                result,
                analysis.places().replace(state, all.get(0), after));
    }

    /** Returns whether a mutator adds its argument to its object. */
    static boolean adds(String name) {
        return name.endsWith("append") || name.endsWith(".add") || name.equals("add");
    }

    /** A visible list or set that gets one more element stays visible. */
    private Value changed(int node, String name, List<Value> all) {
        if (adds(name)
                && all.size() == 2
                && all.get(0) instanceof Value.Parts parts
                && parts.kind() != Build.Kind.MAP) {
            List<Value> more = new ArrayList<>(parts.parts());
            more.add(all.get(1));
            return pool.of(new Value.Parts(parts.kind(), more, parts.site()));
        }
        return pool.of(new Value.Result(name, all, analysis.site(node)));
    }

    /** Returns the state after an element of a collection or array was set. */
    CodeState storeItem(int node, Value of, Value key, Value value, CodeState state) {
        Value after = pool.of(new Value.Result("[]=", List.of(of, key, value), analysis.site(node)));
        if (of instanceof Value.Parts parts && key instanceof Value.Constant constant) {
            List<Value> all = new ArrayList<>(parts.parts());
            boolean sequence = parts.kind() == Build.Kind.LIST || parts.kind() == Build.Kind.ARRAY;
            if (parts.kind() == Build.Kind.MAP) {
                all.addAll(List.of(key, value));
                after = pool.of(new Value.Parts(parts.kind(), all, parts.site()));
            } else if (sequence && constant.value() instanceof Long at && at >= 0 && at < all.size()) {
                all.set(at.intValue(), value);
                after = pool.of(new Value.Parts(parts.kind(), all, parts.site()));
            }
        }
        return analysis.places().replace(state, of, after);
    }

    /** Returns the value of an environment variable or property that the catalogue knows, where a function reads it. */
    Optional<Value> setting(String function, PassedArguments passed) {
        if (!SETTINGS.contains(function) || passed.positional().isEmpty()) {
            return Optional.empty();
        }
        boolean number = function.endsWith("Integer.getInteger") || function.endsWith("Long.getLong");
        return setting(passed.positional().get(0), number);
    }

    /** Returns the value of an environment variable that the catalogue knows, where it is an element of {@code os.environ}. */
    Optional<Value> setting(Value of, Value key) {
        boolean environment = of instanceof Value.Constant constant
                && constant.value() instanceof Literal.Name name
                && name.name().equals("os.environ");
        return environment ? setting(key, false) : Optional.empty();
    }

    private Optional<Value> setting(Value key, boolean number) {
        if (!(key instanceof Value.Constant constant) || !(constant.value() instanceof String name)) {
            return Optional.empty();
        }
        return summaries.libraries().setting(name).map(found -> {
            Value value = attribute(found, pool.of(new Value.Result("setting", List.of(key), 0)), name);
            boolean text = !number && (value instanceof Value.Rank || value instanceof Value.Size);
            return text ? pool.of(new Value.Parts(Build.Kind.TEXT, List.of(value), 0)) : value;
        });
    }

    /** Returns what a call of a wrapped model does: the forward pass of a sharded one gathers its parameters. */
    Optional<CallResult> callOfModel(int node, Value of, PassedArguments passed, CodeState state) {
        if (!(of instanceof Value.Result model) || !model.function().startsWith(WRAPS)) {
            return Optional.empty();
        }
        String wrapper = model.function().substring(WRAPS.length());
        Libraries.Found by = new Libraries.Found(new LibraryFact.Pure(), "torch.distributed", true);
        boolean buffers = wrapper.equals(LibraryFact.Wraps.Wrapper.DATA_PARALLEL.name());
        String operation = buffers
                ? "broadcast"
                : wrapper.equals(LibraryFact.Wraps.Wrapper.SHARDED.name()) ? "all_gather" : "all_reduce";
        Word word = act(node, operation, pool.of(Value.Communicator.WORLD), Map.of(), by, !buffers);
        List<Value> all = passed.after(List.of(of)).all();
        return Optional.of(
                new CallResult(word, pool.of(new Value.Result(FORWARD + wrapper, all, analysis.site(node))), state));
    }

    /** The backward pass of what a data-parallel or sharded model computed reduces its gradients. */
    Optional<CallResult> backward(int node, String name, Value object, CodeState state) {
        if (!name.equals("backward") || !isComputedByModel(object)) {
            return Optional.empty();
        }
        Libraries.Found by = new Libraries.Found(new LibraryFact.Pure(), "torch.distributed", true);
        Word reduction = act(node, "all_reduce", pool.of(Value.Communicator.WORLD), Map.of(), by, true);
        Value held = analysis.places().changed(state, quiet).orElse(quiet);
        Value silent = analysis.places().held(quiet, Value.Constant.FALSE).of(held);
        Word word = silent.equals(Value.Constant.FALSE)
                ? reduction
                : words.of(new Word.Split(calls.guard(node, silent), summaries.empty(), reduction));
        if (silent.equals(Value.Constant.TRUE)) {
            word = summaries.empty();
        }
        return Optional.of(new CallResult(word, pool.of(Value.Constant.NULL), state));
    }

    private static boolean isComputedByModel(Value value) {
        return value instanceof Value.Result result && result.function().startsWith(FORWARD)
                || ValueParts.of(value).stream().anyMatch(LibraryCalls::isComputedByModel);
    }

    /** Returns what the catalogue says about an end of a {@code with} block. */
    Optional<CallResult> around(int node, Value manager, boolean enters, CodeState state) {
        if (!(manager instanceof Value.Result result) || !result.function().startsWith(AROUND)) {
            return Optional.empty();
        }
        String[] parts = result.function().split(" ", 3);
        LibraryFact.Around.Manner manner = LibraryFact.Around.Manner.valueOf(parts[1]);
        Word word = summaries.empty();
        CodeState after = state;
        if (manner == LibraryFact.Around.Manner.FIRST || manner == LibraryFact.Around.Manner.LAST) {
            Value edge = edge(Axis.WORLD, manner == LibraryFact.Around.Manner.LAST, pool);
            Libraries.Found by = new Libraries.Found(new LibraryFact.Pure(), parts[2], true);
            Word barrier = act(node, "barrier", pool.of(Value.Communicator.WORLD), Map.of(), by, true);
            Guard guard = new Guard(edge, "", analysis.function().place(node), Guard.Kind.DECORATOR);
            word = words.of(
                    new Word.Split(guard, enters ? summaries.empty() : barrier, enters ? barrier : summaries.empty()));
        } else if (manner != LibraryFact.Around.Manner.KEEPS) {
            after = analysis.places().set(state, quiet, pool.of(new Value.Constant(enters)));
        }
        return Optional.of(new CallResult(word, manager, after));
    }

    /** Returns the condition on which a library's decorator runs a function; empty if it runs it on all ranks. */
    static Optional<Value> runsOn(LibraryFact fact, ValuePool pool) {
        boolean some = fact instanceof LibraryFact.Around around
                && (around.manner() == LibraryFact.Around.Manner.FIRST
                        || around.manner() == LibraryFact.Around.Manner.LAST);
        return some
                ? Optional.of(
                        edge(Axis.WORLD, ((LibraryFact.Around) fact).manner() == LibraryFact.Around.Manner.LAST, pool))
                : Optional.empty();
    }

    /** Returns what the rule of names says about a parameter. */
    static Value ofName(LibraryFact fact, Value plain, Origin origin, ValuePool pool) {
        if (fact instanceof LibraryFact.RankOf rank) {
            return pool.of(new Value.Rank(rank.axis()));
        }
        if (fact instanceof LibraryFact.SizeOf size) {
            return pool.of(new Value.Size(size.axis()));
        }
        if (fact instanceof LibraryFact.EdgeOf edge) {
            return edge(edge.axis(), edge.last(), pool);
        }
        return fact instanceof LibraryFact.Differs differs
                ? pool.of(new Value.Input(origin.what() + " of one rank", Dependence.on(differs.source()), origin))
                : plain;
    }
}
