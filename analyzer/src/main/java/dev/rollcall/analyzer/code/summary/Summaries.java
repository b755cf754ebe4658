package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.form.Callee;
import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.CodeProgram;
import dev.rollcall.analyzer.code.form.Expression;
import dev.rollcall.analyzer.code.form.FormalParameter;
import dev.rollcall.analyzer.code.form.FunctionId;
import dev.rollcall.analyzer.code.form.Instruction;
import dev.rollcall.analyzer.code.form.SourcePlace;
import dev.rollcall.analyzer.code.library.Libraries;
import dev.rollcall.analyzer.code.value.Axis;
import dev.rollcall.analyzer.code.value.Dependence;
import dev.rollcall.analyzer.code.value.FunctionResults;
import dev.rollcall.analyzer.code.value.Origin;
import dev.rollcall.analyzer.code.value.Substitution;
import dev.rollcall.analyzer.code.value.Value;
import dev.rollcall.analyzer.code.value.ValueParts;
import dev.rollcall.analyzer.code.value.ValuePool;
import dev.rollcall.analyzer.containment.IoErrorText;
import dev.rollcall.catalogue.ArgumentRole;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The summaries of a program's functions, each analysed once, after those that it calls. The call graph comes to light as functions are
 * analysed: what one needs is analysed at once, inside it; deep in such a chain, the function is analysed again afterwards.
 * Recursions are the strongly connected components of that graph (Tarjan, <i>Depth-First Search and Linear Graph Algorithms</i>, 1972,
 * with an explicit stack); their functions are analysed together until what they return is settled. The words generalize the barrier sequences of Aiken and Gay, <i>Barrier Inference</i>
 * (POPL 1998), and what PARCOACH reads off the post-dominance frontier (Saillard, Carribault and Barthou, 2014). Not thread-safe; needs a
 * thread with a large stack for functions whose branches nest deeply.
 */
public final class Summaries implements FunctionResults {
    private final CodeProgram program;
    private final Libraries libraries;
    private final ValuePool values;
    private final WordPool words;
    private final FieldStores stores;
    private final FieldValues fields;
    private final FieldTypes fieldTypes;
    private final Map<FunctionId, Map<Same, Value>> assumedInRoots = new HashMap<>();
    private final Map<Context, Entry> entries = new HashMap<>();
    private final Map<String, Map<String, Optional<FunctionId>>> methods = new HashMap<>();
    private final List<Libraries.Found> libraryMethods = new ArrayList<>();
    private final Map<FunctionId, Summary> plain = new HashMap<>();
    private final Map<FunctionId, String> gaps = new LinkedHashMap<>();
    private final Map<List<Object>, Word> applications = new HashMap<>();
    private final Map<Word, Set<Same>> leaves = new IdentityHashMap<>();
    private final Deque<Entry> component = new ArrayDeque<>();
    private Entry current;
    private int counter;
    private int depth;
    private int nested;
    private boolean settling;
    private int made;
    private int unanswered;
    private long visited;

    /** A function, with the class of its object where it is more than the function's own. */
    private record Context(FunctionId function, String self) {}

    /** The analysis of a context. */
    private static final class Entry {
        final Context context;
        final int index;
        final Set<Context> missing = new LinkedHashSet<>();
        int low;
        boolean recursive;
        boolean done;
        boolean acts;
        Dependence returns = Dependence.NONE;
        Summary summary;
        FunctionAnalysis analysis;

        Entry(Context context, int index) {
            this.context = context;
            this.index = index;
            low = index;
        }
    }

    /** Makes the summaries of a program; their values and words come from these pools. */
    public Summaries(CodeProgram program, Libraries libraries, ValuePool values, WordPool words) {
        this.program = program;
        this.libraries = libraries;
        this.values = values;
        this.words = words;
        stores = new FieldStores(program);
        fields = new FieldValues(this, stores);
        fieldTypes = new FieldTypes(program, libraries, stores);
    }

    /** Returns the summary of a function, over its parameters; a function that the program does not have does nothing. */
    public Summary of(FunctionId function) {
        return of(function, "");
    }

    /**
     * Returns the summary of a function.
     *
     * @param self the class of its object; empty for the class that declares it
     */
    public Summary of(FunctionId function, String self) {
        return solved(new Context(function, self)).summary;
    }

    /**
     * Returns whether a function may make calls that depend on anything: on its arguments, or on a condition that differs between ranks.
     */
    public boolean isOpen(FunctionId function) {
        Word word = of(function).word();
        return words.mayCall(word) && (!leaves(word).isEmpty() || words.guarded(word));
    }

    /** Returns what the analysis found at the instructions of a function; empty if it could not be analysed. */
    public Optional<NodeFacts> facts(FunctionId function) {
        return Optional.ofNullable(solved(new Context(function, "")).analysis);
    }

    @Override
    public Optional<Value> result(FunctionId function) {
        return program.function(function).map(each -> of(function).result());
    }

    /**
     * Returns the summary of a function that nothing visible calls. Its parameters are what the rule of names says, or opaque and the same
     * on all ranks; fields of its object hold what the class stores in them; functions that stay unknown do nothing. Of a communicator that
     * stays unknown the members are assumed, see {@link AssumedGroups}.
     */
    public Summary root(FunctionId function, String self) {
        Summary summary = of(function, self);
        CodeFunction code = program.function(function).orElse(null);
        if (code == null || leaves(summary.word()).isEmpty() && !words.guarded(summary.word())) {
            return summary;
        }
        Substitution known = outside(code);
        FunctionAnalysis own = code.gap().isEmpty() ? new FunctionAnalysis(this, code, self) : null;
        Word word = new WordApplication(
                        words, known, ask -> Optional.ofNullable(own).map(analysis -> analysis.answer(ask)))
                .fromOutside(value -> isArgument(function, value))
                .of(summary.word());
        Map<Same, Value> assumed = given(summary, known);
        AssumedGroups unknown = new AssumedGroups(values);
        unknown.add(word);
        assumed.putAll(unknown.found());
        assumedInRoots.put(function, assumed);
        Substitution groups = assuming(assumed);
        Word whole = new WordApplication(words, groups, ask -> Optional.of(empty()))
                .withoutQuestions(again -> isIdle(again, new HashSet<>()))
                .of(word);
        return new Summary(whole, groups.of(known.of(summary.result())), List.of());
    }

    /**
     * Returns whether a recursive call does nothing: what it leads to makes no call, but for what a library may call, and it hands on no
     * function that does. A recursion is idle unless something in it is not.
     */
    private boolean isIdle(Word.Again again, Set<FunctionId> seen) {
        return isIdle(again.function(), seen)
                && again.arguments().stream().allMatch(argument -> handsOnNothing(argument, seen));
    }

    private boolean isIdle(FunctionId function, Set<FunctionId> seen) {
        return !seen.add(function)
                || isIdle(of(function).word(), seen, Collections.newSetFromMap(new IdentityHashMap<>()));
    }

    private boolean isIdle(Word word, Set<FunctionId> seen, Set<Word> done) {
        boolean acts = word instanceof Word.Act
                || word instanceof Word.Gap
                || word instanceof Word.Hole
                || word instanceof Word.Again again && !isIdle(again, seen);
        boolean isCallback = word instanceof Word.Split split && split.guard().kind() == Guard.Kind.CALLBACK;
        return !done.add(word)
                || isCallback
                || !acts && WordPool.parts(word).stream().allMatch(part -> isIdle(part, seen, done));
    }

    private boolean handsOnNothing(Value value, Set<FunctionId> seen) {
        return !(value instanceof Value.Function function && !isIdle(function.function(), seen))
                && ValueParts.of(value).stream().allMatch(part -> handsOnNothing(part, seen));
    }

    private static final String JOB = "job";

    /** Returns a value of a function that nothing visible calls, as {@link #root} has it. */
    public Value inRoot(CodeFunction function, Value value) {
        Substitution own = outside(function);
        Value known = own.of(value);
        AssumedGroups unknown = new AssumedGroups(values);
        unknown.add(known);
        Map<Same, Value> assumed = given(of(function.id()), own);
        assumed.putAll(unknown.found());
        assumed.putAll(assumedInRoots.getOrDefault(function.id(), Map.of()));
        return assuming(assumed).of(known);
    }

    /** Returns the place where a program's first communicator keeps what it gets for the rank or the number of ranks. */
    static Value.FieldOf ofJob(ArgumentRole role, ValuePool values) {
        return new Value.FieldOf(values.of(Value.Constant.name(JOB)), JOB, role.toString());
    }

    /** Returns whether a place is one of {@link #ofJob}. */
    static boolean isOfJob(Value.FieldOf place) {
        return place.owner().equals(JOB);
    }

    /**
     * An input, such as an argument of the command line, is the rank if a program that begins here creates its first communicator with it,
     * and not only on some ranks.
     */
    private Map<Same, Value> given(Summary root, Substitution known) {
        Map<Same, Value> given = new HashMap<>();
        for (Effect each : root.effects()) {
            boolean size = each.place().equals(ofJob(ArgumentRole.SIZE, values));
            if (size || each.place().equals(ofJob(ArgumentRole.RANK, values))) {
                Value value = known.of(each.value());
                while (value instanceof Value.Select select
                        && values.dependence(select.condition()).isNone()) {
                    value = select.yes().equals(each.place()) ? select.no() : select.yes();
                }
                boolean input = (value instanceof Value.Input
                                || value instanceof Value.FieldOf
                                || value instanceof Value.Result)
                        && values.dependence(value).isNone();
                if (input) {
                    given.put(new Same(value), size ? new Value.Size(Axis.WORLD) : new Value.Rank(Axis.WORLD));
                }
            }
        }
        return given;
    }

    private Substitution assuming(Map<Same, Value> assumed) {
        return new Substitution(values, each -> Optional.ofNullable(assumed.get(new Same(each))), 0);
    }

    /** Returns the values of a root's parameters and fields. */
    private Substitution outside(CodeFunction function) {
        Substitution[] own = new Substitution[1];
        own[0] = new Substitution(
                values,
                value -> {
                    if (value instanceof Value.Parameter parameter
                            && parameter.index() < function.parameters().size()) {
                        return Optional.of(
                                argument(function, function.parameters().get(parameter.index())));
                    }
                    if (value instanceof Value.Captured captured) {
                        return captured(function.id(), captured.name());
                    }
                    if (value instanceof Value.FieldOf field) {
                        Value.FieldOf place = new Value.FieldOf(own[0].of(field.of()), field.owner(), field.name());
                        Value whole = values.of(place);
                        return Optional.of(
                                whole instanceof Value.FieldOf unknown
                                        ? fields.value(unknown, function.id().unit())
                                                .orElse(whole)
                                        : whole);
                    }
                    return Optional.empty();
                },
                0);
        return own[0];
    }

    /** Returns what an inner function that nothing visible calls, such as a callback, holds of the function around it. */
    private Optional<Value> captured(FunctionId inner, String name) {
        return around(inner).flatMap(outer -> closure(outer, inner, name).map(outside(outer)::of));
    }

    /** Returns what an inner function captures, as the function around it has it. */
    private Optional<Value> closure(CodeFunction outer, FunctionId inner, String name) {
        FunctionAnalysis made = solved(new Context(outer.id(), "")).analysis;
        return made == null
                ? Optional.empty()
                : Optional.ofNullable(made.closure(inner).get(name));
    }

    /** Returns the function in which a Python function is defined. */
    Optional<CodeFunction> around(FunctionId inner) {
        int dot = inner.name().lastIndexOf('.');
        return dot < 0
                ? Optional.empty()
                : program.function(
                        new FunctionId(inner.unit(), inner.owner(), inner.name().substring(0, dot), ""));
    }

    /** Returns whether a value is an argument of a function, or of one around it, as it came. */
    private boolean isArgument(FunctionId function, Value value) {
        return value instanceof Value.Parameter
                || value instanceof Value.Captured captured
                        && around(function)
                                .filter(outer -> closure(outer, function, captured.name())
                                        .filter(of -> isArgument(outer.id(), of))
                                        .isPresent())
                                .isPresent();
    }

    /**
     * Returns a value that a function stores as its callers see it; what the place itself held before is left out. A global variable for the
     * world's communicator held nothing before.
     */
    Value outside(CodeFunction function, Value value, Value.FieldOf place) {
        boolean isGlobal = program.type(place.owner()).isEmpty();
        Value first = whereUnset(value, place);
        boolean isFirst = first.equals(place) || isGlobal && mayBeWorld(first, place);
        return outside(function).of(isFirst ? without(place, first) : first);
    }

    /** Returns what a place gets while it holds nothing, as that of a single object does; the value itself where something else decides. */
    private static Value whereUnset(Value value, Value.FieldOf place) {
        Value first = value;
        while (first instanceof Value.Select select
                && asksOnly(select.condition(), place)
                && (select.yes().equals(place) || select.no().equals(place))) {
            first = select.yes().equals(place) ? select.no() : select.yes();
        }
        return first;
    }

    /** Returns whether a condition only asks whether a place holds something. */
    private static boolean asksOnly(Value condition, Value.FieldOf place) {
        return condition.equals(place)
                || condition instanceof Value.Operation test
                        && test.operands().stream()
                                .allMatch(each -> each.equals(Value.Constant.NULL) || asksOnly(each, place));
    }

    /** Returns whether a value is the communicator of all ranks, or missing, or what the place held before. */
    private static boolean mayBeWorld(Value value, Value.FieldOf place) {
        return value instanceof Value.Select select
                ? mayBeWorld(select.yes(), place) && mayBeWorld(select.no(), place)
                : value.equals(Value.Communicator.WORLD) || value.equals(Value.Constant.NULL) || value.equals(place);
    }

    private Value without(Value.FieldOf place, Value value) {
        if (value instanceof Value.Select select) {
            return values.of(
                    new Value.Select(select.condition(), without(place, select.yes()), without(place, select.no())));
        }
        return value.equals(place) ? Value.Constant.NULL : value;
    }

    private Value argument(CodeFunction function, FormalParameter parameter) {
        String name = parameter.variable().name();
        Origin origin = new Origin("argument `" + name + "`", Optional.empty());
        Value plain = values.of(new Value.Input("argument " + name + " of " + function.id(), Dependence.NONE, origin));
        return libraries
                .parameter(name)
                .map(found -> values.of(FactValues.ofName(found.fact(), plain, origin)))
                .orElse(plain);
    }

    /** Returns the functions that could not be summarized, with the reason. */
    public Map<FunctionId, String> gaps() {
        return Collections.unmodifiableMap(gaps);
    }

    /** Returns the number of steps that the analysis took so far: the measure of its cost. */
    public long visited() {
        return visited;
    }

    private Entry solved(Context context) {
        Entry entry = entries.get(context);
        if (entry == null) {
            solve(context);
            entry = entries.get(context);
        }
        return entry;
    }

    private void solve(Context first) {
        int before = counter;
        boolean ended = false;
        try {
            solve(added(first));
            ended = true;
        } finally {
            if (!ended) {
                forget(before);
            }
        }
    }

    /** Leaves out the functions that came to light since and are not done: they are analysed anew if they are asked for. */
    private void forget(int before) {
        component.removeIf(entry -> entry.index > before);
        entries.values().removeIf(entry -> entry.index > before && !entry.done);
    }

    private void solve(Entry first) {
        Deque<Entry> path = new ArrayDeque<>(List.of(first));
        while (!path.isEmpty()) {
            Entry entry = path.peek();
            Context next = entry.missing.stream().findFirst().orElse(null);
            entry.missing.remove(next);
            if (next != null) {
                Entry known = entries.get(next);
                if (known == null) {
                    path.push(added(next));
                } else if (!known.done) {
                    entry.low = Math.min(entry.low, known.index);
                }
                continue;
            }
            analyse(entry);
            if (entry.missing.isEmpty()) {
                path.pop();
                if (entry.low == entry.index) {
                    finish(entry);
                }
                if (!path.isEmpty()) {
                    path.peek().low = Math.min(path.peek().low, entry.done ? Integer.MAX_VALUE : entry.low);
                }
            }
        }
    }

    private Entry added(Context context) {
        Entry entry = new Entry(context, ++counter);
        entries.put(context, entry);
        component.push(entry);
        program.function(context.function)
                .ifPresent(function -> function.instructions().forEach(each -> expect(each, entry)));
        return entry;
    }

    /** What is sure to be called is analysed before: the function itself needs one analysis less. */
    private void expect(Instruction instruction, Entry entry) {
        FunctionId called =
                instruction instanceof Instruction.Invoke call && call.callee() instanceof Callee.Exact exact
                        ? exact.function()
                        : instruction instanceof Instruction.Assign assign
                                        && assign.value() instanceof Expression.Closure closure
                                ? closure.function()
                                : null;
        Context context = new Context(called, "");
        if (called != null && program.function(called).isPresent() && !entries.containsKey(context)) {
            entry.missing.add(context);
        }
    }

    private void analyse(Entry entry) {
        Entry outer = current;
        int madeOutside = made;
        int depthOutside = depth;
        int before = counter;
        current = entry;
        made = 0;
        depth = 0;
        CodeFunction function = program.function(entry.context.function).orElse(null);
        try {
            String gap = gapOf(entry, function);
            if (!gap.isEmpty()) {
                giveUp(entry, function, gap);
            }
            words.shape(entry.summary.word());
            words.guarded(entry.summary.word());
        } catch (RuntimeException | StackOverflowError failure) {
            // One function's failure is its own: those that call it are judged all the same.
            // To handle an overflow can overflow again: then those around it forget what it left.
            forget(before);
            String gap = failure instanceof StackOverflowError ? "nested too deeply" : IoErrorText.of(failure);
            entry.missing.clear();
            giveUp(entry, function, gap);
        } finally {
            current = outer;
            made = madeOutside;
            depth = depthOutside;
        }
    }

    /** Analyses a function, and returns why it has no summary; empty if it has one. */
    private String gapOf(Entry entry, CodeFunction function) {
        String gap = function == null
                ? "not in the program"
                : function.size() > Limits.INSTRUCTIONS ? "too large" : function.gap();
        if (gap.isEmpty()) {
            entry.analysis = new FunctionAnalysis(this, function, entry.context.self);
            gap = entry.analysis.gap();
        }
        if (gap.isEmpty()) {
            entry.summary = new DecoratedSummary(this, function).of(entry.analysis.summary());
            gap = made > Limits.WORD_PARTS ? "too many calls" : entry.analysis.gap();
        }
        return gap;
    }

    private void giveUp(Entry entry, CodeFunction function, String gap) {
        FunctionId id = entry.context.function;
        gaps.put(id, gap);
        entry.analysis = null;
        entry.summary = new Summary(words.of(new Word.Gap(id, gap)), lost(id, function), List.of());
    }

    private Value lost(FunctionId id, CodeFunction function) {
        List<Value> open = new ArrayList<>();
        for (int i = 0; function != null && i < function.parameters().size(); i++) {
            open.add(values.of(new Value.Parameter(i)));
        }
        Origin origin = new Origin("`" + id.name() + "`, which is not summarized", Optional.empty());
        return values.mixed("result of " + id, open, Dependence.NONE, origin);
    }

    /** Ends a component of the call graph: its functions are analysed together until nothing changes. */
    private void finish(Entry first) {
        List<Entry> members = new ArrayList<>();
        while (members.isEmpty() || members.get(members.size() - 1) != first) {
            members.add(component.pop());
        }
        boolean recursive = members.stream().anyMatch(each -> each.recursive);
        for (int round = 0; recursive && round < Limits.ROUNDS; round++) {
            recursive = false;
            for (Entry each : members) {
                boolean acts = words.mayCall(each.summary.word());
                Dependence returns = each.returns.and(values.dependence(each.summary.result()));
                recursive |= acts != each.acts || !returns.sources().equals(each.returns.sources());
                each.acts = acts;
                each.returns = returns;
            }
            if (recursive) {
                settling = true;
                try {
                    members.forEach(this::analyse);
                } finally {
                    settling = false;
                }
            }
        }
        members.forEach(each -> {
            each.done = true;
            each.missing.clear();
        });
    }

    /** Returns the summary of a called function; null if it is not there, or not yet. */
    Summary request(FunctionId function, String self) {
        Context context = new Context(function, self);
        Entry entry = entries.get(context);
        if (entry != null && entry.done) {
            return entry.summary;
        }
        if (entry == null && !settling && nested < Limits.NESTED) {
            nested++;
            try {
                solve(context);
            } finally {
                nested--;
            }
            entry = entries.get(context);
            if (entry.done) {
                return entry.summary;
            }
            current.low = Math.min(current.low, entry.low);
        }
        unanswered++;
        if (entry == null) {
            current.missing.add(context);
            return null;
        }
        entry.recursive = true;
        current.low = Math.min(current.low, entry.index);
        return null;
    }

    /** Notes the summary of a function without its decorators. */
    void plain(FunctionId function, Summary summary) {
        plain.put(function, summary);
    }

    /** Returns the summary that {@link #plain(FunctionId, Summary)} noted. */
    Summary plain(FunctionId function) {
        return plain.get(function);
    }

    /** Returns the word of a call of a function whose summary is not there yet: a recursion, if it calls anything at all. */
    Word again(FunctionId function, String self, List<Value> arguments, SourcePlace place) {
        Entry entry = entries.get(new Context(function, self));
        boolean isRecursion = current != null && entry != null && entry.acts;
        return isRecursion ? words.of(new Word.Again(function, arguments, place)) : empty();
    }

    /** Returns what a recursive call returns, as far as it is known. */
    Value assumed(FunctionId function, String self, List<Value> arguments, SourcePlace place) {
        Entry entry = entries.get(new Context(function, self));
        Dependence dependence = entry == null ? Dependence.NONE : entry.returns;
        Origin origin = new Origin("the result of `" + function.name() + "`", Optional.of(place));
        return values.mixed("recursion of " + function + " at " + place, arguments, dependence, origin);
    }

    /** Returns whether a function may throw what the program does not show. */
    boolean fails(FunctionId function, String self) {
        Entry entry = entries.get(new Context(function, self));
        return entry == null || entry.analysis == null || entry.analysis.fails();
    }

    /** Returns the word of a summary with a call's values. Words that mention equal values are shared. */
    Word applied(Summary summary, Substitution substitution, Function<Word.Ask, Optional<Word>> answers) {
        Set<Same> open = leaves(summary.word());
        if (open.isEmpty() || made > Limits.WORD_PARTS) {
            return summary.word();
        }
        List<Object> key = new ArrayList<>(List.of(new Same(summary.word())));
        open.forEach(each -> key.add(new Same(substitution.of((Value) each.of()))));
        Word found = applications.get(key);
        if (found == null) {
            WordApplication application = new WordApplication(words, substitution, answers);
            int before = unanswered;
            found = application.of(summary.word());
            made += application.made();
            if (unanswered == before) {
                applications.put(key, found);
            }
        }
        return found;
    }

    /** Returns the values in a summary's word that calls replace. */
    private Set<Same> leaves(Word word) {
        Set<Same> found = leaves.get(word);
        if (found == null) {
            found = new LinkedHashSet<>();
            collectLeaves(word, found, Collections.newSetFromMap(new IdentityHashMap<>()));
            leaves.put(word, found);
        }
        return found;
    }

    private void collectLeaves(Word word, Set<Same> found, Set<Word> seen) {
        if (!seen.add(word)) {
            return;
        }
        WordPool.values(word).forEach(each -> collectLeaves(each, found));
        if (word instanceof Word.Call call) {
            found.addAll(leaves(call.word()));
        } else {
            WordPool.parts(word).forEach(part -> collectLeaves(part, found, seen));
        }
    }

    private void collectLeaves(Value value, Set<Same> found) {
        boolean leaf = value instanceof Value.Parameter
                || value instanceof Value.Captured
                || value instanceof Value.Self
                || value instanceof Value.FieldOf;
        if (leaf) {
            found.add(new Same(value));
        } else {
            ValueParts.of(value).forEach(part -> collectLeaves(part, found));
        }
    }

    /** Returns the values of the parameters that a function value binds all of. */
    List<Value> argumentsOf(Value.Function function) {
        List<Value> all = new ArrayList<>();
        while (function.bound().containsKey(String.valueOf(all.size()))) {
            all.add(function.bound().get(String.valueOf(all.size())));
        }
        return all;
    }

    /** Returns whether an exception of one type may be of another; an unknown one may be of any. */
    boolean mayBe(String type, String other) {
        List<String> types = program.supertypes(type);
        return type.isEmpty()
                || ExceptionTypes.takesAll(other, types)
                || types.stream().anyMatch(each -> ExceptionTypes.isA(each, other));
    }

    /** Returns a number for what the catalogue says about a method; the same for equal facts. */
    int number(Libraries.Found method) {
        int known = libraryMethods.indexOf(method);
        if (known < 0) {
            libraryMethods.add(method);
        }
        return known < 0 ? libraryMethods.size() - 1 : known;
    }

    /** Returns what has a number. */
    Libraries.Found found(int number) {
        return libraryMethods.get(number);
    }

    /** Returns the only method of that name in the classes that are visible from a unit. */
    Optional<FunctionId> onlyMethod(String unit, String name) {
        return methods.computeIfAbsent(unit, this::methodsFrom).getOrDefault(name, Optional.empty());
    }

    private Map<String, Optional<FunctionId>> methodsFrom(String unit) {
        Map<String, Optional<FunctionId>> found = new HashMap<>();
        for (String each : program.visibleFrom(unit)) {
            program.unit(each)
                    .ifPresent(of -> of.types()
                            .forEach(type -> type.methods()
                                    .forEach((name, id) ->
                                            found.merge(name, Optional.of(id), (one, other) -> Optional.empty()))));
        }
        return found;
    }

    /** Begins a call inside of an application; false if there are too many inside each other. */
    boolean enter() {
        depth++;
        if (depth > Limits.DEPTH) {
            depth--;
            return false;
        }
        return true;
    }

    /** Ends what {@link #enter} began. */
    void exit() {
        depth--;
    }

    void visit() {
        visited++;
    }

    Word empty() {
        return words.of(Word.EMPTY);
    }

    FieldStores stores() {
        return stores;
    }

    FieldTypes fieldTypes() {
        return fieldTypes;
    }

    CodeProgram program() {
        return program;
    }

    Libraries libraries() {
        return libraries;
    }

    ValuePool values() {
        return values;
    }

    WordPool words() {
        return words;
    }
}
