package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.flow.ControlDependence;
import dev.rollcall.analyzer.code.flow.Dominators;
import dev.rollcall.analyzer.code.flow.LoopForest;
import dev.rollcall.analyzer.code.form.Arithmetic;
import dev.rollcall.analyzer.code.form.Callee;
import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.Expression;
import dev.rollcall.analyzer.code.form.FormalParameter;
import dev.rollcall.analyzer.code.form.Instruction;
import dev.rollcall.analyzer.code.form.Operand;
import dev.rollcall.analyzer.code.form.Operator;
import dev.rollcall.analyzer.code.form.Variable;
import dev.rollcall.analyzer.code.library.LibraryFact;
import dev.rollcall.analyzer.code.value.Dependence;
import dev.rollcall.analyzer.code.value.LoopId;
import dev.rollcall.analyzer.code.value.Origin;
import dev.rollcall.analyzer.code.value.Value;
import dev.rollcall.analyzer.code.value.ValueParts;
import dev.rollcall.analyzer.code.value.ValuePool;
import dev.rollcall.catalogue.ArgumentRole;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The analysis of one function: a forward data-flow analysis over symbolic values. Where ways join, a value is a choice between those of
 * the ways, gated by the conditions that choose the way (Ballance, Maccabe and Ottenstein, <i>The Program Dependence Web</i>, PLDI 1990;
 * of rank dependence: Huchant, Saillard, Barthou and Carribault, <i>Multi-Valued Expression Analysis for Collective Checking</i>, Euro-Par
 * 2019), so a value's dependence is that of the data and of the control that make it. Each outermost loop is passed until what it and the
 * loops within it change is settled (the iterative strategy of Bourdoncle, <i>Efficient Chaotic Iteration Strategies with Widenings</i>,
 * FMPA 1993). Not thread-safe.
 */
final class FunctionAnalysis {
    private final SummaryContext shared;
    private final ValuePool pool;
    private final CodeFunction function;
    private final FunctionFacts facts;
    private final Region region;
    private final Places places;
    private final CallEvaluation calls;
    private final PlaceAccess access;
    private final Set<Variable> losses = new HashSet<>();
    private final Set<Variable> batches = new HashSet<>();
    private final int resultNumber;
    private final Map<Integer, LoopVariables> variables = new HashMap<>();
    private final Map<Integer, Map<Integer, CodeState>> left = new HashMap<>();
    private final CodeState[][] out;
    private ControlDependence control;
    private boolean unsettled;

    /**
     * Makes the analysis of a function.
     *
     * @param self the class of its object; empty where it may be a subclass of the one that declares the function
     */
    FunctionAnalysis(SummaryContext shared, CalledSummaries called, CodeFunction function, String self) {
        this.shared = shared;
        this.function = function;
        pool = shared.values();
        facts = new FunctionFacts(shared, function, self);
        region = facts.region();
        places = facts.places();
        resultNumber = facts.resultNumber();
        function.instructions().forEach(each -> {
            if (each instanceof Instruction.Invoke call
                    && call.callee() instanceof Callee.Virtual method
                    && method.name().equals("backward")
                    && method.receiver() instanceof Variable loss) {
                losses.add(loss);
            }
        });
        facts.variables().stream().filter(each -> isOfOneRank(each.name())).forEach(batches::add);
        out = new CodeState[function.size()][];
        calls = new CallEvaluation(shared, called, facts);
        access = new PlaceAccess(shared, facts, calls);
        for (LoopForest.Loop each : facts.forest().loops()) {
            variables.put(each.header(), variablesOf(each));
        }
    }

    private boolean isOfOneRank(String name) {
        return shared.libraries()
                .parameter(name)
                .filter(found -> found.fact() instanceof LibraryFact.Differs)
                .isPresent();
    }

    /** Returns what the analysis finds at the function's instructions. */
    FunctionFacts facts() {
        return facts;
    }

    /** Returns why the function cannot be analysed; empty if it can. */
    String gap() {
        if (region.isIrreducible()) {
            return "a loop with several entries";
        }
        return resultNumber >= CodeState.CAPACITY || places.isOverfull() ? "too many variables" : "";
    }

    private LoopVariables variablesOf(LoopForest.Loop loop) {
        Origin origin = new Origin("a variable of the loop", Optional.of(function.place(loop.header())));
        LoopVariables found =
                new LoopVariables(pool, facts.loopId(loop.header()), loop.nodes(), origin, places::initial);
        loop.nodes().stream().mapToObj(function::at).map(Instruction::assigned).forEach(each -> {
            if (each != null) {
                found.add(each.number());
            }
        });
        return found;
    }

    /** Analyses the function and returns its summary. */
    Summary summary() {
        int passes = 0;
        do {
            pass(region, entry());
        } while (facts.saidMore() && ++passes <= Limits.PASSES);
        CodeState end = arriving(region, facts.flow().exit());
        List<Effect> atBlock = effectsAtBlock();
        Word word = new WordBuilder(shared, facts, variables).word();
        List<Effect> ofJob = end == null ? effectsOfJob() : List.of();
        forgetStates();
        if (end == null) {
            return new Summary(word, Value.Constant.NULL, ofJob);
        }
        Value result = end.get(resultNumber);
        Value returned = result == null ? pool.of(Value.Constant.NULL) : outside(result);
        return new Summary(word, returned, effects(end), atBlock);
    }

    private List<Effect> effects(CodeState state) {
        return places.effects(state).stream()
                .map(each -> new Effect(each.place(), outside(each.value())))
                .toList();
    }

    /** Returns what a function that does not return, such as a server's loop, says of the job. */
    private List<Effect> effectsOfJob() {
        return Stream.of(ArgumentRole.RANK, ArgumentRole.SIZE)
                .map(role -> FactValues.ofJob(role, pool))
                .flatMap(place -> Arrays.stream(out)
                        .filter(Objects::nonNull)
                        .flatMap(Arrays::stream)
                        .filter(Objects::nonNull)
                        .flatMap(state -> places.changed(state, place).stream())
                        .map(value -> new Effect(place, outside(value)))
                        .limit(1))
                .toList();
    }

    /** Returns what a context manager has changed wherever its block runs. */
    private List<Effect> effectsAtBlock() {
        if (!function.marks().contains(CodeFunction.Mark.CONTEXT)) {
            return List.of();
        }
        List<List<Effect>> all = IntStream.range(0, function.size())
                .filter(node -> function.at(node) instanceof Instruction.Yield && out[node] != null)
                .mapToObj(node ->
                        Arrays.stream(out[node]).filter(Objects::nonNull).findFirst())
                .flatMap(Optional::stream)
                .map(this::effects)
                .toList();
        return all.stream()
                .reduce((one, other) -> one.stream().filter(other::contains).toList())
                .orElse(List.of());
    }

    /** The states would be most of a scan's memory, and only the conditions and words that were found with them are asked for later. */
    private void forgetStates() {
        Arrays.fill(out, null);
        left.clear();
        variables.clear();
        control = null;
    }

    /** A pass of an own loop is another one in each call: what depends on it is only known by its dependence. */
    private Value outside(Value value) {
        Origin origin = new Origin("`" + function.id().name() + "`", Optional.empty());
        return isOfLoop(value)
                ? pool.mixed(
                        "of loops " + value.hashCode() + " of " + function.id(),
                        List.of(value),
                        Dependence.NONE,
                        origin)
                : value;
    }

    private boolean isOfLoop(Value value) {
        return value.ofLoop()
                        .filter(loop -> loop.function().equals(function.id()))
                        .isPresent()
                || ValueParts.of(value).stream().anyMatch(this::isOfLoop);
    }

    /**
     * Returns the word of a call that a function makes which nothing calls: of what is called, or of the functions that it gets, where that
     * is not known. No state is known where it is made.
     */
    Word answer(Word.Ask ask) {
        return calls.answer(0, ask, entry())
                .orElseGet(() -> calls.handedOver(0, "a function", PassedArguments.of(ask.arguments()), entry()));
    }

    private CodeState entry() {
        CodeState state = CodeState.EMPTY;
        List<FormalParameter> parameters = function.parameters();
        for (int i = 0; i < parameters.size(); i++) {
            boolean object = i == 0 && function.form() == CodeFunction.Form.METHOD;
            Value value = pool.of(object ? new Value.Self() : new Value.Parameter(i));
            state = state.with(parameters.get(i).variable().number(), value);
        }
        return state;
    }

    private void pass(Region in, CodeState entry) {
        for (int item : in.items()) {
            CodeState state = item == in.header() ? entry : arriving(in, item);
            Region inner = in.inner(item);
            shared.visit();
            if (state == null) {
                out[item] = null;
                facts.does(item, null);
                facts.decides(item, null);
                left.remove(item);
            } else if (inner != null) {
                loop(inner, state);
                while (unsettled && in == region) {
                    unsettled = false;
                    loop(inner, state);
                }
            } else {
                out[item] = new CodeState[in.ways(item).length];
                transfer(item, state, out[item]);
            }
        }
    }

    private void loop(Region inner, CodeState before) {
        int header = inner.header();
        LoopVariables loop = variables.get(header);
        if (function.at(header) instanceof Instruction.Advance advance) {
            facts.iterates(header, calls.iterated(header, calls.value(before, advance.of()), advance.of(), before));
        }
        CodeState start = loop.start(before);
        pass(inner, start);
        CodeState back = arriving(inner, header);
        unsettled |= back != null && loop.learn(start, back);
        Dependence exit = exitDependence(inner.loop());
        Map<Integer, CodeState> behind = new LinkedHashMap<>();
        for (int target : inner.exits()) {
            CodeState leaving = arriving(inner, target);
            if (leaving != null) {
                behind.put(target, loop.left(leaving, target, exit));
            }
        }
        left.put(header, behind);
    }

    /** An exception that leaves the loop decides nothing about the passes before a normal end. */
    private Dependence exitDependence(LoopForest.Loop loop) {
        if (control == null) {
            control = new ControlDependence(facts.flow(), Dominators.reverseOf(facts.flow()));
        }
        Dependence found = Dependence.NONE;
        for (int fork : control.forksOf(loop.header()).stream().toArray()) {
            int handler = function.handlerOf(fork);
            if (loop.contains(fork) && facts.decision(fork) != null) {
                found = found.and(pool.dependence(facts.decision(fork)));
            } else if (loop.contains(fork) && handler >= 0 && loop.contains(handler)) {
                found = found.and(pool.dependence(facts.exception(fork)));
            }
        }
        return found;
    }

    /** Returns the state in which control comes to an item, to the own header, or to a node outside; null if it does not. */
    private CodeState arriving(Region in, int target) {
        CodeState only = null;
        boolean same = true;
        int index = -1;
        for (int from : in.predecessors(target)) {
            int[] ways = in.ways(from);
            for (int way = 0; way < ways.length; way++) {
                CodeState state = ways[way] == target ? leaving(in, from, way) : null;
                if (state != null) {
                    same &= only == null || only == state;
                    only = state;
                    index = Math.max(index, in.indexOf(from));
                }
            }
        }
        if (only == null || same) {
            return only;
        }
        int first = in.isInside(target) ? in.dominator(target) : in.header();
        Map<Integer, CodeState> reached = new HashMap<>();
        for (int i = index; i >= in.indexOf(first); i--) {
            int item = in.items().get(i);
            shared.visit();
            CodeState state = chosen(in, item, target, reached);
            if (state != null) {
                reached.put(item, state);
            }
        }
        return reached.get(first);
    }

    private CodeState leaving(Region in, int item, int way) {
        if (in.inner(item) == null) {
            return out[item] == null ? null : out[item][way];
        }
        return left.getOrDefault(item, Map.of()).get(exitOf(in, item, way));
    }

    private static int exitOf(Region in, int item, int way) {
        return in.inner(item).exits()[way];
    }

    /** Returns the state at the target for control that is at an item; null if none of its ways leads there. */
    private CodeState chosen(Region in, int item, int target, Map<Integer, CodeState> reached) {
        int[] ways = in.ways(item);
        CodeState[] states = new CodeState[ways.length];
        for (int way = 0; way < ways.length; way++) {
            CodeState own = leaving(in, item, way);
            states[way] = own == null || ways[way] == target ? own : reached.get(ways[way]);
        }
        if (in.inner(item) != null) {
            return Arrays.stream(states)
                    .filter(Objects::nonNull)
                    .reduce((one, other) -> joined(item, one, other, in))
                    .orElse(null);
        }
        int normal = function.next(item).length;
        CodeState state = null;
        if (normal == 2) {
            state = places.chosen(facts.decision(item), states[0], states[1]);
        } else if (normal == 1 || states.length == 1) {
            state = states[0];
        }
        return states.length > Math.max(normal, 1)
                ? places.chosen(facts.exception(item), states[normal], state)
                : state;
    }

    /**
     * Returns the state behind a loop that has several ends. Which of them it comes to depends on the passes; where it only looks for a
     * setting, on nothing else, and it is one choice for all variables.
     */
    private CodeState joined(int loop, CodeState one, CodeState other, Region in) {
        LoopForest.Loop inner = in.inner(loop).loop();
        Dependence exit = exitDependence(inner);
        Origin origin = new Origin("how the loop ends", Optional.of(function.place(loop)));
        boolean looks = exit.isNone() && looksForSetting(inner);
        Value found = pool.of(new Value.Result("a setting is found", List.of(), facts.site(loop)));
        return one.join(other, (number, held, otherwise) -> {
            Value first = held == null ? places.initial(number) : held;
            Value second = otherwise == null ? places.initial(number) : otherwise;
            if (first == null || second == null || first == second) {
                return first == null ? second : first;
            }
            return looks && isPlain(first) && isPlain(second)
                    ? pool.of(new Value.Select(found, first, second))
                    : pool.mixed("ends " + number + " of " + facts.loopId(loop), List.of(first, second), exit, origin);
        });
    }

    private static boolean isPlain(Value value) {
        return !(value instanceof Value.Parts parts && parts.kind() != Expression.Build.Kind.TEXT);
    }

    /** Returns whether a loop over names ends early where the environment has one, and nowhere else. */
    private boolean looksForSetting(LoopForest.Loop loop) {
        List<Integer> ends = loop.nodes().stream()
                .boxed()
                .filter(node -> node != loop.header()
                        && Arrays.stream(function.next(node))
                                .anyMatch(next -> next == CodeFunction.LEAVES || !loop.contains(next)))
                .toList();
        return ends.size() == 1
                && facts.decision(ends.get(0)) instanceof Value.Operation test
                && test.operands().stream().anyMatch(SettingReads::isMap)
                && test.operands().stream()
                        .allMatch(each -> SettingReads.isMap(each)
                                || each instanceof Value.Element name && name.of() instanceof Value.Parts);
    }

    private void transfer(int node, CodeState state, CodeState[] ways) {
        Instruction instruction = function.at(node);
        int normal = function.next(node).length;
        if (ways.length > normal && normal > 0) {
            ways[normal] = state;
        }
        if (instruction instanceof Instruction.Branch branch) {
            decide(node, calls.value(state, branch.condition()), state, state, ways);
        } else if (instruction instanceof Instruction.Advance advance) {
            Value of = calls.value(state, advance.of());
            LoopId loop = facts.loopId(node);
            Value item = ofOneRank(node, advance.item(), element(loop, of));
            CodeState element = state.with(advance.item().number(), item);
            if (variables.containsKey(node)) {
                variables.get(node).iterates(of);
            }
            decide(node, pool.of(new Value.More(loop, of)), element, state, ways);
        } else if (instruction instanceof Instruction.Catch handler) {
            Value thrown = facts.exception(node);
            facts.decides(node, thrown);
            CodeState caught =
                    handler.to() == null ? state : state.with(handler.to().number(), thrown);
            ways[0] = caught;
            if (normal > 1) {
                ways[1] = state;
            }
        } else if (instruction instanceof Instruction.Return ends) {
            Value result = ends.value() == null ? pool.of(Value.Constant.NULL) : calls.value(state, ends.value());
            ways[0] = state.with(resultNumber, result);
        } else if (instruction instanceof Instruction.Throw) {
            ways[0] = function.handlerOf(node) < 0 ? null : state;
        } else {
            CallOutcome done = run(node, instruction, state);
            facts.does(node, done.word());
            Variable to = instruction.assigned();
            boolean goesOn = shared.words().ends(done.word()).contains(PathEnd.FALL);
            ways[0] = !goesOn
                    ? null
                    : to == null ? done.state() : done.state().with(to.number(), ofOneRank(node, to, done.value()));
        }
    }

    /**
     * Returns what a variable gets, as data of this rank where its use or its name says so and nothing better is known: the loss that
     * gradients are computed of, the element of a loader or what a library returns under the name of a batch.
     */
    private Value ofOneRank(int node, Variable to, Value value) {
        boolean loss = losses.contains(to) && function.at(node) instanceof Instruction.Invoke;
        boolean batch = batches.contains(to) && facts.word(node).equals(Word.EMPTY);
        boolean opaque = value instanceof Value.Result || batch && value instanceof Value.Element;
        if (!(loss || batch) || !opaque || !pool.dependence(value).isNone()) {
            return value;
        }
        Origin origin = new Origin(
                loss ? "the loss of this rank's data" : "`" + to.name() + "` of this rank",
                Optional.of(function.place(node)));
        Dependence dependence = Dependence.on(Dependence.Source.LOCAL_DATA);
        String key = "data of one rank at " + node + " of " + function.id();
        Value data = pool.of(new Value.Input(key, dependence, origin));
        if (!(value instanceof Value.Result result) || result.function().equals(Value.Result.ITEM)) {
            // An object of its own: a broadcast makes it, and not the loader, the same on all ranks.
            return pool.of(new Value.Result("batch", List.of(value, data), 0));
        }
        List<Value> parts = new ArrayList<>(result.arguments());
        parts.add(data);
        return pool.of(new Value.Result(result.function(), parts, facts.site(node)));
    }

    /** An object in a visible list is known by the number of the pass, so that a call of its method finds its class. */
    private Value element(LoopId loop, Value of) {
        boolean objects = of instanceof Value.Parts list
                && list.kind() != Expression.Build.Kind.MAP
                && list.parts().size() <= Limits.TARGETS
                && list.parts().stream()
                        .anyMatch(each -> each instanceof Value.Instance || each instanceof Value.Function);
        Value element = pool.of(new Value.Element(loop, of));
        List<Value> parts = objects ? ((Value.Parts) of).parts() : List.of();
        for (int i = parts.size() - 1; i >= 0; i--) {
            Value isPass = pool.of(new Value.Operation(
                    Operator.EQ, Arithmetic.DYNAMIC, List.of(ValuePool.pass(loop), Value.Constant.of(i))));
            element = i == parts.size() - 1 ? parts.get(i) : pool.of(new Value.Select(isPass, parts.get(i), element));
        }
        return element;
    }

    private void decide(int node, Value of, CodeState yes, CodeState no, CodeState[] ways) {
        Value truth = pool.of(new Value.Operation(Operator.TRUTH, Arithmetic.DYNAMIC, List.of(of)));
        facts.decides(node, truth);
        ways[0] = truth.equals(Value.Constant.FALSE) ? null : yes;
        ways[1] = truth.equals(Value.Constant.TRUE) ? null : no;
    }

    private CallOutcome run(int node, Instruction instruction, CodeState state) {
        if (instruction instanceof Instruction.Assign assign) {
            if (assign.value() instanceof Expression.TypeTest test) {
                Value type = pool.of(Value.Constant.name(test.type()));
                return calls.typeTest(node, calls.value(state, test.of()), test.of(), type, state);
            }
            return assign.value() instanceof Expression.Load load
                    ? access.load(node, load.from(), state)
                    : new CallOutcome(shared.empty(), computed(node, assign.value(), state), state);
        }
        if (instruction instanceof Instruction.Store store) {
            return access.store(node, store.to(), calls.value(state, store.value()), state);
        }
        if (instruction instanceof Instruction.Invoke call) {
            return calls.invoke(node, call, state);
        }
        if (instruction instanceof Instruction.EnterContext enter) {
            return calls.enter(node, calls.value(state, enter.manager()), state);
        }
        if (instruction instanceof Instruction.LeaveContext leave) {
            return calls.leave(node, calls.value(state, leave.manager()), state);
        }
        Word word = instruction instanceof Instruction.Yield ? new Word.Hole() : Word.EMPTY;
        return new CallOutcome(shared.words().of(word), pool.of(Value.Constant.NULL), state);
    }

    private Value computed(int node, Expression expression, CodeState state) {
        if (expression instanceof Expression.Copy copy) {
            return calls.value(state, copy.of());
        }
        if (expression instanceof Expression.Apply apply) {
            List<Value> operands = values(state, apply.operands());
            boolean length = apply.operator() == Operator.LEN
                    && operands.get(0) instanceof Value.Result made
                    && made.function().equals(ALLOCATE);
            return length
                    ? ((Value.Result) operands.get(0)).arguments().get(0)
                    : pool.of(new Value.Operation(apply.operator(), apply.arithmetic(), operands));
        }
        if (expression instanceof Expression.Build build) {
            boolean fresh = build.kind() != Expression.Build.Kind.TUPLE && build.kind() != Expression.Build.Kind.TEXT;
            return pool.of(new Value.Parts(build.kind(), values(state, build.parts()), fresh ? facts.site(node) : 0));
        }
        if (expression instanceof Expression.Allocate allocate) {
            return allocated(node, allocate, values(state, allocate.lengths()));
        }
        Expression.Closure closure = (Expression.Closure) expression;
        Map<String, Value> bound = new HashMap<>();
        closure.bound().forEach((name, of) -> bound.put(name, calls.value(state, of)));
        facts.makes(closure.function(), bound);
        return pool.of(new Value.Function(closure.function(), bound));
    }

    /** The function that makes a Java array; its arguments are the lengths. */
    private static final String ALLOCATE = "new[]";

    /** A short array of known length is visible, so that stores into it are. */
    private Value allocated(int node, Expression.Allocate allocate, List<Value> lengths) {
        if (lengths.size() == 1
                && lengths.get(0) instanceof Value.Constant constant
                && constant.value() instanceof Long length
                && length >= 0
                && length <= Limits.VISIBLE_ELEMENTS) {
            Value zero = switch (allocate.type()) {
                case "long", "int", "short", "byte", "char" -> Value.Constant.of(0);
                case "boolean" -> Value.Constant.FALSE;
                default -> Value.Constant.NULL;
            };
            List<Value> zeros = Collections.nCopies(length.intValue(), pool.of(zero));
            return pool.of(new Value.Parts(Expression.Build.Kind.ARRAY, zeros, facts.site(node)));
        }
        return pool.of(new Value.Result(ALLOCATE, lengths, facts.site(node)));
    }

    private List<Value> values(CodeState state, List<Operand> operands) {
        return operands.stream().map(each -> calls.value(state, each)).toList();
    }
}
