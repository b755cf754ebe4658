package dev.rollcall.analyzer.code.match;

import dev.rollcall.analyzer.code.summary.Guard;
import dev.rollcall.analyzer.code.value.RankModel;
import dev.rollcall.analyzer.code.value.RankVariation;
import dev.rollcall.analyzer.code.value.Value;
import dev.rollcall.analyzer.verdict.Cause;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Compares the ranks of one job: on each communicator its members, and on two those of both. */
final class RankComparison {
    /** The most communicators that are told apart in one word. */
    private static final int MOST_COMMUNICATORS = 8;

    private final MatchContext context;
    private final DependentParts parts;
    private final RankModel job;
    private final Map<Guard, Boolean> settled;
    private final Set<Object> settledCalls;
    private final boolean certain;
    private final RankForms forms;

    /**
     * A difference.
     *
     * @param settles the way that all ranks take at guards when this is settled
     * @param calls what is settled where no guard is to blame
     * @param divergence empty where it is none after all: a condition that asks who is a member
     * @param closed the closed calls that differ, which must be opened to know whether there is a difference; none of a difference
     */
    record Found(
            Map<Guard, Boolean> settles, Object calls, Optional<Divergence> divergence, Set<AlikeCalls.Closed> closed) {
        private boolean isWarning() {
            return divergence.filter(Divergence::isWarning).isPresent();
        }
    }

    /**
     * Makes a comparison.
     *
     * @param settled guards at which all ranks take one way
     * @param settledCalls first unequal calls, or sets of communicators, that are known
     * @param certain whether what is not certain is left out: calls that may communicate, exceptions on conditions
     */
    RankComparison(
            MatchContext context,
            DependentParts parts,
            RankForms forms,
            RankModel job,
            Map<Guard, Boolean> settled,
            Set<Object> settledCalls,
            boolean certain) {
        this.certain = certain;
        this.context = context;
        this.parts = parts;
        this.forms = forms;
        this.job = job;
        this.settled = settled;
        this.settledCalls = settledCalls;
    }

    /** Returns the first difference between members of one communicator, or in the order of calls on two. */
    Optional<Found> difference(boolean orders) {
        Map<Integer, RankForms.Projected> all = project(
                settled, Set.of(), IntStream.range(0, job.world()).boxed().toList());
        if (all.values().stream().map(each -> each.form().shape()).distinct().count() <= 1) {
            return Optional.empty();
        }
        List<Value> used = all.values().stream()
                .flatMap(each -> each.communicators().stream())
                .distinct()
                .limit(MOST_COMMUNICATORS)
                .toList();
        List<Set<Value>> compared = new ArrayList<>();
        for (int i = 0; i < used.size(); i++) {
            for (int j = orders ? i + 1 : i; j < (orders ? used.size() : i + 1); j++) {
                Set<Value> both = new LinkedHashSet<>(List.of(used.get(i)));
                both.add(used.get(j));
                compared.add(both);
            }
        }
        if (used.isEmpty() && !orders) {
            compared.add(Set.of());
        }
        Optional<Found> first = Optional.empty();
        for (Set<Value> each : compared) {
            Optional<Found> next = settledCalls.contains(each) ? Optional.empty() : amongMembers(each);
            // What is proven on one communicator is not hidden by what is not known of another.
            if (next.filter(Found::isWarning).isPresent()) {
                return next;
            }
            first = first.isPresent() ? first : next;
        }
        return first;
    }

    private Map<Integer, RankForms.Projected> project(
            Map<Guard, Boolean> decided, Set<Value> communicators, List<Integer> ranks) {
        Map<Integer, RankForms.Projected> each = new LinkedHashMap<>();
        ranks.forEach(rank ->
                each.put(rank, forms.of(new RankAnswers(context, job.at(rank), decided), communicators, certain)));
        return each;
    }

    /** Compares ranks that are members of the same groups. */
    private Optional<Found> amongMembers(Set<Value> communicators) {
        Map<List<List<Integer>>, List<Integer>> members = new LinkedHashMap<>();
        for (int rank = 0; rank < job.world(); rank++) {
            RankModel model = job.at(rank);
            List<List<Integer>> own = communicators.stream()
                    .map(each -> context.groups().of(each, model).members())
                    .toList();
            if (own.stream().allMatch(group -> group.contains(model.rank()))) {
                members.computeIfAbsent(own, groups -> new ArrayList<>()).add(rank);
            }
        }
        return members.values().stream()
                .map(ranks -> among(ranks, communicators))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private Optional<Found> among(List<Integer> ranks, Set<Value> communicators) {
        Map<Integer, RankForms.Projected> each = project(settled, communicators, ranks);
        Map<Integer, List<Integer>> classes = new LinkedHashMap<>();
        each.forEach((rank, own) -> classes.computeIfAbsent(own.form().shape(), shape -> new ArrayList<>())
                .add(rank));
        List<Integer> largest = classes.values().stream()
                .reduce((one, other) -> one.size() > other.size() ? one : other)
                .orElseThrow();
        for (List<Integer> smaller : classes.values()) {
            Optional<WordComparison.Difference> difference = WordComparison.of(
                    each.get(smaller.get(0)).form(), each.get(largest.get(0)).form());
            Optional<Found> found = difference
                    .filter(unequal -> !settledCalls.contains(calls(unequal)))
                    .map(unequal -> !closed(unequal).isEmpty()
                            ? new Found(Map.of(), Set.of(), Optional.empty(), closed(unequal))
                            : DivergenceCause.ends(unequal.other())
                                    ? found(unequal.reversed(), largest, smaller.get(0), communicators, each)
                                    : found(unequal, smaller, largest.get(0), communicators, each));
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private static Set<AlikeCalls.Closed> closed(WordComparison.Difference difference) {
        return Stream.of(difference.one(), difference.other())
                .flatMap(each -> WordComparison.step(each).stream())
                .flatMap(each -> each.key() instanceof AlikeCalls.Made made ? Stream.of(made.call()) : Stream.empty())
                .collect(Collectors.toSet());
    }

    /** Returns the first unequal calls, of whichever rank. */
    private static Object calls(WordComparison.Difference difference) {
        return Stream.of(difference.one(), difference.other())
                .map(WordComparison::call)
                .collect(Collectors.toSet());
    }

    private Found found(
            WordComparison.Difference difference,
            List<Integer> ranks,
            int other,
            Set<Value> communicators,
            Map<Integer, RankForms.Projected> projected) {
        boolean others = ranks.size() == 1
                && communicators.size() == 1
                && callsAlways(projected.get(other).form(), new IdentityHashMap<>());
        Optional<Guard> guard = BlamedGuard.of(
                difference, parts::isOfData, each -> vanishes(difference, each, ranks.get(0), other, communicators));
        boolean order = communicators.size() > 1;
        DivergenceMaker maker = new DivergenceMaker(context, parts, job, others, certain || parts.areCertain());
        Cause cause = order ? Cause.COMMUNICATOR_DEADLOCK : maker.cause(difference, guard);
        Optional<Divergence> divergence = maker.of(difference, guard, cause, ranks, other);
        Map<Guard, Boolean> settles = new HashMap<>();
        guard.ifPresent(blamed ->
                settled(blamed, cause, difference.doubt()).forEach(each -> settles.put(each, way(each, ranks, other))));
        return new Found(order ? Map.of() : settles, order ? communicators : calls(difference), divergence, Set.of());
    }

    /** Returns whether each way of a form that does not end in a failure has a collective. */
    private static boolean callsAlways(NormalForm form, Map<NormalForm, Boolean> known) {
        Boolean found = known.get(form);
        if (found == null) {
            found = form instanceof NormalForm.Item item
                    ? item.step().call().isPresent() || callsAlways(item.next(), known)
                    : form instanceof NormalForm.Choice choice
                            ? callsAlways(choice.yes(), known) && callsAlways(choice.no(), known)
                            : form instanceof NormalForm.Loop loop
                                    ? loop.after()
                                            .filter(after -> callsAlways(after, known))
                                            .isPresent()
                                    : form instanceof NormalForm.Passed passed
                                            ? callsAlways(passed.next(), known)
                                            : form instanceof NormalForm.Gap gap
                                                    ? callsAlways(gap.next(), known)
                                                    : form instanceof NormalForm.End end
                                                            && end.how().isFailure();
            known.put(form, found);
        }
        return found;
    }

    /** Calls that are swapped, or that may belong together, can stand at two guards with one condition. */
    private List<Guard> settled(Guard blamed, Cause cause, WordComparison.Doubt doubt) {
        boolean together = cause == Cause.ORDER_SWAP || doubt == WordComparison.Doubt.CONDITIONS;
        return together ? parts.withConditionOf(blamed) : List.of(blamed);
    }

    /** What one rank does alone, no other rank does differently; else the way is kept that shows most. */
    private boolean way(Guard guard, List<Integer> ranks, int other) {
        boolean isCondition = ranks.size() == 1
                && parts.split(guard) != null
                && parts.verdict(guard) instanceof RankVariation.Differs;
        return isCondition && context.ways().at(guard.condition(), job.at(other)) instanceof Value.Constant others
                ? others.equals(Value.Constant.TRUE)
                : parts.mainWay(guard);
    }

    /** Returns whether two ranks have no such difference any more if all ranks take one way at a guard. */
    private boolean vanishes(
            WordComparison.Difference difference, Guard guard, int one, int other, Set<Value> communicators) {
        Map<Guard, Boolean> more = new HashMap<>(settled);
        more.put(guard, parts.mainWay(guard));
        Map<Integer, RankForms.Projected> each = project(more, communicators, List.of(one, other));
        return WordComparison.first(each.get(one).form(), each.get(other).form())
                .filter(left -> calls(left).equals(calls(difference)))
                .isEmpty();
    }
}
