package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.form.Callee;
import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.CodeProgram;
import dev.rollcall.analyzer.code.form.Expression;
import dev.rollcall.analyzer.code.form.FunctionId;
import dev.rollcall.analyzer.code.form.Instruction;
import dev.rollcall.analyzer.code.form.SourcePlace;
import dev.rollcall.analyzer.code.value.Dependence;
import dev.rollcall.analyzer.code.value.Origin;
import dev.rollcall.analyzer.code.value.Substitution;
import dev.rollcall.analyzer.code.value.Value;
import dev.rollcall.analyzer.code.value.ValueParts;
import dev.rollcall.analyzer.code.value.ValuePool;
import dev.rollcall.analyzer.containment.IoErrorText;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Analyses each function of a program once, after those that it calls. The call graph comes to light as functions are analysed: what one
 * needs is analysed at once, inside it; deep in such a chain, the function is analysed again afterwards. Recursions are the strongly
 * connected components of that graph (Tarjan, <i>Depth-First Search and Linear Graph Algorithms</i>, 1972, with an explicit stack); their
 * functions are analysed together until what they return is settled. Not thread-safe.
 */
final class SummarySolver implements CalledSummaries {
    private final SummaryContext shared;
    private final CodeProgram program;
    private final ValuePool values;
    private final WordPool words;
    private final Map<Key, Entry> entries = new HashMap<>();
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

    /** What is analysed: a function, with the class of its object where it is more than the function's own. */
    private record Key(FunctionId function, String self) {}

    /** The analysis of a function. */
    private static final class Entry {
        final Key key;
        final int index;
        final Set<Key> missing = new LinkedHashSet<>();
        int low;
        boolean recursive;
        boolean done;
        boolean acts;
        Dependence returns = Dependence.NONE;
        Summary summary;
        FunctionFacts facts;

        Entry(Key key, int index) {
            this.key = key;
            this.index = index;
            low = index;
        }
    }

    SummarySolver(SummaryContext shared) {
        this.shared = shared;
        program = shared.program();
        values = shared.values();
        words = shared.words();
    }

    /**
     * Returns the summary of a function.
     *
     * @param self the class of its object; empty for the class that declares it
     */
    Summary of(FunctionId function, String self) {
        return solved(new Key(function, self)).summary;
    }

    /** Returns what the analysis found at the instructions of a function; empty if it could not be analysed. */
    Optional<FunctionFacts> facts(FunctionId function) {
        return Optional.ofNullable(solved(new Key(function, "")).facts);
    }

    /** Returns the functions that could not be summarized, with the reason. */
    Map<FunctionId, String> gaps() {
        return Collections.unmodifiableMap(gaps);
    }

    /** Returns whether a word mentions values that calls replace. */
    boolean isOpen(Word word) {
        return !leaves(word).isEmpty();
    }

    private Entry solved(Key key) {
        Entry entry = entries.get(key);
        if (entry == null) {
            solve(key);
            entry = entries.get(key);
        }
        return entry;
    }

    private void solve(Key first) {
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
            Key next = entry.missing.stream().findFirst().orElse(null);
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

    private Entry added(Key key) {
        Entry entry = new Entry(key, ++counter);
        entries.put(key, entry);
        component.push(entry);
        program.function(key.function)
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
        Key key = new Key(called, "");
        if (called != null && program.function(called).isPresent() && !entries.containsKey(key)) {
            entry.missing.add(key);
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
        CodeFunction function = program.function(entry.key.function).orElse(null);
        try {
            String gap = summarize(entry, function);
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

    /** Makes the summary of a function; returns why it has none, or an empty text. */
    private String summarize(Entry entry, CodeFunction function) {
        String gap = function == null
                ? "not in the program"
                : function.size() > Limits.INSTRUCTIONS ? "too large" : function.gap();
        if (gap.isEmpty()) {
            FunctionAnalysis analysis = new FunctionAnalysis(shared, this, function, entry.key.self);
            entry.facts = analysis.facts();
            gap = analysis.gap();
            if (gap.isEmpty()) {
                entry.summary = new DecoratedSummary(shared, this, function).of(analysis.summary());
                gap = made > Limits.WORD_PARTS ? "too many calls" : analysis.gap();
            }
        }
        return gap;
    }

    private void giveUp(Entry entry, CodeFunction function, String gap) {
        FunctionId id = entry.key.function;
        gaps.put(id, gap);
        entry.facts = null;
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

    @Override
    public Summary request(FunctionId function, String self) {
        Key key = new Key(function, self);
        Entry entry = entries.get(key);
        if (entry != null && entry.done) {
            return entry.summary;
        }
        if (entry == null && !settling && nested < Limits.NESTED) {
            nested++;
            try {
                solve(key);
            } finally {
                nested--;
            }
            entry = entries.get(key);
            if (entry.done) {
                return entry.summary;
            }
            current.low = Math.min(current.low, entry.low);
        }
        unanswered++;
        if (entry == null) {
            current.missing.add(key);
            return null;
        }
        entry.recursive = true;
        current.low = Math.min(current.low, entry.index);
        return null;
    }

    @Override
    public void plain(FunctionId function, Summary summary) {
        plain.put(function, summary);
    }

    @Override
    public Summary plain(FunctionId function) {
        return plain.get(function);
    }

    @Override
    public Word again(FunctionId function, String self, List<Value> arguments, SourcePlace place) {
        Entry entry = entries.get(new Key(function, self));
        boolean isRecursion = current != null && entry != null && entry.acts;
        return isRecursion ? words.of(new Word.Again(function, arguments, place)) : shared.empty();
    }

    @Override
    public Value assumed(FunctionId function, String self, List<Value> arguments, SourcePlace place) {
        Entry entry = entries.get(new Key(function, self));
        Dependence dependence = entry == null ? Dependence.NONE : entry.returns;
        Origin origin = new Origin("the result of `" + function.name() + "`", Optional.of(place));
        return values.mixed("recursion of " + function + " at " + place, arguments, dependence, origin);
    }

    @Override
    public boolean fails(FunctionId function, String self) {
        Entry entry = entries.get(new Key(function, self));
        return entry == null || entry.facts == null || entry.facts.fails();
    }

    @Override
    public Word applied(Summary summary, Substitution substitution, Function<Word.Ask, Optional<Word>> answers) {
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

    @Override
    public boolean enter() {
        depth++;
        if (depth > Limits.DEPTH) {
            depth--;
            return false;
        }
        return true;
    }

    @Override
    public void exit() {
        depth--;
    }
}
