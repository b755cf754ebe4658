package dev.rollcall.analyzer.code.match;

import dev.rollcall.analyzer.code.form.FunctionId;
import dev.rollcall.analyzer.code.summary.CollectiveCall;
import dev.rollcall.analyzer.code.summary.Guard;
import dev.rollcall.analyzer.code.summary.PathEnd;
import dev.rollcall.analyzer.code.summary.Trip;
import dev.rollcall.analyzer.code.summary.Word;
import dev.rollcall.analyzer.code.value.Dependence;
import dev.rollcall.analyzer.code.value.LoopId;
import dev.rollcall.analyzer.code.value.RankVariation;
import dev.rollcall.analyzer.code.value.Value;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Projects a word on one rank: the rank takes one way at each condition that differs between ranks, and a condition that is the same
 * on all ranks keeps both sides. Each part of a word is projected once for what follows it, so that shared tails stay shared. Not
 * thread-safe.
 */
final class WordProjection {
    /** Loops of so few equal passes are written out: two calls in sequence equal a loop of two. */
    private static final long FEW_PASSES = 4;

    private static final PathEnd NO_OBJECT = new PathEnd.Throw("java.lang.NullPointerException");

    private final MatchContext context;
    private final NormalForms forms;
    private final Function<RankAnswers.Question, Object> rank;
    private final boolean certain;
    private final Optional<AlikeCalls> alike;
    private final Set<Value> used = new LinkedHashSet<>();
    private final Map<Place, NormalForm> known = new HashMap<>();
    private final Map<RankAnswers.Question, Object> answers = new HashMap<>();
    private final Map<Word.Split, Way> ways = new IdentityHashMap<>();
    private final Map<Word, NormalForm> decisionsOfAll = new IdentityHashMap<>();
    private final Map<Word, NormalForm> decisionsApart = new IdentityHashMap<>();
    private final Map<CollectiveCall, NormalForm.Step> steps = new IdentityHashMap<>();

    /** The key of a recursive call. */
    record Recursion(FunctionId function, List<Value> arguments) {}

    /** A word with what follows it on a rank, by identity. */
    private record Place(Word word, Continuation then, RankAnswers.Passes passes) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Place that && word == that.word && then == that.then && passes == that.passes;
        }

        @Override
        public int hashCode() {
            return 31 * (31 * System.identityHashCode(word) + System.identityHashCode(then))
                    + System.identityHashCode(passes);
        }
    }

    /** What follows each end of a word. */
    private static final class Continuation {
        private final int depth;
        private final boolean apart;
        private final Function<PathEnd, NormalForm> form;
        private PathEnd first;
        private NormalForm firstForm;
        private Map<PathEnd, NormalForm> others = Map.of();

        /**
         * Makes what follows a word.
         *
         * @param depth the number of loops around the word
         * @param apart whether some ranks alone come to the word
         */
        Continuation(int depth, boolean apart, Function<PathEnd, NormalForm> form) {
            this.depth = depth;
            this.apart = apart;
            this.form = form;
        }

        /** Most words have one end, or one that is asked for. */
        NormalForm at(PathEnd end) {
            if (end.equals(first)) {
                return firstForm;
            }
            NormalForm found = others.get(end);
            if (found == null) {
                found = form.apply(end);
                if (first == null) {
                    first = end;
                    firstForm = found;
                } else {
                    others = others.isEmpty() ? new HashMap<>() : others;
                    others.put(end, found);
                }
            }
            return found;
        }
    }

    /**
     * Makes a projection.
     *
     * @param rank what the rank answers; it is asked the same as another rank that gave the same answers before
     * @param certain whether what is not certain is left out: calls that may communicate, exceptions on conditions
     * @param alike the calls that stay closed; empty if all are written out
     */
    WordProjection(
            MatchContext context,
            NormalForms forms,
            Function<RankAnswers.Question, Object> rank,
            boolean certain,
            Optional<AlikeCalls> alike) {
        this.context = context;
        this.forms = forms;
        this.rank = rank;
        this.certain = certain;
        this.alike = alike;
    }

    /** Returns the form of the whole word. */
    NormalForm of(Word word) {
        return of(word, new Continuation(0, false, forms::end), null);
    }

    /** Asks the rank once for all passes of loops that the value does not mention. */
    private Object ask(RankAnswers.Kind kind, Object of, Value value, RankAnswers.Passes passes) {
        RankAnswers.Passes mentioned = passes;
        Set<LoopId> loops = mentioned == null ? Set.of() : context.ways().loops(value);
        while (mentioned != null && !loops.contains(mentioned.loop())) {
            mentioned = mentioned.outer();
        }
        return answers.computeIfAbsent(new RankAnswers.Question(kind, of, mentioned), rank);
    }

    /** Returns the communicators that the rank uses, by their values. */
    Set<Value> communicators() {
        return used;
    }

    private NormalForm of(Word word, Continuation then, RankAnswers.Passes passes) {
        if (word instanceof Word.Done done) {
            return then.at(done.end());
        }
        Optional<PathEnd> onlyEnd = certain ? onlyEnd(word) : Optional.empty();
        if (onlyEnd.isPresent()) {
            return then.at(onlyEnd.get());
        }
        Place place = new Place(word, then, passes);
        NormalForm found = known.get(place);
        if (found == null) {
            found = project(word, then, passes);
            known.put(place, found);
        }
        return found;
    }

    private NormalForm project(Word word, Continuation then, RankAnswers.Passes passes) {
        if (word instanceof Word.Act act) {
            return act(act.call(), then, passes);
        }
        if (word instanceof Word.Split split) {
            return split(split, then, passes);
        }
        if (word instanceof Word.Then sequence) {
            Map<PathEnd, Word> next = sequence.next();
            Continuation own = new Continuation(
                    then.depth,
                    then.apart,
                    end -> next.containsKey(end) ? of(next.get(end), then, passes) : then.at(end));
            return certain && context.failures().isSearch(sequence)
                    ? loop((Word.Repeat) sequence.first(), own, passes, true)
                    : of(sequence.first(), own, passes);
        }
        if (word instanceof Word.Repeat loop) {
            return loop(loop, then, passes, false);
        }
        if (word instanceof Word.Call call) {
            Optional<AlikeCalls.Closed> closed = alike.flatMap(each -> each.closed(call));
            if (closed.isPresent()) {
                Object key = new AlikeCalls.Made(closed.get(), passes);
                return forms.item(new NormalForm.Step(key), then.at(PathEnd.FALL));
            }
            Continuation own = new Continuation(
                    then.depth, then.apart, end -> then.at(end.equals(PathEnd.RETURN) ? PathEnd.FALL : end));
            return passes == null && isQuiet(call.word())
                    ? new FormRewrite(forms, end -> own.at(end.how()), step -> true, then.depth)
                            .of(decisions(call.word(), then.apart))
                    : of(call.word(), own, passes);
        }
        if (word instanceof Word.Gap gap) {
            return forms.gap(gap.function(), then.at(PathEnd.FALL));
        }
        if (word instanceof Word.Again again) {
            Object key = new Recursion(again.function(), again.arguments());
            return forms.item(new NormalForm.Step(key), then.at(PathEnd.FALL));
        }
        return then.at(PathEnd.FALL);
    }

    /** Returns how a part ends that calls nothing and goes on in one way, whatever it decides; empty for any other. */
    private Optional<PathEnd> onlyEnd(Word word) {
        if (context.words().calls(word)) {
            return Optional.empty();
        }
        Set<PathEnd> ends = context.failures().ends(word);
        return ends.size() == 1 ? Optional.of(ends.iterator().next()) : Optional.empty();
    }

    private boolean isQuiet(Word function) {
        return !(certain ? context.words().calls(function) : context.words().mayCall(function));
    }

    /** Returns what the rank decides in a function in which it calls nothing: written out once for all of its callers. */
    private NormalForm decisions(Word function, boolean apart) {
        Map<Word, NormalForm> decisions = apart ? decisionsApart : decisionsOfAll;
        NormalForm known = decisions.get(function);
        if (known == null) {
            known = of(function, new Continuation(0, apart, forms::openEnd), null);
            decisions.put(function, known);
        }
        return known;
    }

    private NormalForm act(CollectiveCall call, Continuation then, RankAnswers.Passes passes) {
        if (certain && !call.certain()) {
            return then.at(PathEnd.FALL);
        }
        Group group = (Group) ask(RankAnswers.Kind.GROUP, call.communicator(), call.communicator(), passes);
        if (group.isNull() && !group.communicator().equals(call.communicator())) {
            return then.at(group.known() ? NO_OBJECT : PathEnd.FALL);
        }
        used.add(group.communicator());
        NormalForm next = then.at(PathEnd.FALL);
        NormalForm.Step step = passes == null ? steps.get(call) : step(call, group, passes);
        if (step == null) {
            step = step(call, group, null);
            steps.put(call, step);
        }
        return forms.item(step, next);
    }

    private NormalForm.Step step(CollectiveCall call, Group group, RankAnswers.Passes passes) {
        Map<CollectiveCall.Field, Object> fields = new EnumMap<>(CollectiveCall.Field.class);
        call.fields()
                .forEach((field, value) -> ((Optional<?>) ask(RankAnswers.Kind.FIELD, value, value, passes))
                        .ifPresent(known -> fields.put(field, known)));
        Object key = List.of(call.operation(), group.communicator());
        return new NormalForm.Step(key, Optional.of(group.communicator()), Optional.of(call), fields);
    }

    /**
     * What a rank does at a split.
     *
     * @param only the side that it takes; null for both
     * @param differs whether the condition can differ between ranks, and is not settled
     * @param ofRank whether the condition is one on the rank
     * @param condition the condition of both sides, as the rank sees it
     */
    private record Way(Boolean only, boolean differs, boolean ofRank, Value condition) {}

    private NormalForm split(Word.Split split, Continuation then, RankAnswers.Passes passes) {
        if (certain && then.apart && split.guard().kind() == Guard.Kind.HANDLER) {
            // What fails on all ranks alike fails on one alone where others do not come.
            return of(context.failures().passing(split), then, passes);
        }
        Way way = passes == null ? ways.get(split) : way(split, passes);
        if (way == null) {
            way = way(split, null);
            ways.put(split, way);
        }
        if (way.only != null) {
            return side(split, way.only, way.differs, then, passes);
        }
        NormalForm yes = side(split, true, way.differs, then, passes);
        NormalForm no = side(split, false, way.differs, then, passes);
        return choice(split.guard(), way.condition, way.ofRank, yes, no);
    }

    /** A condition may be a choice by one that all ranks see alike, such as an object's class: that is asked for, and not the whole. */
    private NormalForm choice(Guard guard, Value condition, boolean ofRank, NormalForm yes, NormalForm no) {
        if (condition instanceof Value.Constant known) {
            return known.equals(Value.Constant.TRUE) ? yes : no;
        }
        RankWays.Signed signed = context.ways().signed(condition);
        NormalForm holds = signed.holds() ? yes : no;
        NormalForm fails = signed.holds() ? no : yes;
        if (signed.condition() instanceof Value.Select select && isAlike(select.condition())) {
            NormalForm chosen = choice(guard, select.yes(), ofRank && !isAlike(select.yes()), holds, fails);
            NormalForm other = choice(guard, select.no(), ofRank && !isAlike(select.no()), holds, fails);
            return choice(guard, select.condition(), false, chosen, other);
        }
        return forms.choice(guard, signed.condition(), ofRank, holds, fails);
    }

    private boolean isAlike(Value condition) {
        return context.values().dependence(condition).isNone();
    }

    private Way way(Word.Split split, RankAnswers.Passes passes) {
        Guard guard = split.guard();
        Object answer = ask(RankAnswers.Kind.WAY, guard, guard.condition(), passes);
        if (answer instanceof Boolean settled) {
            return new Way(settled, false, false, null);
        }
        if (certain && context.failures().isCheck(split)) {
            return new Way(context.failures().passing(split) == split.yes(), false, false, null);
        }
        Dependence dependence = context.values().dependence(guard.condition());
        boolean differs = !dependence.isNone();
        Value condition = (Value) answer;
        if (condition instanceof Value.Constant known) {
            return new Way(known.equals(Value.Constant.TRUE), differs, false, null);
        }
        boolean ofRank = dependence.sources().contains(Dependence.Source.RANK)
                && dependence.precision() == Dependence.Precision.EXACT;
        return new Way(null, differs, ofRank, condition);
    }

    private NormalForm side(
            Word.Split split, boolean way, boolean differs, Continuation then, RankAnswers.Passes passes) {
        Word side = way ? split.yes() : split.no();
        return differs
                ? forms.passed(split.guard(), way, false, of(side, closing(split.guard(), way, then), passes))
                : of(side, then, passes);
    }

    /** Where a side goes on behind its guard, the guard is over. */
    private Continuation closing(Guard guard, Object way, Continuation then) {
        return new Continuation(
                then.depth,
                true,
                end -> end.equals(PathEnd.FALL) ? forms.passed(guard, way, true, then.at(end)) : then.at(end));
    }

    /** @param finds whether the loop is a search that is taken to find something */
    private NormalForm loop(Word.Repeat loop, Continuation then, RankAnswers.Passes passes, boolean finds) {
        PathEnd next = loop.next();
        PathEnd exit = loop.left();
        Guard guard = RankWays.guard(loop);
        Object answer = ask(RankAnswers.Kind.PASSES, loop, guard.condition(), passes);
        boolean differs = answer != RankAnswers.SETTLED && !(context.ways().test(loop) instanceof RankVariation.Same);
        if (answer instanceof Optional<?> known
                && known.orElse(null) instanceof Long number
                && (differs || isShort(loop, number) && !finds || context.ways().asksPass(loop))) {
            NormalForm after = then.at(exit);
            after = differs ? forms.passed(guard, number, true, after) : after;
            NormalForm all = unrolled(loop, number, after, then, passes);
            return differs ? forms.passed(guard, number, false, all) : all;
        }
        int depth = then.depth;
        Continuation body =
                new Continuation(depth + 1, then.apart, end -> end.equals(next) ? forms.again(depth) : then.at(end));
        boolean bounded = !(loop.trip() instanceof Trip.While);
        NormalForm form = of(loop.body(), body, passes);
        boolean runs = !bounded
                || answer instanceof Optional<?> known && known.orElse(null) instanceof Long number && number > 0;
        boolean once = runs && !NormalForms.goesRound(form, depth);
        return forms.loop(
                guard,
                depth,
                bounded ? guard.condition() : "while",
                form,
                bounded && !once && !(finds && NormalForms.leaves(form, depth))
                        ? Optional.of(then.at(exit))
                        : Optional.empty(),
                once);
    }

    private boolean isShort(Word.Repeat loop, long passes) {
        return passes <= FEW_PASSES && !context.words().guarded(loop.body());
    }

    private NormalForm unrolled(
            Word.Repeat loop, long number, NormalForm after, Continuation then, RankAnswers.Passes outer) {
        PathEnd next = loop.next();
        NormalForm form = after;
        for (long i = number - 1; i >= 0; i--) {
            NormalForm following = form;
            Continuation own =
                    new Continuation(then.depth, then.apart, end -> end.equals(next) ? following : then.at(end));
            form = of(loop.body(), own, new RankAnswers.Passes(loop.loop(), i, outer));
        }
        return form;
    }
}
