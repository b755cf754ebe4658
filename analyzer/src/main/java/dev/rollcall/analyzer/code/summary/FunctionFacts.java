package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.flow.ControlFlow;
import dev.rollcall.analyzer.code.flow.LoopForest;
import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.FunctionId;
import dev.rollcall.analyzer.code.form.Instruction;
import dev.rollcall.analyzer.code.form.Variable;
import dev.rollcall.analyzer.code.library.LibraryFact;
import dev.rollcall.analyzer.code.value.Dependence;
import dev.rollcall.analyzer.code.value.LoopId;
import dev.rollcall.analyzer.code.value.Origin;
import dev.rollcall.analyzer.code.value.Value;
import dev.rollcall.analyzer.code.value.ValuePool;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** What is known of a function while it is analysed, and what its analysis finds at its instructions. Not thread-safe. */
final class FunctionFacts implements NodeFacts {
    private final SummaryContext shared;
    private final ValuePool pool;
    private final CodeFunction function;
    private final String self;
    private final ControlFlow flow;
    private final LoopForest forest;
    private final Region region;
    private final int resultNumber;
    private final Places places;
    private final Set<Variable> variables = new LinkedHashSet<>();
    private final Map<FunctionId, Map<String, Value>> closures = new HashMap<>();
    private final BitSet failing = new BitSet();
    private final BitSet failingAlike = new BitSet();
    private final Map<Integer, Word> iterated = new HashMap<>();
    private final Map<List<Object>, Map<Integer, Value>> stored = new HashMap<>();
    private final Map<Value, Map<String, Value>> said = new IdentityHashMap<>();
    private final Value[] conditions;
    private final Word[] words;
    private final List<List<Value>> arguments = new ArrayList<>();
    private final Map<Integer, Map<FunctionId, UnaryOperator<Value>>> called = new HashMap<>();
    private boolean saidMore;

    /**
     * Makes the facts of a function of which nothing is found yet.
     *
     * @param self the class of its object; empty where it may be a subclass of the one that declares the function
     */
    FunctionFacts(SummaryContext shared, CodeFunction function, String self) {
        this.shared = shared;
        this.function = function;
        this.self = self;
        pool = shared.values();
        flow = new ControlFlow(function);
        forest = new LoopForest(flow);
        region = Region.of(flow, forest);
        function.parameters().forEach(each -> variables.add(each.variable()));
        function.instructions().forEach(each -> {
            if (each.assigned() != null) {
                variables.add(each.assigned());
            }
            arguments.add(List.of());
        });
        resultNumber = variables.stream().mapToInt(Variable::number).max().orElse(0) + 1;
        places = new Places(pool, resultNumber + 1);
        conditions = new Value[function.size()];
        words = new Word[function.size()];
    }

    ControlFlow flow() {
        return flow;
    }

    LoopForest forest() {
        return forest;
    }

    Region region() {
        return region;
    }

    /** Returns the variables that the function has, its parameters first. */
    Set<Variable> variables() {
        return variables;
    }

    /** Returns the number of a variable that holds what the function returns. */
    int resultNumber() {
        return resultNumber;
    }

    /** Notes the condition of an instruction; null where control does not come to it. */
    void decides(int node, Value condition) {
        conditions[node] = condition;
    }

    /** Notes the collective calls of an instruction; null where control does not come to it. */
    void does(int node, Word word) {
        words[node] = word;
    }

    /** Notes the collective calls before a loop's first pass. */
    void iterates(int header, Word word) {
        iterated.put(header, word);
    }

    /** Notes what an inner function holds of this one's variables, by name. */
    void makes(FunctionId inner, Map<String, Value> bound) {
        closures.put(inner, bound);
    }

    /** Returns the condition that an instruction throws, or that a handler takes what was thrown. */
    Value exception(int node) {
        boolean catches = function.at(node) instanceof Instruction.Catch;
        boolean fails =
                catches ? failing.stream().anyMatch(each -> function.handlerOf(each) == node) : failing.get(node);
        boolean uniform = !fails || isThrownByAll(catches ? node : function.handlerOf(node));
        Dependence dependence = uniform ? Dependence.NONE : Dependence.on(Dependence.Source.EXCEPTION);
        Origin origin = new Origin("an exception", Optional.of(function.place(node)));
        return pool.of(new Value.Input("exception " + node + " of " + function.id(), dependence, origin));
    }

    /** Returns whether the exceptions that a handler takes are thrown on all ranks or none. */
    private boolean isThrownByAll(int handler) {
        return handler >= 0
                && function.at(handler) instanceof Instruction.Catch taken
                && !taken.types().isEmpty()
                && taken.types().stream()
                        .allMatch(each -> shared.libraries()
                                .constant(each)
                                .map(found -> found.fact() instanceof LibraryFact.ThrownByAll)
                                .orElse(false));
    }

    /** Returns the site of an object that an instruction creates. */
    long site(int node) {
        return ValuePool.site(0, function.id(), node);
    }

    /** Returns the loops around an instruction, innermost first. */
    List<LoopForest.Loop> around(int node) {
        return forest.around(node);
    }

    LoopId loopId(int header) {
        return new LoopId(function.id(), header);
    }

    CodeFunction function() {
        return function;
    }

    /** Returns the class of the function's object. */
    String self() {
        return self;
    }

    @Override
    public Word word(int node) {
        return words[node] == null ? shared.empty() : words[node];
    }

    /** Returns the collective calls before a loop's first pass. */
    Word iterated(int header) {
        return iterated.getOrDefault(header, shared.empty());
    }

    /** Notes that an instruction calls a library, directly or not, which may throw what the program does not show. */
    void mayFail(int node) {
        failing.set(node);
    }

    /** Notes that an instruction may throw, but on all ranks or none: a pure function of what is the same on all. */
    void mayFailAlike(int node) {
        failingAlike.set(node);
    }

    /** Returns whether an instruction may throw what the program does not show. */
    boolean fails(int node) {
        return failing.get(node) || failingAlike.get(node);
    }

    /** Returns whether the function may throw what the program does not show, on some ranks alone. */
    boolean fails() {
        return !failing.isEmpty();
    }

    /** Returns the state after an inner function set a variable of this one, or of a function around it. */
    CodeState assignCaptured(CodeState state, String name, Value value) {
        for (Variable each : variables) {
            if (each.name().equals(name)) {
                return state.with(each.number(), value);
            }
        }
        return places.set(state, pool.of(new Value.Captured(name)), value);
    }

    /** Notes the arguments of a call. */
    void arguments(int node, List<Value> values) {
        arguments.set(node, values);
    }

    /** Notes that the function says of an object that it is of a class of the program, if a condition holds. */
    void says(Value object, String type, Value condition) {
        if (!(object instanceof Value.Constant)) {
            Map<String, Value> all = said.computeIfAbsent(pool.of(object), each -> new LinkedHashMap<>());
            // What stands before a test in the code asks it, too: in the next pass.
            saidMore |= all.size() < Limits.TARGETS && all.putIfAbsent(type, condition) == null;
        }
    }

    /** Returns whether {@link #says} noted anything new since this was asked last. */
    boolean saidMore() {
        boolean more = saidMore;
        saidMore = false;
        return more;
    }

    /** Returns the classes that {@link #says} noted for an object, with their conditions. */
    Map<String, Value> said(Value object) {
        return said.getOrDefault(pool.of(object), Map.of());
    }

    /** Notes what an instruction stores in a field of an object, or of a class or module itself. */
    void stores(int node, String type, String field, Value value, boolean ofType) {
        stored.computeIfAbsent(List.of(type, field, ofType), each -> new TreeMap<>())
                .put(node, value);
    }

    @Override
    public Set<Value> stored(String type, String field, boolean ofType) {
        return new LinkedHashSet<>(
                stored.getOrDefault(List.of(type, field, ofType), Map.of()).values());
    }

    /** Notes that an instruction calls a function, with these values for its parameters. */
    void called(int node, FunctionId callee, UnaryOperator<Value> values) {
        called.computeIfAbsent(node, each -> new HashMap<>()).put(callee, values);
    }

    /** Returns what an inner function holds of this one's variables, by name; empty if it is never made. */
    Map<String, Value> closure(FunctionId inner) {
        return closures.getOrDefault(inner, Map.of());
    }

    /** Returns what {@link #condition} does; null where it is empty. */
    Value decision(int node) {
        return conditions[node];
    }

    @Override
    public Optional<Value> condition(int instruction) {
        return Optional.ofNullable(conditions[instruction]);
    }

    @Override
    public List<Word.Call> calls(int instruction) {
        List<Word.Call> found = new ArrayList<>();
        List<Word> open = new ArrayList<>(List.of(word(instruction), iterated(instruction)));
        for (int i = 0; i < open.size(); i++) {
            if (open.get(i) instanceof Word.Call call) {
                found.add(call);
            } else {
                open.addAll(WordPool.parts(open.get(i)));
            }
        }
        return found;
    }

    @Override
    public List<Value> arguments(int instruction) {
        return arguments.get(instruction);
    }

    @Override
    public Optional<Value> inCall(int instruction, FunctionId callee, Value value) {
        return Optional.ofNullable(called.getOrDefault(instruction, Map.of()).get(callee))
                .map(values -> values.apply(value));
    }

    Places places() {
        return places;
    }
}
