package dev.rollcall.analyzer.code.value;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * Tests whether a value can differ between the ranks of one job: on each rank of small jobs, with samples for what is opaque and the same
 * on all ranks. What depends on no source is never evaluated. Not thread-safe.
 */
public final class GuardTest {
    /** The sizes of the jobs that are tried, beside those of which a value has the number. */
    private static final List<Integer> WORLDS = List.of(2, 3, 4, 5, 8);

    /** The most nodes that one test evaluates: 256 assignments for 30 ranks and 64 nodes. What is left is open. */
    private static final long MOST_NODES = 500_000;

    /** What has no value on any rank for so many assignments has none for others. */
    private static final int ENOUGH = 16;

    private final ValuePool pool;
    private final Evaluator evaluator;
    private final Map<Value, RankVariation> conditions = new HashMap<>();
    private final Map<Value, RankVariation> values = new HashMap<>();
    private final Map<Value, RankVariation> lengths = new HashMap<>();

    /** A group of ranks that have one answer, and used the same opaque values for it. */
    private record Answer(Object answer, Set<Value> reads) {}

    /** Makes a test of the values of a pool. */
    public GuardTest(ValuePool pool, Evaluator evaluator) {
        this.pool = pool;
        this.evaluator = evaluator;
    }

    /** Tests whether a condition holds on some ranks alone. */
    public RankVariation condition(Value condition) {
        return test(condition, conditions, true, Operators::truth);
    }

    /** Tests whether ranks have different values, such as roots or numbers of passes. */
    public RankVariation value(Value value) {
        return test(value, values, false, known -> known);
    }

    /** Tests whether ranks have collections of different lengths. */
    public RankVariation length(Value collection) {
        return test(collection, lengths, false, GuardTest::lengthOf);
    }

    private static Object lengthOf(Object known) {
        return known instanceof Collection<?> all
                ? (Object) (long) all.size()
                : known instanceof Map<?, ?> map ? (Object) (long) map.size() : Evaluator.OPEN;
    }

    private RankVariation test(
            Value value, Map<Value, RankVariation> done, boolean truth, UnaryOperator<Object> answer) {
        Dependence dependence = pool.dependence(value);
        if (dependence.isNone()) {
            return new RankVariation.Same();
        }
        // Only the rank is evaluated; what differs by data alone stays open.
        if (!dependence.sources().contains(Dependence.Source.RANK)) {
            return new RankVariation.Open(dependence.sources());
        }
        RankVariation verdict = done.get(value);
        if (verdict == null) {
            verdict = new Trial(value, truth, answer).verdict(dependence);
            done.put(value, verdict);
        }
        return verdict;
    }

    /** The evaluations of one value. */
    private final class Trial {
        private final Value value;
        private final UnaryOperator<Object> answer;
        private final Samples samples;
        private final List<Object> seen = new ArrayList<>();
        private boolean open;
        private boolean unproven;
        private long nodes;

        Trial(Value value, boolean truth, UnaryOperator<Object> answer) {
            this.value = value;
            this.answer = answer;
            samples = new Samples(pool, evaluator, value, truth);
        }

        RankVariation verdict(Dependence dependence) {
            for (RankModel job : jobs()) {
                int tried = 0;
                for (Map<Value, Object> assignment : samples.assignments(job)) {
                    RankVariation differs = difference(job.assuming(assignment));
                    if (differs != null) {
                        return differs;
                    }
                    if (++tried >= ENOUGH && open && seen.isEmpty()) {
                        return new RankVariation.Open(dependence.sources());
                    }
                }
            }
            Set<Dependence.Source> sources = new LinkedHashSet<>(dependence.sources());
            boolean whole = !open && !samples.leftOut();
            if (whole && !unproven) {
                sources.remove(Dependence.Source.RANK);
            }
            boolean constant = whole && seen.size() == 1;
            return sources.isEmpty() || constant ? new RankVariation.Same() : new RankVariation.Open(sources);
        }

        private List<RankModel> jobs() {
            List<RankModel> jobs = new ArrayList<>();
            List<Long> constants = samples.constants();
            List<String> axes = samples.axes();
            if (axes.isEmpty()) {
                Set<Integer> worlds = new TreeSet<>(WORLDS);
                constants.forEach(each -> worlds.addAll(List.of((int) (each + 1), (int) (each + 2))));
                worlds.remove(1);
                worlds.forEach(world -> jobs.add(RankModel.of(world, 0)));
                return jobs;
            }
            Set<Integer> extents = new TreeSet<>(List.of(2, 3));
            if (axes.size() == 1) {
                constants.forEach(each -> extents.add((int) (each + 2)));
            }
            for (int extent : extents) {
                int world = 2 * (int) Math.pow(extent, axes.size());
                jobs.add(new RankModel(world, axes, extent, 0, Map.of()));
            }
            return jobs;
        }

        /** Returns two ranks that differ under an assignment; null if there are none. */
        private RankVariation difference(RankModel job) {
            Map<Answer, Integer> answers = new HashMap<>();
            for (int rank = 0; rank < job.world(); rank++) {
                if (nodes > MOST_NODES) {
                    open = true;
                    return null;
                }
                Set<Value> reads = new HashSet<>();
                Object known = evaluator.evaluate(value, job.at(rank), reads);
                nodes += evaluator.nodes();
                if (known == Evaluator.OPEN) {
                    open |= !evaluator.wasBeyondLoop();
                    continue;
                }
                Object own = answer.apply(known);
                if (!Evaluator.isComparable(own)) {
                    open = true;
                    continue;
                }
                if (seen.size() < 2 && seen.stream().noneMatch(each -> Operators.equal(each, own))) {
                    seen.add(own);
                }
                for (Map.Entry<Answer, Integer> other : answers.entrySet()) {
                    if (!Operators.equal(other.getKey().answer, own)) {
                        if (areAlike(other.getKey().reads, reads)) {
                            return new RankVariation.Differs(job.at(other.getValue()), job.at(rank));
                        }
                        unproven = true;
                    }
                }
                answers.putIfAbsent(new Answer(own, reads), rank);
            }
            return null;
        }

        /** Ranks that use two unlike opaque values differ only if these do, which is not known. */
        private boolean areAlike(Set<Value> one, Set<Value> other) {
            return one.containsAll(other) || other.containsAll(one);
        }
    }
}
