package dev.rollcall.analyzer.code.match;

import dev.rollcall.analyzer.code.match.Divergence.Reason;
import dev.rollcall.analyzer.code.summary.CollectiveCall;
import dev.rollcall.analyzer.code.summary.Guard;
import dev.rollcall.analyzer.code.summary.PathEnd;
import dev.rollcall.analyzer.code.value.Axis;
import dev.rollcall.analyzer.code.value.Dependence;
import dev.rollcall.analyzer.code.value.Members;
import dev.rollcall.analyzer.code.value.RankModel;
import dev.rollcall.analyzer.code.value.RankVariation;
import dev.rollcall.analyzer.code.value.Value;
import dev.rollcall.analyzer.code.value.ValueParts;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Tells whether a difference is proven, or what is missing. */
final class DivergenceProof {
    /** A job of more hosts than a group has ranks, so that a rank within its host, as {@code rank % 8}, is none of its own. */
    private static final int LARGE_JOB = 256;

    private final MatchContext context;
    private final DependentParts parts;
    private final RankModel job;
    private final WordComparison.Difference difference;
    private final Optional<Guard> guard;
    private final List<Integer> ranks;
    private final boolean others;
    private final boolean proven;
    private final List<CollectiveCall> calls;

    /**
     * @param ranks those of the first side
     * @param others whether the ranks of the other side call on the communicator, too, whatever the conditions are
     * @param proven whether the difference shows without calls and exceptions that are not certain
     */
    DivergenceProof(
            MatchContext context,
            DependentParts parts,
            RankModel job,
            WordComparison.Difference difference,
            Optional<Guard> guard,
            List<Integer> ranks,
            boolean others,
            boolean proven) {
        this.ranks = ranks;
        this.others = others;
        this.proven = proven;
        this.context = context;
        this.parts = parts;
        this.job = job;
        this.difference = difference;
        this.guard = guard;
        calls = Stream.of(difference.one(), difference.other())
                .map(WordComparison::call)
                .flatMap(Optional::stream)
                .toList();
    }

    /** Returns {@link Reason#RANK} for a proven difference; empty for none: the condition asks who is a member. */
    Optional<Reason> reason() {
        boolean isMembership = guard.filter(each -> calls.stream().anyMatch(call -> asksForMembers(each, call)))
                .isPresent();
        return isMembership
                ? Optional.empty()
                : Optional.of(guard.map(this::source).orElseGet(this::sourceOfCalls))
                        .map(source -> source == Reason.RANK ? weakness() : source);
    }

    /** Where no condition is found to part the ranks, the calls are to name what does. */
    private Reason sourceOfCalls() {
        Set<Dependence.Source> sources = calls.stream()
                .flatMap(each -> Stream.concat(Stream.of(each.communicator()), each.fields().values().stream()))
                .flatMap(each -> context.values().dependence(each).sources().stream())
                .collect(Collectors.toSet());
        boolean byRank = calls.isEmpty() || sources.contains(Dependence.Source.RANK);
        return byRank ? Reason.RANK : reason(sources).orElse(Reason.VALUE);
    }

    /** Returns what decides beside the rank. */
    private static Optional<Reason> reason(Set<Dependence.Source> sources) {
        if (sources.contains(Dependence.Source.EXCEPTION)) {
            return Optional.of(Reason.EXCEPTION);
        }
        if (sources.contains(Dependence.Source.LOCAL_DATA)) {
            return Optional.of(Reason.LOCAL_DATA);
        }
        return sources.contains(Dependence.Source.CLOCK) ? Optional.of(Reason.CLOCK) : Optional.empty();
    }

    private Reason source(Guard each) {
        Dependence dependence = context.values().dependence(each.condition());
        RankVariation verdict = parts.verdict(each);
        boolean exact = dependence.precision() == Dependence.Precision.EXACT;
        Set<Dependence.Source> sources =
                verdict instanceof RankVariation.Open unknown ? unknown.sources() : dependence.sources();
        if (each.kind() == Guard.Kind.HANDLER) {
            return Reason.EXCEPTION;
        }
        if (verdict instanceof RankVariation.Differs && (proven ? exact : dependence.isExactlyRank())) {
            return Reason.RANK;
        }
        boolean function = any(each.condition(), this::isFunctionOfRank);
        return reason(sources).orElse(exact && function ? Reason.UNKNOWN_FUNCTION : Reason.VALUE);
    }

    private Reason weakness() {
        if (gaps(difference.oneTrail()) != gaps(difference.otherTrail())) {
            return Reason.NOT_SUMMARIZED;
        }
        if (calls.isEmpty() && !recursion(difference.one()).equals(recursion(difference.other()))) {
            return Reason.NOT_SUMMARIZED;
        }
        if (!calls.stream().allMatch(CollectiveCall::certain)) {
            return Reason.MAY_COMMUNICATE;
        }
        if (difference.kind() == WordComparison.Kind.PASSES
                || difference.doubt() == WordComparison.Doubt.GUESS
                || difference.doubt() == WordComparison.Doubt.SENDER) {
            return Reason.VALUE;
        }
        boolean isCheck = isCheck(difference.one(), difference.oneTrail())
                || isCheck(difference.other(), difference.otherTrail());
        if (isCheck || isHandledCheck() || !proven) {
            return Reason.CHECK;
        }
        if (difference.doubt() == WordComparison.Doubt.CONDITIONS) {
            return Reason.CONDITIONS;
        }
        if (guard.isEmpty() && (mayPart(difference.oneTrail()) || mayPart(difference.otherTrail()))) {
            return Reason.VALUE;
        }
        boolean goesRound = WordComparison.step(difference.one()).isEmpty()
                || WordComparison.step(difference.other()).isEmpty();
        if (goesRound && guard.filter(each -> parts.isByTurns(each, job)).isPresent()) {
            return Reason.VALUE;
        }
        return calls.stream().allMatch(each -> hasKnownMembers(each) || isOfOneRank(each))
                ? Reason.RANK
                : Reason.MEMBERS;
    }

    /** Returns what a form begins with that is not known to be a collective: the function of a recursion, or a closed call; empty for others. */
    private static Optional<Object> recursion(NormalForm form) {
        return WordComparison.step(form)
                .filter(step -> step.call().isEmpty())
                .map(step -> step.key() instanceof WordProjection.Recursion call ? call.function() : step.key());
    }

    private static long gaps(WordComparison.Trail trail) {
        return WordComparison.Trail.of(trail).stream()
                .filter(NormalForm.Gap.class::isInstance)
                .count();
    }

    /** An assertion, or a failure on conditions that are not the rank alone, is no way that a program is meant to take. */
    private boolean isCheck(NormalForm form, WordComparison.Trail trail) {
        PathEnd how = form instanceof NormalForm.End end ? end.how() : PathEnd.FALL;
        return how.isFailure()
                && (how instanceof PathEnd.Throw thrown && thrown.type().endsWith("AssertionError")
                        || guard.filter(each -> isRankAlone(each.condition())).isEmpty()
                        || !BlamedGuard.open(trail).stream().allMatch(each -> isRankAlone(each.condition())));
    }

    /** Returns whether the ranks part where one fails on conditions that are not the rank alone, and goes on behind a handler. */
    private boolean isHandledCheck() {
        return guard.filter(each -> !isRankAlone(each.condition()))
                .map(parts::split)
                .filter(context.failures()::fails)
                .isPresent();
    }

    /** Returns whether a condition around the call may let this rank alone come here: one on the rank that is not known. */
    private boolean mayPart(WordComparison.Trail trail) {
        return BlamedGuard.open(trail).stream()
                .anyMatch(each -> parts.verdict(each) instanceof RankVariation.Open
                        && context.values()
                                .dependence(each.condition())
                                .sources()
                                .contains(Dependence.Source.RANK));
    }

    private static boolean isRankAlone(Value value) {
        if (value instanceof Value.Rank) {
            return true;
        }
        boolean computes = value instanceof Value.Operation
                || (value instanceof Value.Result || value instanceof Value.Parts)
                        && any(value, Value.Rank.class::isInstance);
        return value instanceof Value.Constant
                || computes && ValueParts.of(value).stream().allMatch(DivergenceProof::isRankAlone);
    }

    private boolean isFunctionOfRank(Value value) {
        return value instanceof Value.Result result
                && !result.function().equals(Value.Result.ITEM)
                && !context.values().dependence(result).isNone();
    }

    /**
     * An unknown communicator that is the only one, or is assumed to have all ranks, has the ranks that come here, unless these are told
     * apart by a rank within some of them, or compute a root from their rank: then there are several groups, as along an axis of which no rank
     * tells which are one. One whose own rank decides has them too.
     */
    private boolean hasKnownMembers(CollectiveCall call) {
        Group group = context.groups().of(call.communicator(), job);
        Value communicator = group.communicator();
        boolean known = group.known();
        boolean listed = isMade(communicator);
        boolean assumed = communicator instanceof Value.Communicator made && made.isAssumed();
        boolean own = alternatives(communicator).allMatch(this::asksRankIn);
        boolean parted = partsGroups(call.fields().get(CollectiveCall.Field.ROOT));
        boolean within = parted || asks(part -> isAlongAxis(part) || isOfAnother(part, communicator));
        boolean along =
                parted && communicator instanceof Value.Communicator made && made.members() instanceof Members.Along;
        return known && !(assumed && within) && !along
                || own
                || !listed && !within && parts.communicators().size() == 1;
    }

    /**
     * Returns whether one rank alone makes a call, however many ranks the job has, on a communicator that others use too: it waits for them,
     * whoever the members are. One that no other uses may be this rank's own, as with another job.
     */
    private boolean isOfOneRank(CollectiveCall call) {
        return ranks.size() == 1
                && WordComparison.call(difference.one()).filter(call::equals).isPresent()
                && others
                && guard.filter(each -> isOneRank(each.condition())).isPresent();
    }

    /** Returns whether a condition on the rank in the world has one truth on all ranks of a large job but for one rank. */
    private boolean isOneRank(Value condition) {
        if (any(
                condition,
                part -> part instanceof Value.Rank rank && !rank.axis().equals(Axis.WORLD))) {
            return false;
        }
        Map<Optional<Object>, Long> truths = IntStream.range(0, LARGE_JOB)
                .mapToObj(rank -> inLargeJob(condition, rank))
                .collect(Collectors.groupingBy(each -> each, Collectors.counting()));
        return truths.size() == 2
                && truths.containsValue(1L)
                && truths.entrySet().stream()
                        .allMatch(each -> each.getValue() == 1 || each.getKey().isPresent());
    }

    /**
     * Returns whether ranks with different roots may be in different groups, as with {@code rank // size * size}: each root is its own. That
     * each rank is its own root, whatever the size, is a mistake.
     */
    private boolean partsGroups(Value root) {
        if (root == null || !any(root, Value.Rank.class::isInstance)) {
            return false;
        }
        if (any(root, DivergenceProof::isAlongAxis)) {
            return true;
        }
        for (int rank = 0; rank < job.world(); rank++) {
            RankModel member = job.at(rank);
            Optional<Long> of = rank(root, member);
            if (of.isEmpty()) {
                return true;
            }
            if (!rank(root, job.at(of.get().intValue())).equals(of)) {
                return false;
            }
        }
        return !isOwn(root);
    }

    /** Returns whether a value is the rank itself, also in a job of several hosts if it has a value there. */
    private boolean isOwn(Value root) {
        return IntStream.range(0, LARGE_JOB)
                .allMatch(rank ->
                        inLargeJob(root, rank).map(of -> of.equals((long) rank)).orElse(rank >= job.world()));
    }

    /** Returns what a value is on a rank of a large job; empty if it is not known. */
    private Optional<Object> inLargeJob(Value value, int rank) {
        return context.ways().known(value, new RankModel(LARGE_JOB, job.axes(), job.extent(), rank, Map.of()));
    }

    /** Returns which rank of the job a value is on a rank; empty if it is none, or not known. */
    private Optional<Long> rank(Value value, RankModel model) {
        return context.ways()
                .known(value, model)
                .filter(Long.class::isInstance)
                .map(Long.class::cast)
                .filter(number -> number >= 0 && number < job.world());
    }

    /** Returns whether a value is the rank within some of the ranks, or their number: then there are several groups. */
    private static boolean isAlongAxis(Value value) {
        Axis axis = Axis.of(value);
        return axis instanceof Axis.Grid && !axis.equals(Axis.WORLD);
    }

    /** Returns whether a value counts in another communicator than one, which is not known or was made of one that is not. */
    private static boolean isOfAnother(Value value, Value communicator) {
        return Axis.of(value) instanceof Axis.Group group
                && any(
                        group.communicator(),
                        part -> part instanceof Value.Communicator assumed
                                && assumed.isAssumed()
                                && !assumed.equals(communicator));
    }

    /** Returns the communicators of which a condition chooses one; nobody waits on one that is missing. */
    private static Stream<Value> alternatives(Value communicator) {
        return communicator instanceof Value.Select select
                ? Stream.of(select.yes(), select.no())
                        .filter(each -> !each.equals(Value.Constant.NULL))
                        .flatMap(DivergenceProof::alternatives)
                : Stream.of(communicator);
    }

    private boolean asksRankIn(Value communicator) {
        return asks(part -> part instanceof Value.Rank rank && rank.axis().equals(Axis.in(communicator)));
    }

    private boolean asks(Predicate<Value> test) {
        return guard.filter(each -> any(each.condition(), test)).isPresent();
    }

    private static boolean isMade(Value communicator) {
        return communicator instanceof Value.Communicator
                || communicator instanceof Value.Select select && (isMade(select.yes()) || isMade(select.no()));
    }

    private boolean asksForMembers(Guard each, CollectiveCall call) {
        Value communicator = call.communicator();
        Value asked = communicator instanceof Value.Communicator made && made.members() instanceof Members.Listed listed
                ? listed.ranks()
                : communicator;
        return !context.groups().of(communicator, job).known() && any(each.condition(), asked::equals);
    }

    /** Returns whether a test holds for a value or a part of it, apart from the communicators that ranks count in. */
    private static boolean any(Value value, Predicate<Value> test) {
        return test.test(value)
                || !(value instanceof Value.Rank || value instanceof Value.Size)
                        && ValueParts.of(value).stream().anyMatch(part -> any(part, test));
    }
}
