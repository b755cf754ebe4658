package dev.rollcall.analyzer.code.match;

import dev.rollcall.analyzer.code.summary.Guard;
import dev.rollcall.analyzer.code.summary.PathEnd;
import dev.rollcall.analyzer.code.summary.Word;
import dev.rollcall.analyzer.code.summary.WordPool;
import dev.rollcall.analyzer.code.value.Dependence;
import dev.rollcall.analyzer.code.value.LoopId;
import dev.rollcall.analyzer.code.value.Members;
import dev.rollcall.analyzer.code.value.RankModel;
import dev.rollcall.analyzer.code.value.RankVariation;
import dev.rollcall.analyzer.code.value.Value;
import dev.rollcall.analyzer.code.value.ValueParts;
import dev.rollcall.analyzer.code.value.ValuePool;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** What of a word can differ between ranks, with the test of each. */
final class DependentParts {
    /** The most axes of a grid of ranks that are told apart. */
    private static final int MOST_AXES = 3;

    /** The passes of a loop that are looked at; jobs have fewer ranks. */
    private static final long TURNS = 16;

    private static final Set<Dependence.Source> DATA = Set.of(Dependence.Source.LOCAL_DATA, Dependence.Source.CLOCK);

    private final MatchContext context;
    private final Word root;
    private final Map<Guard, Word.Split> splits = new LinkedHashMap<>();
    private final Map<Guard, RankVariation> guards = new LinkedHashMap<>();
    private final Map<LoopId, Word.Repeat> loops = new HashMap<>();
    private final Set<Value> others = new LinkedHashSet<>();
    private final Set<Value> communicators = new LinkedHashSet<>();
    private final Set<Word> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Map<Word, Long> calls = new IdentityHashMap<>();
    private boolean certain = true;

    DependentParts(Word root, MatchContext context) {
        this.root = root;
        this.context = context;
        collect(root);
    }

    Word root() {
        return root;
    }

    private void collect(Word word) {
        if (!seen.add(word)) {
            return;
        }
        certain &= !(word instanceof Word.Split check
                && (check.guard().kind() == Guard.Kind.HANDLER
                        || context.failures().isCheck(check)));
        certain &= !(word instanceof Word.Then sequence && context.failures().isSearch(sequence));
        if (word instanceof Word.Repeat loop) {
            loops.putIfAbsent(loop.loop(), loop);
        }
        if (word instanceof Word.Split split && depends(split.guard().condition())) {
            splits.putIfAbsent(split.guard(), split);
            guards.computeIfAbsent(split.guard(), guard -> context.tests().condition(guard.condition()));
        } else if (word instanceof Word.Repeat loop
                && depends(RankWays.guard(loop).condition())) {
            guards.computeIfAbsent(RankWays.guard(loop), guard -> context.ways().test(loop));
        } else if (word instanceof Word.Act act) {
            communicators.add(act.call().communicator());
            certain &= act.call().certain();
            act.call().fields().values().stream().filter(this::depends).forEach(others::add);
        }
        WordPool.parts(word).forEach(this::collect);
    }

    private boolean depends(Value value) {
        return !context.values().dependence(value).isNone();
    }

    /** Returns the verdict on a guard. */
    RankVariation verdict(Guard guard) {
        return guards.getOrDefault(guard, new RankVariation.Same());
    }

    /** Returns the guards whose condition is that of a guard, or its opposite. */
    List<Guard> withConditionOf(Guard guard) {
        Value condition = context.ways().signed(guard.condition()).condition();
        return guards.keySet().stream()
                .filter(each ->
                        context.ways().signed(each.condition()).condition().equals(condition))
                .toList();
    }

    /** Returns whether the condition of a guard depends on data or a clock, and on neither the rank nor an exception. */
    boolean isOfData(Guard guard) {
        return guard.kind() != Guard.Kind.HANDLER
                && DATA.containsAll(
                        context.values().dependence(guard.condition()).sources());
    }

    /** Returns the split of a guard; null for a loop's number of passes. */
    Word.Split split(Guard guard) {
        return splits.get(guard);
    }

    /**
     * Returns whether it is not known if ranks take different ways at a guard. Of a value that was mixed from several sources nothing is
     * known, not even that it differs: it counts where the rank is the only one.
     */
    boolean isOpen(Guard guard) {
        Dependence dependence = context.values().dependence(guard.condition());
        boolean exact = dependence.precision() == Dependence.Precision.EXACT;
        boolean rankAndMore = verdict(guard) instanceof RankVariation.Differs
                && dependence.sources().size() > 1;
        return exact
                ? verdict(guard) instanceof RankVariation.Open || rankAndMore
                : dependence.sources().equals(Set.of(Dependence.Source.RANK))
                        && !(verdict(guard) instanceof RankVariation.Same);
    }

    /**
     * Returns whether each rank takes both ways at a guard in some passes of a loop of which nobody knows how many it has: then all may take
     * them equally often, such as {@code i % size == rank}.
     */
    boolean isByTurns(Guard guard, RankModel job) {
        return context.ways().loops(guard.condition()).stream()
                .filter(each -> loops.containsKey(each)
                        && context.ways()
                                .passes(loops.get(each), job.assuming(Map.of()))
                                .isEmpty())
                .anyMatch(loop -> IntStream.range(0, job.world())
                        .allMatch(rank -> takesBothWays(guard.condition(), loop, job.at(rank))));
    }

    private boolean takesBothWays(Value condition, LoopId loop, RankModel rank) {
        Set<Value> ways = LongStream.range(0, TURNS)
                .mapToObj(pass ->
                        context.ways().at(condition, rank.assuming(Map.of()).with(ValuePool.pass(loop), pass)))
                .collect(Collectors.toSet());
        return ways.size() > 1 || !(ways.iterator().next() instanceof Value.Constant);
    }

    /** Returns whether it is not known of any guard if ranks take different ways at it. */
    boolean areOpen() {
        return guards.keySet().stream().anyMatch(this::isOpen);
    }

    /** Returns whether no call may communicate only, and no exception depends on a condition that is the same on all ranks. */
    boolean areCertain() {
        return certain;
    }

    /** Returns jobs in which something differs. */
    List<RankVariation.Differs> witnesses() {
        List<RankVariation> all = new ArrayList<>(guards.values());
        others.forEach(each -> all.add(context.tests().value(each)));
        communicators.stream()
                .filter(this::depends)
                .forEach(each -> all.add(context.tests().value(each)));
        return all.stream()
                .filter(RankVariation.Differs.class::isInstance)
                .map(RankVariation.Differs.class::cast)
                .toList();
    }

    /** Returns the communicators of the calls, as the word has them. */
    Set<Value> communicators() {
        return communicators;
    }

    /** Returns a job with the directions of all communicators in its grid of ranks. */
    RankModel withAxes(RankModel job) {
        Set<String> axes = new LinkedHashSet<>();
        communicators.forEach(each -> addAxes(each, axes));
        Set<String> all = new LinkedHashSet<>(job.axes());
        axes.stream().limit(MOST_AXES).forEach(all::add);
        if (all.size() == job.axes().size()) {
            return job;
        }
        int extent = Math.max(2, job.extent());
        int unit = (int) Math.pow(extent, all.size());
        int world = unit * Math.max(2, (job.world() + unit - 1) / unit);
        return new RankModel(world, List.copyOf(all), extent, 0, job.assignment());
    }

    private static void addAxes(Value value, Set<String> axes) {
        if (value instanceof Value.Communicator made && made.members() instanceof Members.Along along) {
            axes.add(along.axis());
        }
        ValueParts.of(value).forEach(part -> addAxes(part, axes));
    }

    /** Returns the way that keeps most calls if all ranks take it: the one that goes on, before the one that calls more. */
    boolean mainWay(Guard guard) {
        Word.Split split = splits.get(guard);
        if (split == null) {
            return true;
        }
        boolean goesOn = goesOn(split.yes());
        return goesOn == goesOn(split.no()) ? calls(split.yes()) >= calls(split.no()) : goesOn;
    }

    private boolean goesOn(Word word) {
        return context.words().ends(word).contains(PathEnd.FALL);
    }

    private long calls(Word word) {
        Long known = calls.get(word);
        if (known == null) {
            long own = word instanceof Word.Act || word instanceof Word.Again ? 1 : 0;
            for (Word part : WordPool.parts(word)) {
                own = Math.min(1_000_000, own + calls(part));
            }
            known = own;
            calls.put(word, known);
        }
        return known;
    }
}
