package dev.rollcall.analyzer.code.match;

import dev.rollcall.analyzer.code.form.Operator;
import dev.rollcall.analyzer.code.summary.Guard;
import dev.rollcall.analyzer.code.summary.Trip;
import dev.rollcall.analyzer.code.summary.Word;
import dev.rollcall.analyzer.code.summary.WordPool;
import dev.rollcall.analyzer.code.value.Evaluator;
import dev.rollcall.analyzer.code.value.GuardTest;
import dev.rollcall.analyzer.code.value.LoopId;
import dev.rollcall.analyzer.code.value.RankModel;
import dev.rollcall.analyzer.code.value.RankVariation;
import dev.rollcall.analyzer.code.value.Substitution;
import dev.rollcall.analyzer.code.value.Value;
import dev.rollcall.analyzer.code.value.ValueParts;
import dev.rollcall.analyzer.code.value.ValuePool;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which way a rank takes at a condition, and how often it runs a loop. Not thread-safe. */
final class RankWays {
    /** The most passes of a loop that are told apart: more than the largest job that is tried has ranks. */
    static final long MOST_PASSES = 128;

    /** The most choices inside each other that are taken apart. */
    private static final int MOST_CHOICES = 6;

    private static final Set<Operator> NEGATIVE =
            Set.of(Operator.NE, Operator.IS_NOT, Operator.NOT_IN, Operator.GE, Operator.GT);

    private final ValuePool pool;
    private final Evaluator evaluator;
    private final GuardTest tests;

    private final Map<RankModel, Map<Value, Value>> answers = new HashMap<>();
    private final Map<Value, Set<LoopId>> loops = new IdentityHashMap<>();
    private final Map<Value, Boolean> changing = new IdentityHashMap<>();
    private final Map<Word, Set<LoopId>> asked = new IdentityHashMap<>();

    /** A condition, or its opposite: a condition and its opposite have one form. */
    record Signed(Value condition, boolean holds) {}

    RankWays(ValuePool pool, Evaluator evaluator, GuardTest tests) {
        this.pool = pool;
        this.evaluator = evaluator;
        this.tests = tests;
    }

    Signed signed(Value condition) {
        boolean holds = true;
        Value positive = condition;
        while (positive instanceof Value.Operation operation
                && (operation.operator() == Operator.NOT || operation.operator() == Operator.TRUTH)) {
            holds ^= operation.operator() == Operator.NOT;
            positive = operation.operands().get(0);
        }
        if (positive instanceof Value.Operation operation && NEGATIVE.contains(operation.operator())) {
            Value opposite = pool.not(positive);
            if (opposite instanceof Value.Operation other && other.operator() != Operator.NOT) {
                return new Signed(opposite, !holds);
            }
        }
        return new Signed(positive, holds);
    }

    /** Forgets what it found, before the next word. */
    void clear() {
        answers.clear();
    }

    /** Returns the loops of whose passes a value of the pool mentions something. */
    Set<LoopId> loops(Value value) {
        Set<LoopId> found = loops.get(value);
        if (found == null) {
            found = new HashSet<>();
            value.ofLoop().ifPresent(found::add);
            for (Value part : ValueParts.of(value)) {
                found.addAll(loops(part));
            }
            loops.put(value, found);
        }
        return found;
    }

    /** Returns whether a value of the pool is made of what passes of some loop change: a counter, or one that was lost. */
    boolean isChangedByPasses(Value value) {
        Boolean known = changing.get(value);
        if (known == null) {
            known = value instanceof Value.Mixed
                    || value instanceof Value.Induction
                    || ValueParts.of(value).stream().anyMatch(this::isChangedByPasses);
            changing.put(value, known);
        }
        return known;
    }

    /** Returns whether what differs between ranks in a loop can differ between its passes too. */
    boolean asksPass(Word.Repeat loop) {
        return loopsAsked(loop.body()).contains(loop.loop());
    }

    /** Returns the loops of whose passes something mentions that differs between ranks. */
    private Set<LoopId> loopsAsked(Word word) {
        Set<LoopId> found = asked.get(word);
        if (found == null) {
            found = new HashSet<>();
            for (Value value : WordPool.values(word)) {
                if (!pool.dependence(value).isNone()) {
                    found.addAll(loops(value));
                }
            }
            for (Word part : WordPool.parts(word)) {
                found.addAll(loopsAsked(part));
            }
            asked.put(word, found);
        }
        return found;
    }

    /** Returns a condition as a rank sees it: a truth, or a condition that is the same on all ranks, or taken to be. */
    Value at(Value condition, RankModel model) {
        boolean differs = !pool.dependence(condition).isNone();
        if (!differs && model.assignment().isEmpty()) {
            return condition;
        }
        Map<Value, Value> ofModel = answers.computeIfAbsent(model, each -> new IdentityHashMap<>());
        Value known = ofModel.get(condition);
        if (known == null) {
            known = find(condition, model, differs);
            ofModel.put(condition, known);
        }
        return known;
    }

    private Value find(Value condition, RankModel model, boolean differs) {
        Optional<Boolean> truth = evaluator.truth(condition, model);
        if (truth.isPresent()
                && (differs
                        || evaluator.truth(condition, model.assuming(Map.of())).isEmpty())) {
            return new Value.Constant(truth.get());
        }
        if (!differs) {
            return condition;
        }
        Value decided = decided(condition, model, 0);
        if (decided != null) {
            return decided;
        }
        return ofChoices(
                onRank(condition, tests.condition(condition) instanceof RankVariation.Same ? model.at(0) : model), 0);
    }

    /**
     * Returns a condition on what other conditions choose that are the same on all ranks, such as {@code rank == 0} where the rank was read
     * only in a job, if each choice decides it on a rank: then only they are left. Returns null for others.
     */
    private Value decided(Value condition, RankModel model, int depth) {
        if (depth < MOST_CHOICES && condition instanceof Value.Operation operation) {
            for (int i = 0; i < operation.operands().size(); i++) {
                if (operation.operands().get(i) instanceof Value.Select select
                        && pool.dependence(select.condition()).isNone()) {
                    Value yes = decided(pool.of(with(operation, i, select.yes())), model, depth + 1);
                    Value no = yes == null ? null : decided(pool.of(with(operation, i, select.no())), model, depth + 1);
                    return no == null ? null : pool.of(new Value.Select(select.condition(), yes, no));
                }
            }
        }
        return evaluator.truth(condition, model).map(Value.Constant::new).orElse(null);
    }

    /** Returns a condition on what an object's class chooses as a choice between conditions: all ranks have the object of one class. */
    private Value ofChoices(Value condition, int depth) {
        if (depth < MOST_CHOICES && condition instanceof Value.Operation operation) {
            for (int i = 0; i < operation.operands().size(); i++) {
                if (operation.operands().get(i) instanceof Value.Select select && isByClass(select)) {
                    Value yes = ofChoices(pool.of(with(operation, i, select.yes())), depth + 1);
                    Value no = ofChoices(pool.of(with(operation, i, select.no())), depth + 1);
                    return pool.of(new Value.Select(select.condition(), yes, no));
                }
            }
        }
        return condition;
    }

    /** Returns whether the class of an object makes a choice. */
    private static boolean isByClass(Value.Select select) {
        Value asked = SharedValues.compared(select.condition()).orElse(select.condition());
        return asked instanceof Value.Result result
                && (result.function().equals(Value.Result.CLASS)
                        || result.function().equals(Value.Result.TYPE_TEST));
    }

    private static Value with(Value.Operation operation, int at, Value operand) {
        List<Value> operands = new ArrayList<>(operation.operands());
        operands.set(at, operand);
        return new Value.Operation(operation.operator(), operation.arithmetic(), operands);
    }

    /** Returns what is left of a value where the rank is known. */
    private Value onRank(Value value, RankModel model) {
        return new Substitution(
                        pool,
                        part -> {
                            boolean own = part instanceof Value.Rank || part instanceof Value.Size;
                            Object known = own ? evaluator.evaluate(part, model) : Evaluator.OPEN;
                            return known == Evaluator.OPEN ? Optional.empty() : Optional.of(new Value.Constant(known));
                        },
                        0)
                .of(value);
    }

    /** Returns the guard that a loop's number of passes is. */
    static Guard guard(Word.Repeat loop) {
        Value condition = loop.trip() instanceof Trip.Times times
                ? times.number()
                : loop.trip() instanceof Trip.Over over ? over.iterable() : Value.Constant.TRUE;
        return new Guard(condition, loop.text(), loop.place(), Guard.Kind.LOOP);
    }

    /** Returns whether ranks run a loop differently often. */
    RankVariation test(Word.Repeat loop) {
        Value value = guard(loop).condition();
        return loop.trip() instanceof Trip.Times
                ? tests.value(value)
                : loop.trip() instanceof Trip.Over ? tests.length(value) : new RankVariation.Same();
    }

    /** Returns how often a rank runs a loop; empty where that is not known, and taken to be the same on all ranks. */
    Optional<Long> passes(Word.Repeat loop, RankModel model) {
        if (loop.trip() instanceof Trip.While) {
            return Optional.empty();
        }
        Object known = evaluator.evaluate(guard(loop).condition(), model);
        Object number = known instanceof Collection<?> all
                ? (Object) (long) all.size()
                : known instanceof Map<?, ?> map
                        ? (Object) (long) map.size()
                        : known instanceof Double whole ? (Object) whole.longValue() : known;
        if (number instanceof Long passes) {
            return passes <= MOST_PASSES ? Optional.of(Math.max(0, passes)) : Optional.empty();
        }
        return Optional.empty();
    }

    /** Returns what a value is on a rank; empty where that is not known, or is known of no rank. */
    Optional<Object> known(Value value, RankModel model) {
        if (value instanceof Value.Constant constant) {
            return Optional.ofNullable(constant.value());
        }
        if (!(tests.value(value) instanceof RankVariation.Differs)) {
            return Optional.empty();
        }
        Object known = evaluator.evaluate(value, model);
        return known == Evaluator.OPEN ? Optional.empty() : Optional.ofNullable(known);
    }
}
