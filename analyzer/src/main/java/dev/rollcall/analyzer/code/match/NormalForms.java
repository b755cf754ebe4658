package dev.rollcall.analyzer.code.match;

import dev.rollcall.analyzer.code.form.FunctionId;
import dev.rollcall.analyzer.code.summary.Guard;
import dev.rollcall.analyzer.code.summary.PathEnd;
import dev.rollcall.analyzer.code.value.Value;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Makes normal forms, and numbers their shapes. Not thread-safe. */
final class NormalForms {
    /** The most forms of one check: some hundred megabytes; what is written by hand has fewer than a hundred thousand. */
    private static final int MOST = 600_000;

    private final Map<Key, Integer> shapes = new HashMap<>();
    private final Map<Object, Integer> numbers = new HashMap<>();
    private final Map<Object, Integer> sameNumbers = new IdentityHashMap<>();
    private final Predicate<Value> changing;
    private int made;

    /** What a form is made of, parts by their shapes or numbers. */
    private record Key(Kind kind, int what, int first, int second, int third) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Key that
                    && kind == that.kind
                    && what == that.what
                    && first == that.first
                    && second == that.second
                    && third == that.third;
        }

        @Override
        public int hashCode() {
            return 31 * (31 * (31 * (31 * kind.ordinal() + what) + first) + second) + third;
        }
    }

    private enum Kind {
        END,
        AGAIN,
        ITEM,
        CHOICE,
        LOOP
    }

    /** Too many forms: the check is given up. */
    static final class TooMany extends RuntimeException {
        private static final long serialVersionUID = 1;

        TooMany() {
            super("too many forms", null, false, false);
        }
    }

    /** @param changing whether a condition is on a variable that passes of some loop change */
    NormalForms(Predicate<Value> changing) {
        this.changing = changing;
    }

    private int shape(Kind kind, int what, int first, int second, int third) {
        count();
        Key key = new Key(kind, what, first, second, third);
        Integer found = shapes.get(key);
        if (found == null) {
            found = shapes.size();
            shapes.put(key, found);
        }
        return found;
    }

    private void count() {
        if (++made > MOST) {
            throw new TooMany();
        }
    }

    /** Returns a number that equal objects share. The hash of a large value costs as much as it has parts, so an object is hashed once. */
    private int number(Object of) {
        Integer found = sameNumbers.get(of);
        if (found == null) {
            found = numbers.computeIfAbsent(of, each -> numbers.size());
            sameNumbers.put(of, found);
        }
        return found;
    }

    NormalForm end(PathEnd how) {
        return new NormalForm.End(shape(Kind.END, how.equals(PathEnd.ABORT) ? 1 : 0, 0, 0, 0), how);
    }

    /** Returns the end of a part that is followed by something else after each of its ends. */
    NormalForm openEnd(PathEnd how) {
        return new NormalForm.End(shape(Kind.END, 2, number(how), 0, 0), how);
    }

    NormalForm again(int depth) {
        return new NormalForm.Again(shape(Kind.AGAIN, depth, 0, 0, 0), depth);
    }

    NormalForm item(NormalForm.Step step, NormalForm next) {
        int shape = shape(Kind.ITEM, number(step.key()), number(step.fields()), next.shape(), 0);
        return new NormalForm.Item(shape, step, next);
    }

    /** Returns a choice, or what both sides make. */
    NormalForm choice(Guard guard, Value condition, boolean ofRank, NormalForm yes, NormalForm no) {
        if (yes.shape() == no.shape()) {
            return either(condition, yes, no);
        }
        int shape = shape(Kind.CHOICE, number(condition), yes.shape(), no.shape(), 0);
        return new NormalForm.Choice(shape, guard, condition, ofRank, yes, no);
    }

    /**
     * Returns what two forms of one shape make: of two ends either, if they are not both failures or neither is; else one that says which
     * guards a rank passes, since one of them may be to blame.
     */
    NormalForm either(Value condition, NormalForm yes, NormalForm no) {
        if (yes != no && (mayFail(yes) || mayFail(no)) && !(isFailure(yes) && isFailure(no))) {
            count();
            return new NormalForm.EitherEnd(yes.shape(), condition, yes, no);
        }
        return no instanceof NormalForm.Passed ? no : yes;
    }

    private static boolean isEnd(NormalForm form) {
        return form instanceof NormalForm.End || form instanceof NormalForm.EitherEnd;
    }

    private static boolean mayFail(NormalForm form) {
        return isFailure(form) || plain(form) instanceof NormalForm.EitherEnd;
    }

    /** Returns whether nothing follows but a failure. */
    static boolean isFailure(NormalForm form) {
        return plain(form) instanceof NormalForm.End end && end.how().isFailure();
    }

    /** Returns a loop, or where no pass but the last one calls anything, what the last pass does and what follows. */
    NormalForm loop(Guard guard, int depth, Object passes, NormalForm body, Optional<NormalForm> after, boolean once) {
        if (!once
                && isSilent(body, depth, new HashSet<>(), new HashSet<>())
                && leadsOn(body, depth, after)
                && !asksAgain(body, depth, after)) {
            return lastPass(body, depth, after, new IdentityHashMap<>()).orElseGet(() -> end(PathEnd.FALL));
        }
        int behind = after.map(NormalForm::shape).orElse(-1);
        return new NormalForm.Loop(
                shape(Kind.LOOP, number(passes), depth, body.shape(), behind), guard, depth, passes, body, after, once);
    }

    /** Returns whether a pass leads to the next one, or does nothing but what follows the loop. */
    private static boolean leadsOn(NormalForm body, int depth, Optional<NormalForm> after) {
        return goesRound(body, depth)
                || after.filter(form -> form.shape() == body.shape()).isPresent();
    }

    /** Returns whether a loop's passes and what follows ask one condition on a variable that passes change: it may hold there alone. */
    private boolean asksAgain(NormalForm body, int depth, Optional<NormalForm> after) {
        Set<Value> asked = new HashSet<>();
        collectAsked(body, depth, asked, new HashMap<>());
        return !asked.isEmpty()
                && after.filter(behind -> reaches(
                                behind,
                                form -> form instanceof NormalForm.Choice choice && asked.contains(choice.condition()),
                                new HashSet<>()))
                        .isPresent();
    }

    /** Collects the conditions on what passes change that a pass asks before the next one; returns whether the next one is reached. */
    private boolean collectAsked(NormalForm form, int depth, Set<Value> asked, Map<Integer, Boolean> done) {
        NormalForm plain = plain(form);
        Boolean known = done.get(plain.shape());
        if (known == null) {
            known = plain instanceof NormalForm.Again again && again.depth() == depth;
            for (NormalForm next : next(plain)) {
                known |= collectAsked(next, depth, asked, done);
            }
            if (known && plain instanceof NormalForm.Choice choice && changing.test(choice.condition())) {
                asked.add(choice.condition());
            }
            done.put(plain.shape(), known);
        }
        return known;
    }

    /** Returns whether all ways to the next pass of a loop call nothing. */
    private static boolean isSilent(NormalForm body, int depth, Set<Integer> choices, Set<Integer> called) {
        NormalForm form = plain(body);
        if (form instanceof NormalForm.Choice choice) {
            return !choices.add(form.shape())
                    || isSilent(choice.yes(), depth, choices, called) && isSilent(choice.no(), depth, choices, called);
        }
        return form instanceof NormalForm.Again || !goesRound(form, depth, called);
    }

    /** Returns the body of a loop with what follows the loop in place of its next pass; empty if nothing does. */
    private Optional<NormalForm> lastPass(
            NormalForm form, int depth, Optional<NormalForm> after, Map<NormalForm, Optional<NormalForm>> done) {
        if (form instanceof NormalForm.Again again && again.depth() == depth) {
            return after;
        }
        if (form instanceof NormalForm.Passed passed) {
            return lastPass(passed.next(), depth, after, done)
                    .map(next -> passed(passed.guard(), passed.way(), passed.closed(), next));
        }
        if (form instanceof NormalForm.Gap gap) {
            return lastPass(gap.next(), depth, after, done).map(next -> gap(gap.function(), next));
        }
        if (!(form instanceof NormalForm.Choice choice)) {
            return Optional.of(form);
        }
        Optional<NormalForm> known = done.get(form);
        if (known == null) {
            Optional<NormalForm> yes = lastPass(choice.yes(), depth, after, done);
            Optional<NormalForm> no = lastPass(choice.no(), depth, after, done);
            known = yes.isPresent() && no.isPresent()
                    ? Optional.of(choice(choice.guard(), choice.condition(), choice.ofRank(), yes.get(), no.get()))
                    : yes.or(() -> no);
            done.put(form, known);
        }
        return known;
    }

    /** Returns whether a loop's body leads to its next pass. */
    static boolean goesRound(NormalForm body, int depth) {
        return goesRound(body, depth, new HashSet<>());
    }

    private static boolean goesRound(NormalForm body, int depth, Set<Integer> seen) {
        return reaches(body, form -> form instanceof NormalForm.Again again && again.depth() == depth, seen);
    }

    /** Returns whether a loop's body leads out of the loop. */
    static boolean leaves(NormalForm body, int depth) {
        Predicate<NormalForm> isOutside =
                form -> isEnd(form) || form instanceof NormalForm.Again again && again.depth() < depth;
        return reaches(body, isOutside, new HashSet<>());
    }

    /**
     * Returns whether a form, or one that it leads to, passes a test.
     *
     * @param seen the shapes that are not asked again; those that are asked are added
     */
    private static boolean reaches(NormalForm form, Predicate<NormalForm> test, Set<Integer> seen) {
        NormalForm plain = plain(form);
        return seen.add(plain.shape())
                && (test.test(plain) || next(plain).stream().anyMatch(each -> reaches(each, test, seen)));
    }

    NormalForm passed(Guard guard, Object way, boolean closed, NormalForm next) {
        return new NormalForm.Passed(next.shape(), guard, way, closed, next);
    }

    NormalForm gap(FunctionId function, NormalForm next) {
        return new NormalForm.Gap(next.shape(), function, next);
    }

    /** Returns a form without what has no weight in its shape. */
    static NormalForm plain(NormalForm form) {
        NormalForm plain = form;
        while (true) {
            if (plain instanceof NormalForm.Passed passed) {
                plain = passed.next();
            } else if (plain instanceof NormalForm.Gap gap) {
                plain = gap.next();
            } else {
                return plain;
            }
        }
    }

    /** Returns the forms that a form leads to; none at an end. */
    static List<NormalForm> next(NormalForm form) {
        NormalForm plain = plain(form);
        if (plain != form) {
            return List.of(plain);
        }
        if (form instanceof NormalForm.Item item) {
            return List.of(item.next());
        }
        if (form instanceof NormalForm.Choice choice) {
            return List.of(choice.yes(), choice.no());
        }
        if (form instanceof NormalForm.Loop loop) {
            return loop.after().map(after -> List.of(loop.body(), after)).orElse(List.of(loop.body()));
        }
        return List.of();
    }
}
