package dev.rollcall.analyzer.code.trace;

import dev.rollcall.analyzer.code.form.CodeFunction;
import dev.rollcall.analyzer.code.form.Instruction;
import dev.rollcall.analyzer.code.form.SourcePlace;
import dev.rollcall.analyzer.code.match.Divergence;
import dev.rollcall.analyzer.code.match.WordCheck;
import dev.rollcall.analyzer.code.summary.CollectiveCall;
import dev.rollcall.analyzer.code.summary.Guard;
import dev.rollcall.analyzer.code.summary.NodeFacts;
import dev.rollcall.analyzer.code.summary.PathEnd;
import dev.rollcall.analyzer.code.summary.Word;
import dev.rollcall.analyzer.code.value.RankModel;
import dev.rollcall.analyzer.code.value.RankVariation;
import dev.rollcall.analyzer.code.value.Value;
import dev.rollcall.analyzer.code.value.ValueParts;
import dev.rollcall.analyzer.model.CodeStructure.Effect;
import dev.rollcall.analyzer.model.CodeStructure.Fork;
import dev.rollcall.analyzer.model.CodeStructure.Matter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Finds the condition on a recorded way at which ranks part. A collective that the catalogue knows is decided by a condition without which
 * its ranks would make the same calls ({@link WordCheck}); any other end of a way by one that can differ between ranks.
 */
final class ForkSearch {
    /** Each rank is evaluated by itself. */
    private static final int MOST_RANKS = 16;

    private final JobCode code;
    private final RecordedWay way;

    /** How sure it is that ranks part at a condition. */
    private enum Weight {
        NONE,
        POSSIBLE,
        CERTAIN
    }

    ForkSearch(JobCode code, RecordedWay way) {
        this.code = code;
        this.way = way;
    }

    /** Returns the condition; empty where ranks do not part, or nobody knows. */
    Optional<Fork> find(Matter matter) {
        if (way.steps().isEmpty()) {
            return Optional.empty();
        }
        return switch (matter) {
            case CALL -> around().or(this::ofCommunicator);
            case ARGUMENTS -> ofArguments();
            case END -> around().or(this::nearest);
        };
    }

    /** Returns the innermost condition around the end of the way at which ranks are sure to part; or may part, if there is none. */
    private Optional<Fork> around() {
        Fork possible = null;
        Fork differing = null;
        for (int i = way.steps().size() - 1; i >= 0; i--) {
            RecordedWay.Step step = way.steps().get(i);
            List<FunctionFlow.Condition> conditions = step.flow().conditions(step.node());
            for (FunctionFlow.Condition each : conditions) {
                Weight weight = weight(i, each.node());
                Fork fork = fork(step, each.node(), each.effect());
                if (weight == Weight.CERTAIN) {
                    return Optional.of(fork);
                }
                possible = possible == null && weight == Weight.POSSIBLE ? fork : possible;
                differing = differing == null && differs(i, each.node()) ? fork : differing;
            }
            for (Guard each : code.decorators(step.flow().function())) {
                if (weight(i, each.condition(), other -> other.place().equals(each.place())) == Weight.CERTAIN) {
                    return Optional.of(ofDecorator(step.flow().function(), each));
                }
            }
        }
        // Where it is not known who should make the call, the condition that sends ranks different ways is nearer.
        return Optional.ofNullable(possible == null || differing == null ? possible : differing);
    }

    private boolean differs(int index, int node) {
        return way.steps()
                .get(index)
                .facts()
                .condition(node)
                .filter(condition -> code.test(way.outermost(index, condition)) instanceof RankVariation.Differs)
                .isPresent();
    }

    private Fork ofDecorator(CodeFunction function, Guard guard) {
        int line = guard.place().line();
        return new Fork(
                fileName(function), line, code.lines(function).get(line - 1).strip(), Effect.INSIDE);
    }

    private static Fork fork(RecordedWay.Step step, int node, Effect effect) {
        return fork(step.flow().function(), node, effect);
    }

    private static Fork fork(CodeFunction function, int node, Effect effect) {
        return new Fork(fileName(function), function.line(node), function.conditionText(node), effect);
    }

    private static String fileName(CodeFunction function) {
        String file = function.range().file();
        return file.substring(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
    }

    private Weight weight(int index, int node) {
        RecordedWay.Step step = way.steps().get(index);
        CodeFunction function = step.flow().function();
        return step.facts()
                .condition(node)
                .map(condition -> weight(index, condition, guard -> isOf(guard, function, node)))
                .orElse(Weight.NONE);
    }

    private Weight weight(int index, Value condition, Predicate<Guard> guards) {
        if (index < way.start() || way.calls().isEmpty()) {
            return weight(code.test(way.outermost(index, condition)));
        }
        Weight found = Weight.NONE;
        for (Divergence each : divergences().divergences()) {
            if (each.guard().filter(guards).isPresent()) {
                found = each.isWarning() ? Weight.CERTAIN : found == Weight.NONE ? Weight.POSSIBLE : found;
            }
        }
        return found;
    }

    private WordCheck.Result divergences() {
        return code.check(way.steps().get(way.start()).flow().function());
    }

    private static Weight weight(RankVariation verdict) {
        return verdict instanceof RankVariation.Differs
                ? Weight.CERTAIN
                : verdict instanceof RankVariation.Open ? Weight.POSSIBLE : Weight.NONE;
    }

    private static boolean isOf(Guard guard, CodeFunction function, int node) {
        SourcePlace place = guard.place();
        return place.function().equals(function.id())
                && place.line() == function.line(node)
                && guard.text().equals(function.conditionText(node));
    }

    /** Where the program itself ends one rank, ranks part, whatever decides. */
    private Optional<Fork> nearest() {
        RecordedWay.Step step = way.last();
        int node = step.node();
        boolean ends = step.flow().function().at(node) instanceof Instruction.Throw
                || step.facts().word(node) instanceof Word.Done done
                        && !done.end().equals(PathEnd.FALL);
        return step.flow().conditions(node).stream()
                .filter(each -> ends && each.effect() != Effect.LOOP)
                .findFirst()
                .map(each -> fork(step, each.node(), each.effect()));
    }

    private Optional<Fork> ofCommunicator() {
        return choosing(way.calls().stream().map(CollectiveCall::communicator).toList());
    }

    private Optional<Fork> ofArguments() {
        List<Value> fields = way.calls().stream()
                .flatMap(call -> call.fields().values().stream())
                .toList();
        RecordedWay.Step step = way.last();
        List<Value> arguments = step.nodes().stream()
                .flatMap(node -> step.facts().arguments(node).stream())
                .toList();
        return choosing(fields).or(() -> choosing(arguments)).or(this::defining);
    }

    /** Returns the last branch on which ranks part and by which a variable is set that the way's end, or a call on the way, passes. */
    private Optional<Fork> defining() {
        for (int i = way.steps().size() - 1; i >= 0; i--) {
            int index = i;
            RecordedWay.Step step = way.steps().get(i);
            Optional<Integer> branch = step.flow().defining(step.node()).stream()
                    .filter(node -> differs(index, node))
                    .max(Comparator.naturalOrder());
            if (branch.isPresent()) {
                return branch.map(node -> fork(step, node, Effect.VALUE));
            }
        }
        return Optional.empty();
    }

    /** Returns the last branch by which ranks choose one of the values of the way's end. */
    private Optional<Fork> choosing(Collection<Value> values) {
        int last = way.steps().size() - 1;
        Set<Value> conditions = new LinkedHashSet<>();
        values.forEach(each -> conditions.addAll(ValueParts.choices(way.outermost(last, each))));
        conditions.removeIf(each -> code.test(each) instanceof RankVariation.Same);
        for (int i = last; i >= 0 && !conditions.isEmpty(); i--) {
            RecordedWay.Step step = way.steps().get(i);
            for (int node = step.node(); node >= 0; node--) {
                Value condition = step.facts().condition(node).orElse(null);
                if (condition != null && isAmong(way.outermost(i, condition), conditions)) {
                    return Optional.of(fork(step, node, Effect.VALUE));
                }
            }
        }
        return Optional.empty();
    }

    /** A choice has its condition or the opposite of it. */
    private boolean isAmong(Value condition, Set<Value> conditions) {
        return conditions.contains(condition)
                || conditions.contains(code.values().not(condition));
    }

    /**
     * Returns the condition that kept ranks from this way which went the other one. In the function where the ways part it is around this
     * one alone; without such a condition the ranks came to the same call there, and parted in a function below.
     */
    Optional<Fork> parting(RecordedWay other) {
        int common = 0;
        int depth = Math.min(way.steps().size(), other.steps().size());
        while (common < depth && way.steps().get(common).isAt(other.steps().get(common))) {
            common++;
        }
        if (common == way.steps().size()) {
            return Optional.empty();
        }
        boolean oneFunction = common < depth
                && way.steps()
                        .get(common)
                        .function()
                        .equals(other.steps().get(common).function());
        Optional<Fork> found = Optional.empty();
        if (common > 0 || oneFunction) {
            NextCall next = new NextCall(way, other, common);
            int shared = oneFunction ? common : -1;
            found = below(common, i -> deciding(i, leading(i, shared, other, next)));
        }
        if (found.isEmpty()) {
            found = below(oneFunction ? common + 1 : common, i -> ofCreation(i, other));
        }
        if (found.isEmpty() && way.start() == 0 && oneFunction) {
            NextCall next = new NextCall(way, other, common);
            found = below(common, i -> ofHandler(i, next));
        }
        return found;
    }

    private Optional<Fork> below(int first, IntFunction<Optional<Fork>> search) {
        return IntStream.range(first, way.steps().size())
                .mapToObj(search)
                .flatMap(Optional::stream)
                .findFirst();
    }

    /** Returns the conditions in a frame on whose other side the other call comes next. */
    private List<FunctionFlow.Condition> leading(int index, int shared, RecordedWay other, NextCall next) {
        RecordedWay.Step step = way.steps().get(index);
        List<FunctionFlow.Condition> around = new ArrayList<>(step.flow().conditions(step.node()));
        if (index == shared) {
            around.removeAll(step.flow().conditions(other.steps().get(index).node()));
        }
        around.removeIf(each -> !next.leads(index, each.other()));
        return around;
    }

    /** Returns the condition around the creation of what a frame runs. */
    private Optional<Fork> ofCreation(int index, RecordedWay other) {
        CreationSite creation = creation(way, index, other).orElse(null);
        if (creation == null) {
            return Optional.empty();
        }
        List<FunctionFlow.Condition> around = new ArrayList<>(creation.flow().conditions(creation.node()));
        around.removeIf(each -> each.effect() == Effect.LOOP);
        if (index < other.steps().size()) {
            creation(other, index, way)
                    .filter(each -> each.flow().equals(creation.flow()))
                    .ifPresent(each -> around.removeAll(each.flow().conditions(each.node())));
        }
        CodeFunction maker = creation.flow().function();
        return deciding(
                creation.flow(),
                creation.facts(),
                around,
                value -> code.summaries().inRoot(maker, value));
    }

    private Optional<CreationSite> creation(RecordedWay of, int index, RecordedWay other) {
        Set<String> units = new LinkedHashSet<>();
        of.steps().forEach(each -> units.add(each.function().unit()));
        other.steps().forEach(each -> units.add(each.function().unit()));
        RecordedWay.Step caller = index == 0 ? null : of.steps().get(index - 1);
        return CreationSite.of(of.steps().get(index), caller, units, code);
    }

    private Optional<Fork> ofHandler(int index, NextCall next) {
        RecordedWay.Step step = way.steps().get(index);
        CodeFunction function = step.flow().function();
        return step.flow().handlers(step.node()).stream()
                .filter(each -> next.leads(index, each.other()))
                .findFirst()
                .map(each -> new Fork(
                        fileName(function),
                        function.line(each.node()),
                        handlerText(function, each.node()),
                        each.effect()));
    }

    private static String handlerText(CodeFunction function, int handler) {
        String text = function.conditionText(handler);
        List<String> types = ((Instruction.Catch) function.at(handler)).types();
        return !text.isEmpty()
                ? "except " + text
                : types.stream()
                        .map(type -> type.substring(type.lastIndexOf('.') + 1))
                        .collect(Collectors.joining(" | ", "catch (", ")"));
    }

    private Optional<Fork> deciding(int index, List<FunctionFlow.Condition> conditions) {
        RecordedWay.Step step = way.steps().get(index);
        return deciding(step.flow(), step.facts(), conditions, value -> way.outermost(index, value));
    }

    /** Returns the nearest condition that may differ between ranks; a count of passes is the same on all, if nothing else remains. */
    private static Optional<Fork> deciding(
            FunctionFlow flow, NodeFacts facts, List<FunctionFlow.Condition> conditions, UnaryOperator<Value> known) {
        for (boolean counts : new boolean[] {false, true}) {
            for (FunctionFlow.Condition each : conditions) {
                Value condition = facts.condition(each.node()).map(known).orElse(null);
                if (condition != null && isUnknown(condition) && (counts || !isCount(condition))) {
                    return Optional.of(fork(flow.function(), each.node(), each.effect()));
                }
            }
        }
        return Optional.empty();
    }

    /** Returns whether a value depends on the rank, or on what the code does not show. */
    private static boolean isUnknown(Value value) {
        boolean leaf = value instanceof Value.Rank
                || value instanceof Value.Input
                || value instanceof Value.Result
                || value instanceof Value.FieldOf
                || value instanceof Value.Mixed
                || value instanceof Value.More
                || value instanceof Value.Element;
        return leaf || ValueParts.of(value).stream().anyMatch(ForkSearch::isUnknown);
    }

    private static boolean isCount(Value value) {
        return value instanceof Value.Induction || ValueParts.of(value).stream().anyMatch(ForkSearch::isCount);
    }

    /** Returns whether all ranks make the call; empty where nobody knows. */
    Optional<Boolean> madeByAll() {
        if (way.steps().isEmpty()) {
            return Optional.empty();
        }
        if (around().isPresent()) {
            return Optional.of(false);
        }
        boolean known =
                !way.calls().isEmpty() && way.start() == 0 && divergences().complete();
        return known ? Optional.of(true) : Optional.empty();
    }

    /** Returns the ranks that make the call; empty where nobody knows. */
    Optional<Set<Integer>> makers(int ranks) {
        if (way.calls().isEmpty() || way.start() > 0 || ranks > MOST_RANKS) {
            return Optional.empty();
        }
        Set<Integer> makers = new LinkedHashSet<>();
        for (int rank = 0; rank < ranks; rank++) {
            Optional<Boolean> comes = comes(RankModel.of(ranks, rank));
            if (comes.isEmpty()) {
                return Optional.empty();
            }
            if (comes.get()) {
                makers.add(rank);
            }
        }
        return makers.isEmpty() ? Optional.empty() : Optional.of(makers);
    }

    private Optional<Boolean> comes(RankModel rank) {
        for (int i = 0; i < way.steps().size(); i++) {
            int index = i;
            RecordedWay.Step step = way.steps().get(i);
            Optional<Boolean> reached = step.flow().reaches(step.node(), node -> ways(index, node, rank));
            if (!reached.equals(Optional.of(true))) {
                return reached;
            }
        }
        return Optional.of(true);
    }

    private Optional<List<Integer>> ways(int index, int node, RankModel rank) {
        Value condition = way.steps().get(index).facts().condition(node).orElse(null);
        if (condition == null) {
            return Optional.empty();
        }
        Value known = way.outermost(index, condition);
        Optional<Boolean> truth = code.truth(known, rank);
        if (truth.isPresent()) {
            return Optional.of(List.of(truth.get() ? 0 : 1));
        }
        boolean same = code.test(known) instanceof RankVariation.Same;
        return same ? Optional.of(IntStream.range(0, 2).boxed().collect(Collectors.toList())) : Optional.empty();
    }
}
