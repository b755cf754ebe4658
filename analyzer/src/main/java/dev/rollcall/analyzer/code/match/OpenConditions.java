package dev.rollcall.analyzer.code.match;

import dev.rollcall.analyzer.code.form.SourcePlace;
import dev.rollcall.analyzer.code.summary.Guard;
import dev.rollcall.analyzer.code.value.RankModel;
import dev.rollcall.analyzer.code.value.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Finds what follows if a condition holds on one rank and not on another, where that is not known: for each condition, the calls behind
 * one of its ways against those behind the other, all else being the same on both ranks. PARCOACH asks this of each condition of the
 * post-dominance frontier of a collective (Saillard, Carribault and Barthou, 2014). Not thread-safe.
 */
final class OpenConditions {
    private final MatchContext context;
    private final DependentParts parts;
    private final Predicate<Guard> known;
    private final Map<Site, Divergence> found = new LinkedHashMap<>();
    private final Set<Integer> shapes = new HashSet<>();
    private boolean complete = true;

    /** Where a condition stands: a function that is called several times has it once for each call. */
    private record Site(SourcePlace place, String text, Guard.Kind kind) {
        static Site of(Guard guard) {
            return new Site(guard.place(), guard.text(), guard.kind());
        }
    }

    /** @param known the guards that need no further look */
    OpenConditions(MatchContext context, DependentParts parts, Predicate<Guard> known) {
        this.context = context;
        this.parts = parts;
        this.known = known;
    }

    /** Looks at what a rank calls. */
    void add(RankModel rank, NormalForm form) {
        if (!shapes.add(form.shape())) {
            return;
        }
        Map<Value, List<NormalForm.Choice>> choices = new LinkedHashMap<>();
        for (NormalForm each : reachable(form)) {
            if (each instanceof NormalForm.Choice choice && parts.isOpen(choice.guard())) {
                choices.computeIfAbsent(choice.condition(), condition -> new ArrayList<>())
                        .add(choice);
            } else if (each instanceof NormalForm.Loop loop && parts.isOpen(loop.guard()) && !isKnown(loop.guard())) {
                loop.after()
                        .flatMap(after -> WordComparison.of(loop.body(), after))
                        .ifPresent(difference -> add(rank, loop.guard(), difference));
            }
        }
        choices.values().removeIf(places -> places.stream().allMatch(each -> isKnown(each.guard())));
        choices.forEach((condition, places) -> {
            try {
                // Most conditions are asked in one place, and no walk through the form is needed to find it.
                if (places.size() == 1) {
                    addWays(rank, places.get(0));
                } else {
                    addWays(rank, form, condition);
                }
            } catch (NormalForms.TooMany e) {
                complete = false;
            }
        });
    }

    private boolean isKnown(Guard guard) {
        return found.containsKey(Site.of(guard)) || known.test(guard);
    }

    /** Returns whether all conditions could be looked at. */
    boolean isComplete() {
        return complete;
    }

    /** Returns the divergences, one for each place in the source. */
    List<Divergence> found() {
        return List.copyOf(found.values());
    }

    private static List<NormalForm> reachable(NormalForm form) {
        Set<NormalForm> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        List<NormalForm> inOrder = new ArrayList<>();
        Deque<NormalForm> open = new ArrayDeque<>(List.of(form));
        while (!open.isEmpty()) {
            NormalForm each = open.pop();
            if (seen.add(each)) {
                inOrder.add(each);
                NormalForms.next(each).forEach(open::push);
            }
        }
        return inOrder;
    }

    /** Compares the ways of the places that ask a condition; a place behind one whose ways agree with each other only repeats it. */
    private void addWays(RankModel rank, NormalForm form, Value condition) {
        Set<NormalForm> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<NormalForm> open = new ArrayDeque<>(List.of(form));
        while (!open.isEmpty()) {
            NormalForm each = open.pop();
            boolean asks = each instanceof NormalForm.Choice choice
                    && choice.condition().equals(condition);
            if (seen.add(each) && (!asks || addWays(rank, (NormalForm.Choice) each))) {
                NormalForms.next(each).forEach(open::push);
            }
        }
    }

    /** Returns whether the ways of a place differ. */
    private boolean addWays(RankModel rank, NormalForm.Choice choice) {
        Optional<WordComparison.Difference> difference = WordComparison.ofWays(choice);
        difference.ifPresent(unequal -> add(rank, choice.guard(), unequal));
        return difference.isPresent();
    }

    private void add(RankModel rank, Guard guard, WordComparison.Difference difference) {
        if (isKnown(guard)) {
            return;
        }
        WordComparison.Difference named = DivergenceCause.ends(difference.other()) ? difference.reversed() : difference;
        int other = rank.rank() == 0 ? 1 : 0;
        DivergenceMaker maker = new DivergenceMaker(context, parts, rank, false, false);
        Optional<Guard> blamed = Optional.of(guard);
        maker.of(named, blamed, maker.cause(named, blamed), List.of(rank.rank()), other)
                .ifPresent(divergence -> found.put(Site.of(guard), divergence));
    }
}
