package dev.rollcall.analyzer.code.summary;

import dev.rollcall.analyzer.code.form.Arithmetic;
import dev.rollcall.analyzer.code.form.Operator;
import dev.rollcall.analyzer.code.value.Dependence;
import dev.rollcall.analyzer.code.value.LoopId;
import dev.rollcall.analyzer.code.value.Origin;
import dev.rollcall.analyzer.code.value.Substitution;
import dev.rollcall.analyzer.code.value.Value;
import dev.rollcall.analyzer.code.value.ValueParts;
import dev.rollcall.analyzer.code.value.ValuePool;
import java.util.BitSet;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/**
 * What the variables of a loop are at the beginning of a pass, learned from one pass of the analysis to the next: the same as before the
 * loop, a counter, a value that every pass sets, or some passes set, an object of which some fields are lost, a choice between such values by
 * a condition that is the same in all passes, or a mixture of which only the dependence is known. Not thread-safe.
 */
final class LoopVariables {
    /** The sides of a choice in the names of what is lost. */
    private static final String YES = "?";

    private static final String NO = ":";

    private final ValuePool pool;
    private final LoopId loop;
    private final BitSet nodes;
    private final Origin origin;
    private final IntFunction<Value> initial;
    private final Map<Integer, Carried> carried = new TreeMap<>();
    private final Map<Integer, Items> items = new TreeMap<>();
    private Value iterable;
    private int revisions;
    private CodeState before = CodeState.EMPTY;
    private Set<Value> heldBefore;

    private enum Kind {
        NEW,
        UNCHANGED,
        COUNTER,
        SETTLED,
        SET,
        OBJECT,
        CHOSEN,
        MIXED
    }

    /**
     * What the passes of a loop make of a variable.
     *
     * @param value the step of a counter, the value that is set, the object, or the condition of a choice, which is the same in all passes
     * @param yes what they make of it where the condition of a choice holds; null without a choice
     * @param no what they make of it where it does not; null without a choice
     * @param apart whether the sides of a choice are told apart behind the loop, too
     */
    private record Carried(Kind kind, Value value, Dependence dependence, Carried yes, Carried no, boolean apart) {
        /** Nothing is learned yet. */
        private static final Carried OPEN = new Carried(Kind.NEW, null, Dependence.NONE);

        Carried(Kind kind, Value value, Dependence dependence) {
            this(kind, value, dependence, null, null, true);
        }
    }

    /**
     * What passes make of one side of a choice.
     *
     * @param isKnown whether it does not follow from the loop's own variables alone
     */
    private record Side(Carried learned, boolean isKnown) {
        boolean isCounter() {
            return learned.kind == Kind.COUNTER;
        }

        /** Returns whether the sides are told apart within the loop: two that the loop computes may be equal in each pass. */
        boolean isApartWithin(Side other) {
            return isKnown || other.isKnown || isCounter() && other.isCounter();
        }

        /** Returns whether this side is told apart from the other behind the loop: what the loop computes may come to any value. */
        boolean isApartBehind(Side other) {
            return isKnown || isCounter() && other.learned.kind == Kind.UNCHANGED;
        }
    }

    /** Which items a loop over elements adds to a list, as a comprehension does. */
    private record Items(Value begins, Value condition, Value item) {}

    /**
     * Makes the variables of a loop.
     *
     * @param nodes the loop's instructions
     * @param initial what a place holds that nothing has changed; null for a variable
     */
    LoopVariables(ValuePool pool, LoopId loop, BitSet nodes, Origin origin, IntFunction<Value> initial) {
        this.pool = pool;
        this.loop = loop;
        this.nodes = nodes;
        this.origin = origin;
        this.initial = initial;
    }

    /** Says that the loop has a pass for each element of a value. */
    void iterates(Value over) {
        iterable = over;
    }

    /** Adds a variable that the loop assigns. */
    void add(int number) {
        carried.putIfAbsent(number, Carried.OPEN);
    }

    /** Returns the state at the beginning of a pass. */
    CodeState start(CodeState entry) {
        before = entry;
        heldBefore = null;
        CodeState state = before;
        for (Map.Entry<Integer, Carried> each : carried.entrySet()) {
            if (each.getValue().kind != Kind.UNCHANGED) {
                Value first = held(before, each.getKey());
                state = state.with(each.getKey(), start(each.getKey(), "", each.getValue(), first));
            }
        }
        return state;
    }

    private Value start(int number, String path, Carried each, Value first) {
        if (each.kind == Kind.UNCHANGED && first != null) {
            return first;
        }
        if (each.kind == Kind.CHOSEN) {
            Value yes = start(number, path + YES, each.yes, first);
            return pool.of(new Value.Select(each.value, yes, start(number, path + NO, each.no, first)));
        }
        if (each.kind == Kind.COUNTER && first != null) {
            return pool.of(new Value.Induction(loop, first, each.value));
        }
        if (each.kind == Kind.SETTLED) {
            Value begins = pool.of(new Value.Operation(
                    Operator.EQ, Arithmetic.DYNAMIC, List.of(ValuePool.pass(loop), Value.Constant.of(0))));
            return first == null ? each.value : pool.of(new Value.Select(begins, first, each.value));
        }
        if (each.kind == Kind.SET && first != null) {
            Value isSet = pool.mixed(name(number, path) + " is set", List.of(), each.dependence, origin);
            return pool.of(new Value.Select(isSet, each.value, first));
        }
        if (each.kind == Kind.OBJECT && first != null) {
            return kept(number, "", first, each.value);
        }
        return mixed(number, path, first, each.dependence);
    }

    private String name(int number, String path) {
        return Value.Mixed.OF_PASS + number + path + " of " + loop;
    }

    private Value mixed(int number, String path, Value first, Dependence dependence) {
        return pool.mixed(name(number, path), first == null ? List.of() : List.of(first), dependence, origin);
    }

    /**
     * Learns from a pass. What is not settled after {@link Limits#PASSES} revisions is mixed from then on.
     *
     * @return whether the beginning of a pass is another one than was assumed, so that the loop is to be passed again
     */
    boolean learn(CodeState start, CodeState back) {
        boolean last = revisions >= Limits.PASSES;
        TreeSet<Integer> numbers = new TreeSet<>(carried.keySet());
        start.differences(back, numbers::add);
        boolean changed = false;
        for (int number : numbers) {
            Value begins = held(start, number);
            Value ends = held(back, number);
            Carried before = carried.get(number);
            items.remove(number);
            collect(number, begins, Value.Constant.TRUE, ends);
            Carried after = begins == null || ends == null ? before : learned(number, before, begins, ends, last);
            changed |= after != null && !after.equals(before);
            if (after != null) {
                carried.put(number, after);
            }
        }
        revisions += changed ? 1 : 0;
        return changed && revisions < 2 * Limits.PASSES;
    }

    private void collect(int number, Value begins, Value condition, Value ends) {
        if (ends instanceof Value.Select select && condition.equals(Value.Constant.TRUE) && begins != null) {
            Value not = pool.not(select.condition());
            boolean adds = select.no() == begins;
            collect(number, begins, adds ? select.condition() : not, adds ? select.yes() : select.no());
        } else if (ends instanceof Value.Result result
                && result.arguments().size() == 2
                && result.arguments().get(0) == begins
                && VisibleCollections.adds(result.function())) {
            items.put(number, new Items(begins, condition, result.arguments().get(1)));
        }
    }

    private Value held(CodeState state, int number) {
        Value held = state.get(number);
        return held == null ? initial.apply(number) : held;
    }

    private Carried learned(int number, Carried before, Value begins, Value ends, boolean last) {
        if (begins != ends && !last && isObject(begins) && isObject(ends)) {
            Value object = kept(number, "", begins, ends);
            if (isObject(object)) {
                return new Carried(Kind.OBJECT, object, pool.dependence(object));
            }
        }
        if (begins == ends && before != null && before.kind == Kind.OBJECT) {
            return before;
        }
        if (before == null) {
            return new Carried(Kind.NEW, null, pool.dependence(ends));
        }
        return carried(before, begins, ends, last);
    }

    private Carried carried(Carried before, Value begins, Value ends, boolean last) {
        Value condition = last ? null : condition(before, begins, ends);
        Dependence dependence = before.dependence.and(dependence(ends, begins));
        if (condition != null) {
            boolean known = before.kind == Kind.CHOSEN;
            Side yes = side(known ? before.yes : Carried.OPEN, begins, ends, condition, true);
            Side no = side(known ? before.no : Carried.OPEN, begins, ends, condition, false);
            if (yes.isApartWithin(no)) {
                boolean apart = yes.isApartBehind(no) && no.isApartBehind(yes);
                return new Carried(Kind.CHOSEN, condition, dependence, yes.learned, no.learned, apart);
            }
        }
        Carried mixed = new Carried(Kind.MIXED, null, exact(dependence));
        boolean open = before.kind == Kind.NEW;
        if (begins == ends && (open || before.kind == Kind.UNCHANGED)) {
            return new Carried(Kind.UNCHANGED, null, dependence);
        }
        Value step = last ? null : step(begins, ends);
        if (step != null && (open || before.kind == Kind.COUNTER && before.value == step)) {
            return new Carried(Kind.COUNTER, step, dependence);
        }
        boolean settles = !last && isInvariant(ends) && !(ends instanceof Value.Mixed);
        if (settles && (open || before.kind == Kind.SETTLED)) {
            return new Carried(Kind.SETTLED, ends, dependence);
        }
        if (!last && begins == ends && before.kind == Kind.SET) {
            return before;
        }
        Value set = last ? null : setTo(begins, ends);
        boolean again = before.kind == Kind.SET && before.value == set;
        return set != null && (open || again) ? new Carried(Kind.SET, set, Dependence.NONE) : mixed;
    }

    private static Dependence exact(Dependence dependence) {
        return new Dependence(dependence.sources(), Dependence.Precision.EXACT);
    }

    /** Returns the condition that chooses what passes make of a variable, and is the same in all of them; null without one. */
    private Value condition(Carried before, Value begins, Value ends) {
        if (before.kind == Kind.CHOSEN) {
            return before.value;
        }
        return before.kind == Kind.NEW
                        && begins != ends
                        && ends instanceof Value.Select select
                        && isInvariant(select.condition())
                ? select.condition()
                : null;
    }

    private Side side(Carried before, Value begins, Value ends, Value condition, boolean holds) {
        Value start = Substitution.where(pool, begins, condition, holds);
        Value end = Substitution.where(pool, ends, condition, holds);
        Carried learned = carried(before, start, end, false);
        boolean isComputed = learned.kind == Kind.COUNTER || learned.kind == Kind.MIXED;
        return new Side(learned, !isComputed || isNews(end, start, newSet()));
    }

    /**
     * Returns the one value, the same in all passes, that a pass sets a variable to, or leaves it as it is; null if there is none, or a
     * condition that may differ between ranks chooses: only without one are both possible on each rank.
     */
    private Value setTo(Value begins, Value ends) {
        Set<Value> set = newSet();
        return collectSet(begins, ends, set) && set.size() == 1 ? set.iterator().next() : null;
    }

    private boolean collectSet(Value begins, Value ends, Set<Value> set) {
        if (ends == begins) {
            return true;
        }
        if (ends instanceof Value.Select select) {
            return pool.dependence(select.condition()).isNone()
                    && collectSet(begins, select.yes(), set)
                    && collectSet(begins, select.no(), set);
        }
        set.add(ends);
        return isInvariant(ends);
    }

    /**
     * Returns whether a pass brings something that does not follow from the loop's own variables: an object, or what a call returns, but of
     * a known function that computes the next value from the one before.
     */
    private boolean isNews(Value value, Value begins, Set<Value> seen) {
        if (!seen.add(value)) {
            return false;
        }
        boolean called = value instanceof Value.Result result
                && (result.site() != 0
                        || !result.arguments().contains(begins)
                                && result.arguments().stream()
                                        .anyMatch(each -> !(each instanceof Value.Constant) && isInvariant(each)));
        return called || ValueParts.of(value).stream().anyMatch(part -> isNews(part, begins, seen));
    }

    /** Returns the dependence of a value, apart from what it had at the beginning of the pass. */
    private Dependence dependence(Value value, Value begins) {
        if (value == begins) {
            return Dependence.NONE;
        }
        return value instanceof Value.Select select
                ? pool.dependence(select.condition())
                        .and(dependence(select.yes(), begins))
                        .and(dependence(select.no(), begins))
                : pool.dependence(value);
    }

    /** Returns an object, or a choice between objects, of which only those fields are lost that a pass may change. */
    private Value kept(int number, String path, Value one, Value other) {
        if (one == other) {
            return one;
        }
        if (one instanceof Value.Instance before
                && other instanceof Value.Instance after
                && before.type().equals(after.type())
                && before.site() == after.site()) {
            Map<String, Value> fields = new TreeMap<>();
            before.fields().forEach((name, field) -> {
                if (after.fields().containsKey(name)) {
                    fields.put(
                            name,
                            kept(
                                    number,
                                    path + "." + name,
                                    field,
                                    after.fields().get(name)));
                }
            });
            return pool.of(new Value.Instance(before.type(), before.site(), fields));
        }
        if (one instanceof Value.Select before
                && other instanceof Value.Select after
                && before.condition() == after.condition()) {
            Value yes = kept(number, path + YES, before.yes(), after.yes());
            Value no = kept(number, path + NO, before.no(), after.no());
            return pool.of(new Value.Select(before.condition(), yes, no));
        }
        return pool.mixed(name(number, path), List.of(one, other), Dependence.NONE, origin);
    }

    private static boolean isObject(Value value) {
        return value instanceof Value.Instance
                || value instanceof Value.Select choice && isObject(choice.yes()) && isObject(choice.no());
    }

    private Value step(Value begins, Value ends) {
        if (!(ends instanceof Value.Operation change) || change.operands().size() != 2) {
            return null;
        }
        Value left = change.operands().get(0);
        Value right = change.operands().get(1);
        if (change.operator() == Operator.ADD && right == begins && isInvariant(left)) {
            return left;
        }
        if (left != begins || !isInvariant(right)) {
            return null;
        }
        if (change.operator() == Operator.SUB) {
            return pool.of(new Value.Operation(Operator.NEG, change.arithmetic(), List.of(right)));
        }
        return change.operator() == Operator.ADD ? right : null;
    }

    /** Returns whether a value is the same in all passes of the loop: what was made before it, and what follows from that. */
    boolean isInvariant(Value value) {
        boolean known = value.ofLoop().filter(other -> !isWithin(other)).isPresent();
        boolean made = value.isOfLoop()
                || value instanceof Value.Collected
                || value instanceof Value.Result result && result.site() != 0
                || value instanceof Value.Parts parts && parts.site() != 0
                || value instanceof Value.Instance
                || value instanceof Value.Mixed;
        return known
                || heldBefore().contains(value)
                || !made && ValueParts.of(value).stream().allMatch(this::isInvariant);
    }

    private Set<Value> heldBefore() {
        if (heldBefore == null) {
            heldBefore = newSet();
            before.map(value -> {
                heldBefore.add(value);
                return value;
            });
        }
        return heldBefore;
    }

    private static Set<Value> newSet() {
        return Collections.newSetFromMap(new IdentityHashMap<>());
    }

    private boolean isWithin(LoopId other) {
        return other.function().equals(loop.function()) && nodes.get(other.header());
    }

    /**
     * Returns the state behind the loop. What a pass set depends on which pass was the last.
     *
     * @param exit the dependence of the conditions that end the loop
     */
    CodeState left(CodeState state, int target, Dependence exit) {
        CodeState left = state;
        Substitution joined = joined();
        for (int number : carried.keySet()) {
            Value within = state.get(number);
            Value value = within == null || joined == null ? within : joined.of(within);
            if (value != within) {
                left = left.with(number, value);
            }
            Value collected = value == null ? null : collected(number, value);
            if (collected != null) {
                left = left.with(number, collected);
            } else if (value != null && !exit.isNone() && !isInvariant(value)) {
                String key = "variable " + number + " behind " + loop + " at " + target;
                left = left.with(number, pool.mixed(key, List.of(value), exit, origin));
            }
        }
        return left;
    }

    /** Returns what puts one mixture in place of choices that are not told apart behind the loop, and of their sides; null if none is. */
    private Substitution joined() {
        Map<Value, Value> together = new IdentityHashMap<>();
        carried.forEach((number, each) -> {
            if (each.kind == Kind.CHOSEN && !each.apart) {
                Value first = held(before, number);
                Value mixed = mixed(number, "", first, exact(each.dependence));
                together.put(start(number, "", each, first), mixed);
                Stream.of(start(number, YES, each.yes, first), start(number, NO, each.no, first))
                        .filter(Value.Mixed.class::isInstance)
                        .forEach(side -> together.put(side, mixed));
            }
        });
        return together.isEmpty() ? null : new Substitution(pool, value -> Optional.ofNullable(together.get(value)), 0);
    }

    /** Returns the whole list behind the last pass; null if the loop collects none. */
    private Value collected(int number, Value value) {
        Items added = items.get(number);
        Value first = before.get(number);
        return added != null
                        && added.begins == value
                        && iterable != null
                        && first instanceof Value.Parts
                        && isInvariant(iterable)
                ? pool.of(new Value.Collected(loop, first, iterable, added.condition, added.item))
                : null;
    }
}
