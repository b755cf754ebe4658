package dev.rollcall.analyzer.code.value;

import dev.rollcall.analyzer.code.form.Literal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * What the opaque parts of a value are taken to be: parts that all ranks share, but for what they hold, have the values that the
 * comparisons around them tell apart.
 */
final class Samples {
    /** The most assignments that are tried: eight truths. */
    private static final int MOST_ASSIGNMENTS = 256;

    /** The largest constant whose neighbours are tried: larger jobs cost more than they show. */
    private static final long LARGEST = 64;

    /** More than the ranks of any job, for conditions beside the one that is looked for; and no list is too long for it. */
    private static final long MANY = 200;

    private static final long LARGE = 1L << 40;

    /** The most combinations of truths for which numbers are looked for. */
    private static final int MOST_CASES = 8;

    private static final int MOST_CONSTANTS = 6;
    private static final int MOST_AXES = 3;
    private static final Literal.Name OTHER = new Literal.Name("…");

    private final ValuePool pool;
    private final Evaluator evaluator;
    private final Map<Value, Set<Object>> atoms = new LinkedHashMap<>();
    private final Map<Value.Result, Object> unlike = new LinkedHashMap<>();
    private final List<Value.Operation> comparisons = new ArrayList<>();
    private final TreeSet<Long> constants = new TreeSet<>();
    private final Set<String> axes = new LinkedHashSet<>();
    private final RankModel first;
    private final RankModel last;
    private boolean leftOut;

    Samples(ValuePool pool, Evaluator evaluator, Value value, boolean truth) {
        this.pool = pool;
        this.evaluator = evaluator;
        collectConstants(value);
        int world = 1 << Math.max(1, axes().size());
        first = new RankModel(world, axes(), axes.isEmpty() ? 1 : 2, 0, Map.of());
        last = first.at(world - 1);
        collect(value, truth ? List.of(true, false) : numbers());
    }

    /** Returns the directions of the grid of ranks that the value mentions. */
    List<String> axes() {
        return axes.stream().limit(MOST_AXES).toList();
    }

    /** Returns the constants that the number of ranks may be compared with, ascending. */
    List<Long> constants() {
        return constants.stream().filter(each -> each > 0).toList();
    }

    private void collectConstants(Value value) {
        if (value instanceof Value.Constant constant
                && constant.value() instanceof Long number
                && Math.abs(number) <= LARGEST
                && constants.size() < MOST_CONSTANTS) {
            constants.add(number);
        }
        Axis axis = Axis.of(value);
        if (axis instanceof Axis.Grid grid && !axis.equals(Axis.WORLD) && !axis.equals(Axis.LOCAL)) {
            axes.add(grid.name());
        }
        if (value instanceof Value.Communicator made && made.members() instanceof Members.Along along) {
            axes.add(along.axis());
        }
        ValueParts.of(value).forEach(this::collectConstants);
    }

    private List<Object> numbers() {
        Set<Object> numbers = new LinkedHashSet<>(List.of(0L, 1L, 2L, 3L, -1L, MANY));
        for (long each : constants) {
            numbers.addAll(List.of(each, each - 1, each + 1));
        }
        return List.copyOf(numbers);
    }

    private void collect(Value value, Collection<Object> samples) {
        if (value instanceof Value.Communicator made) {
            // No number that is the same on all ranks is one of theirs in a communicator.
            Value number =
                    made.members() instanceof Members.Named named && isShared(named.rank()) ? named.rank() : null;
            ValueParts.of(value).stream().filter(part -> part != number).forEach(part -> collect(part, numbers()));
            return;
        }
        if (isShared(value) && isAtom(value)) {
            atoms.computeIfAbsent(value, atom -> new LinkedHashSet<>()).addAll(samples);
            return;
        }
        if (value.isOfLoop()) {
            Value pass = pool.of(ValuePool.pass(loop(value)));
            atoms.computeIfAbsent(pass, atom -> new LinkedHashSet<>()).addAll(List.of(0L, 1L, 2L));
        }
        if (value instanceof Value.Operation operation) {
            operands(operation);
        } else if (value instanceof Value.Select select) {
            collect(select.condition(), List.of(true, false));
            collect(select.yes(), samples);
            collect(select.no(), samples);
        } else {
            ValueParts.of(value).forEach(part -> collect(part, numbers()));
        }
    }

    private static LoopId loop(Value value) {
        return value instanceof Value.Induction induction
                ? induction.loop()
                : value instanceof Value.Element element ? element.loop() : ((Value.More) value).loop();
    }

    private boolean isShared(Value value) {
        return !pool.dependence(value).sources().contains(Dependence.Source.RANK);
    }

    /** A compound of shared parts is opaque if numbers for its parts do not give it a value: the length of an unknown list. */
    private boolean isAtom(Value value) {
        if (value instanceof Value.Select || value.equals(pass(value))) {
            return false;
        }
        Map<Value, Object> ones = new HashMap<>();
        ValueParts.of(value).forEach(part -> assumeOnes(part, ones));
        assumePass(value, ones);
        return evaluator.evaluate(value, first.assuming(ones)) == Evaluator.OPEN;
    }

    private Value pass(Value value) {
        return value instanceof Value.Induction induction ? pool.of(ValuePool.pass(induction.loop())) : null;
    }

    private void assumePass(Value value, Map<Value, Object> known) {
        if (value.isOfLoop()) {
            known.put(pool.of(ValuePool.pass(loop(value))), 0L);
        }
    }

    private void assumeOnes(Value value, Map<Value, Object> ones) {
        assumePass(value, ones);
        List<Value> parts = ValueParts.of(value);
        if (parts.isEmpty() && evaluator.evaluate(value, first) == Evaluator.OPEN) {
            ones.put(value, 1L);
        }
        parts.forEach(part -> assumeOnes(part, ones));
    }

    private void operands(Value.Operation operation) {
        List<Value> operands = operation.operands();
        switch (operation.operator()) {
            case NOT, TRUTH -> collect(operands.get(0), List.of(true, false));
            case EQ, NE, IS, IS_NOT -> {
                collect(operands.get(0), comparedWith(operands.get(1)));
                collect(operands.get(1), comparedWith(operands.get(0)));
                collectUnlike(operands.get(0), operands.get(1));
                collectUnlike(operands.get(1), operands.get(0));
                comparisons.add(operation);
            }
            case LT, LE, GT, GE -> {
                operands.forEach(each -> collect(each, numbers()));
                comparisons.add(operation);
            }
            case IN, NOT_IN -> {
                collect(operands.get(0), elements(operands.get(1)));
                collect(operands.get(1), lists(operands.get(0)));
            }
            default -> operands.forEach(each -> collect(each, numbers()));
        }
    }

    /** Returns values that a comparison for equality tells apart. */
    private Collection<Object> comparedWith(Value other) {
        Set<Object> samples = new LinkedHashSet<>();
        for (RankModel model : List.of(first, last)) {
            Object known = evaluator.evaluate(other, model);
            if (known instanceof Long number) {
                samples.addAll(List.of(number, number - 1, number + 1));
            } else if (known != Evaluator.OPEN) {
                samples.add(known);
                samples.add(known instanceof Boolean truth ? (Object) !truth : OTHER);
            }
        }
        return samples.isEmpty() ? numbers() : samples;
    }

    /** Where both sides are linear in a part, the number for which they meet, and its neighbours, decide the comparison. */
    private void addRoots(Value.Operation comparison, RankModel model, Map<Value, Set<Object>> samples) {
        Set<Value> parts = new LinkedHashSet<>();
        atomsIn(comparison, parts);
        for (Map<Value, Object> zeros : cases(parts)) {
            for (Value part : parts) {
                Map<Value, Object> one = new HashMap<>(zeros);
                one.put(part, 1L);
                Long start = distance(comparison, model.assuming(zeros));
                Long next = distance(comparison, model.assuming(one));
                if (start != null && next != null && !next.equals(start)) {
                    long root = Math.floorDiv(-start, next - start);
                    samples.get(part).addAll(List.of(root, root - 1, root + 1));
                }
            }
        }
    }

    /** Returns assignments in which numbers are 0, and truths are all that they can be together. */
    private List<Map<Value, Object>> cases(Set<Value> parts) {
        List<Map<Value, Object>> cases = new ArrayList<>(List.of(new HashMap<>()));
        for (Value part : parts) {
            boolean truth = atoms.get(part).contains(true);
            List<Map<Value, Object>> more = new ArrayList<>();
            for (Map<Value, Object> each : cases) {
                if (truth && cases.size() < MOST_CASES) {
                    Map<Value, Object> holds = new HashMap<>(each);
                    holds.put(part, true);
                    more.add(holds);
                }
                each.put(part, truth ? (Object) false : (Object) 0L);
            }
            cases.addAll(more);
        }
        return cases;
    }

    private void atomsIn(Value value, Set<Value> found) {
        if (atoms.containsKey(value)) {
            found.add(value);
        } else {
            ValueParts.of(value).forEach(part -> atomsIn(part, found));
        }
    }

    private Long distance(Value.Operation comparison, RankModel model) {
        Object left = evaluator.evaluate(comparison.operands().get(0), model);
        Object right = evaluator.evaluate(comparison.operands().get(1), model);
        boolean whole = left instanceof Long && right instanceof Long;
        return whole && Math.abs((Long) left) < LARGE && Math.abs((Long) right) < LARGE
                ? (Long) left - (Long) right
                : null;
    }

    private Collection<Object> elements(Value list) {
        Object known = evaluator.evaluate(list, first);
        Set<Object> samples = new LinkedHashSet<>();
        if (known instanceof Collection<?> all) {
            all.stream()
                    .filter(each -> each != Evaluator.OPEN)
                    .limit(MOST_CONSTANTS)
                    .forEach(samples::add);
        } else if (known instanceof Map<?, ?> map) {
            map.keySet().stream().limit(MOST_CONSTANTS).forEach(samples::add);
        }
        samples.add(OTHER);
        return samples;
    }

    private Collection<Object> lists(Value element) {
        Object known = evaluator.evaluate(element, first);
        return known == Evaluator.OPEN ? List.of(List.of()) : List.of(listOf(known), List.of());
    }

    private static List<Object> listOf(Object element) {
        List<Object> list = new ArrayList<>();
        list.add(element);
        return list;
    }

    /** A library's function of the rank whose result is compared with a constant tells ranks apart, or nobody would compare. */
    private void collectUnlike(Value value, Value constant) {
        if (value instanceof Value.Result result
                && constant instanceof Value.Constant match
                && pool.dependence(result).isExactlyRank()
                && !result.function().equals(Value.Result.ITEM)
                && !result.function().equals(Value.Result.TYPE_TEST)
                && !result.function().equals(Value.Result.CLASS)
                && evaluator.evaluate(result, first) == Evaluator.OPEN
                && result.arguments().stream().allMatch(each -> evaluator.evaluate(each, first) != Evaluator.OPEN)) {
            unlike.put(result, match.value());
        }
    }

    /** Returns whether {@link #assignments} left out any so far. */
    boolean leftOut() {
        return leftOut;
    }

    /** Returns assignments for a job, one after the other: all of them, or the same choice of them each time. */
    Iterable<Map<Value, Object>> assignments(RankModel job) {
        Map<Value, Object> functions = new HashMap<>();
        unlike.forEach((result, match) -> {
            List<Object> arguments = new ArrayList<>();
            result.arguments().forEach(each -> arguments.add(evaluator.evaluate(each, job.at(0))));
            functions.put(result, new Evaluator.Unlike(match, arguments));
        });
        Map<Value, List<Object>> samples = samplesIn(job);
        long all = 1;
        for (List<Object> each : samples.values()) {
            all = Math.min(MOST_ASSIGNMENTS + 1L, all * each.size());
        }
        boolean whole = all <= MOST_ASSIGNMENTS;
        leftOut |= !whole;
        Random random = new Random(1);
        return IntStream.range(0, (int) Math.min(all, MOST_ASSIGNMENTS)).mapToObj(number -> {
            int[] rest = {number};
            return assignment(
                    functions,
                    samples,
                    whole
                            ? size -> {
                                int choice = rest[0] % size;
                                rest[0] /= size;
                                return choice;
                            }
                            : size -> number < 8 ? number % size : random.nextInt(size));
        })::iterator;
    }

    private Map<Value, List<Object>> samplesIn(RankModel job) {
        Map<Value, Set<Object>> samples = new LinkedHashMap<>();
        atoms.forEach((atom, all) -> samples.put(atom, new LinkedHashSet<>(all)));
        for (Value.Operation each : comparisons) {
            addRoots(each, job.at(0), samples);
            addRoots(each, job.at(job.world() - 1), samples);
        }
        Map<Value, List<Object>> lists = new LinkedHashMap<>();
        samples.forEach((atom, all) -> lists.put(atom, new ArrayList<>(all)));
        return lists;
    }

    private static Map<Value, Object> assignment(
            Map<Value, Object> functions, Map<Value, List<Object>> samples, IntUnaryOperator choice) {
        Map<Value, Object> assignment = new HashMap<>(functions);
        samples.forEach((atom, all) -> assignment.put(atom, all.get(choice.applyAsInt(all.size()))));
        return assignment;
    }
}
