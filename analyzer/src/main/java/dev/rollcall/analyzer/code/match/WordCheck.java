package dev.rollcall.analyzer.code.match;

import dev.rollcall.analyzer.code.summary.Guard;
import dev.rollcall.analyzer.code.summary.Word;
import dev.rollcall.analyzer.code.summary.WordPool;
import dev.rollcall.analyzer.code.value.Evaluator;
import dev.rollcall.analyzer.code.value.GuardTest;
import dev.rollcall.analyzer.code.value.RankModel;
import dev.rollcall.analyzer.code.value.Value;
import dev.rollcall.analyzer.code.value.ValueParts;
import dev.rollcall.analyzer.code.value.ValuePool;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Checks whether all members of each communicator make the same calls. The word is projected on the ranks of small jobs in which its
 * conditions differ. What is found is settled, as if all ranks took one way there, and the rest is checked again. Not thread-safe; the
 * depth of the stack grows with the length of the word.
 */
public final class WordCheck {
    /** The most divergences of one word. */
    private static final int MOST_DIVERGENCES = 20;

    /** The most comparisons of one job with closed calls. */
    private static final int MOST_COMPARISONS = 100;

    /** The most jobs that are tried for one word. */
    private static final int MOST_JOBS = 32;

    /** A job of four ranks shows which side is the smaller one. */
    private static final int USUAL_WORLD = 4;

    /** Conditions inside each other may need another number of ranks than each by itself. */
    private static final List<Integer> FURTHER_WORLDS = List.of(5, 3);

    private final MatchContext context;

    /**
     * What was found in one word.
     *
     * @param divergences those of single communicators first, then those of the order of calls on two
     * @param complete whether all was checked; a word can be too large
     */
    public record Result(List<Divergence> divergences, boolean complete) {
        /** Makes the list immutable. */
        public Result {
            divergences = List.copyOf(divergences);
        }
    }

    /** Makes a check of the words of a pool. */
    public WordCheck(ValuePool values, WordPool words, Evaluator evaluator, GuardTest tests) {
        context = new MatchContext(values, words, evaluator, tests);
    }

    /** Returns the divergences of a word, such as that of a function that the program starts with. */
    public Result check(Word root) {
        return check(root, guard -> false, true);
    }

    /**
     * Returns the divergences of a word.
     *
     * @param known the guards at which it need not be asked again whether something follows if ranks take different ways
     * @param notes whether divergences are looked for that are no warnings, too; without it some are found all the same
     */
    public Result check(Word root, Predicate<Guard> known, boolean notes) {
        if (!context.words().guarded(root)) {
            return new Result(List.of(), true);
        }
        context.ways().clear();
        Search search = new Search(root, known, notes);
        try {
            return new Result(search.found, search.all());
        } catch (NormalForms.TooMany e) {
            search.addWithClosedCalls();
            return new Result(search.found, false);
        }
    }

    private final class Search {
        private final Word root;
        private final DependentParts parts;
        private final RankForms forms;
        private final Predicate<Guard> known;
        private final boolean notes;
        private final List<Divergence> found = new ArrayList<>();
        private final Map<Guard, Boolean> settled = new HashMap<>();
        private final Set<Object> settledCalls = new HashSet<>();
        private int looks;

        Search(Word root, Predicate<Guard> known, boolean notes) {
            this.known = known;
            this.notes = notes;
            parts = new DependentParts(root, context);
            this.root = root;
            forms = new RankForms(context, root, Optional.empty());
        }

        /** Finds all divergences; returns whether none was left out. */
        boolean all() {
            Set<RankModel> all = jobs();
            List<RankModel> jobs = all.stream().limit(MOST_JOBS).toList();
            boolean complete = jobs.size() == all.size();
            // What is certain comes first, so that what is not hides none of it. What is not is a note.
            List<Boolean> passes = notes ? List.of(true, false) : List.of(true);
            for (boolean certain : parts.areCertain() ? List.of(false) : passes) {
                for (boolean orders : parts.communicators().size() > 1 ? List.of(false, true) : List.of(false)) {
                    for (RankModel job : jobs) {
                        complete &= inJob(job, orders, certain);
                    }
                }
            }
            if (notes && parts.areOpen()) {
                complete &= addOpen(jobs);
            }
            return complete;
        }

        /** Finds the divergences of one job. */
        private boolean inJob(RankModel job, boolean orders, boolean certain) {
            return addAll((settled, calls) ->
                    new RankComparison(context, parts, forms, job, settled, calls, certain).difference(orders));
        }

        /**
         * Adds what a search finds, one after the other, with what is settled then; returns whether that was all. Where it finds nothing
         * before anything is settled, what settled guards make is nothing.
         */
        private boolean addAll(BiFunction<Map<Guard, Boolean>, Set<Object>, Optional<RankComparison.Found>> search) {
            Optional<RankComparison.Found> next = search.apply(Map.of(), Set.of());
            if (next.isPresent() && isAnySettled()) {
                next = search.apply(settled, settledCalls);
            }
            while (next.isPresent()) {
                if (looks >= MOST_DIVERGENCES) {
                    return false;
                }
                looks++;
                settle(next.get());
                next = search.apply(settled, settledCalls);
            }
            return true;
        }

        /** Finds divergences that are certain in a word that is too large to be written out. */
        void addWithClosedCalls() {
            jobs().stream()
                    .limit(MOST_JOBS)
                    .forEach(job -> addAll((settled, calls) -> withClosedCalls(job, settled, calls)));
        }

        /** Returns the first divergence; empty, too, where so many calls had to be opened that the word is too large again. */
        private Optional<RankComparison.Found> withClosedCalls(
                RankModel job, Map<Guard, Boolean> settled, Set<Object> settledCalls) {
            List<RankAnswers> ranks = IntStream.range(0, job.world())
                    .mapToObj(rank -> new RankAnswers(context, job.at(rank), settled))
                    .toList();
            AlikeCalls alike = new AlikeCalls(context, ranks);
            try {
                for (int i = 0; i < MOST_COMPARISONS; i++) {
                    RankForms closed = new RankForms(context, root, Optional.of(alike));
                    RankComparison comparison =
                            new RankComparison(context, parts, closed, job, settled, settledCalls, true);
                    Optional<RankComparison.Found> next = comparison.difference(false);
                    if (next.isEmpty() || next.get().closed().isEmpty()) {
                        return next;
                    }
                    alike.open(next.get().closed());
                }
                return Optional.empty();
            } catch (NormalForms.TooMany e) {
                return Optional.empty();
            }
        }

        private boolean addOpen(List<RankModel> jobs) {
            OpenConditions conditions = new OpenConditions(context, parts, known);
            for (RankModel job : jobs) {
                for (int rank = 0; rank < job.world(); rank++) {
                    RankAnswers answers = new RankAnswers(context, job.at(rank), settled);
                    conditions.add(
                            job.at(rank), forms.of(answers, Set.of(), false).form());
                }
            }
            Set<Optional<Guard>> blamed = found.stream().map(Divergence::guard).collect(Collectors.toSet());
            conditions.found().stream()
                    .filter(each -> !blamed.contains(each.guard()))
                    .forEach(found::add);
            return conditions.isComplete();
        }

        private boolean isAnySettled() {
            return !settled.isEmpty() || !settledCalls.isEmpty();
        }

        private void settle(RankComparison.Found next) {
            settled.putAll(next.settles());
            if (next.settles().isEmpty()) {
                settledCalls.add(next.calls());
            }
            next.divergence().ifPresent(found::add);
        }

        /** Returns jobs in which the conditions differ, and one that assumes nothing. Truths are assumed by the comparison. */
        private Set<RankModel> jobs() {
            Map<RankModel, List<Map<Value, Object>>> assumed = new LinkedHashMap<>();
            parts.witnesses().forEach(witness -> {
                RankModel job = parts.withAxes(witness.one().at(0));
                Map<Value, Object> assignment = new HashMap<>(job.assignment());
                assignment.values().removeIf(Boolean.class::isInstance);
                // What holds in one pass of a loop alone would hide what ranks do in the others.
                assignment.keySet().removeIf(WordCheck::isOfPass);
                if (job.axes().isEmpty() && job.world() <= USUAL_WORLD) {
                    assume(assignment, assumed, RankModel.of(USUAL_WORLD, 0));
                }
                assume(assignment, assumed, job.assuming(Map.of()));
            });
            assume(Map.of(), assumed, parts.withAxes(RankModel.of(USUAL_WORLD, 0)));
            Set<RankModel> jobs = new LinkedHashSet<>();
            assumed.forEach((job, all) -> all.forEach(each -> jobs.add(job.assuming(each))));
            for (RankModel job : List.copyOf(jobs)) {
                FURTHER_WORLDS.stream()
                        .filter(world -> job.axes().isEmpty())
                        .forEach(world -> jobs.add(RankModel.of(world, 0).assuming(job.assignment())));
            }
            return jobs;
        }
    }

    private static boolean isOfPass(Value value) {
        return value instanceof Value.Mixed lost && lost.isOfPass()
                || value.isOfLoop()
                || ValueParts.of(value).stream().anyMatch(WordCheck::isOfPass);
    }

    /** Adds an assignment to one that it does not contradict. */
    private static void assume(
            Map<Value, Object> more, Map<RankModel, List<Map<Value, Object>>> assumed, RankModel job) {
        List<Map<Value, Object>> all = assumed.computeIfAbsent(job, each -> new ArrayList<>());
        Optional<Map<Value, Object>> fitting = all.stream()
                .filter(each -> more.keySet().stream()
                        .allMatch(key -> !each.containsKey(key) || Objects.equals(each.get(key), more.get(key))))
                .findFirst();
        if (fitting.isPresent()) {
            fitting.get().putAll(more);
        } else {
            all.add(new HashMap<>(more));
        }
    }
}
