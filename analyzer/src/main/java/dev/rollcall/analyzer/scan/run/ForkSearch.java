package dev.rollcall.analyzer.scan.run;

import dev.rollcall.analyzer.model.CodeStructure.Effect;
import dev.rollcall.analyzer.model.CodeStructure.Matter;
import dev.rollcall.analyzer.model.StackFrame;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Looks through the ways of a program for one on which ranks part over what was done at a given place. */
final class ForkSearch {
    private static final int CERTAIN = 4;
    /** A program that has not come to the place by then hardly will. */
    private static final int MOST_IN_VAIN = 12;

    private final List<StackFrame> way;
    private final Matter matter;
    private Open found;
    private Effect effect;
    private int best;
    private boolean reached;
    private int vain;

    ForkSearch(List<StackFrame> way, Matter matter) {
        this.way = way;
        this.matter = matter;
    }

    /** Takes a way into account; returns whether another one may tell more. */
    boolean look(Path path) {
        Blame blame = new Blame(path.ranks());
        switch (matter) {
            case CALL -> calls(path);
            case ARGUMENTS ->
                path.ranks().stream()
                        .flatMap(rank -> rank.events.stream())
                        .filter(this::is)
                        .forEach(event -> {
                            reached = true;
                            Stream.concat(event.fields().values().stream(), event.operands().stream())
                                    .flatMap(value -> Origins.of(value).stream())
                                    .forEach(origin -> take(blame.parting(origin), Effect.VALUE));
                        });
            case END ->
                path.ranks().stream()
                        .filter(rank -> Forks.same(rank.endStack, way))
                        .forEach(rank -> {
                            reached = true;
                            Open branch = blame.parting(rank.endOpen);
                            take(branch, branch == null ? null : side(branch, rank));
                        });
        }
        return best < CERTAIN && (reached || ++vain < MOST_IN_VAIN);
    }

    private void take(Open branch, Effect how) {
        if (branch != null && best < CERTAIN) {
            best = CERTAIN;
            found = branch;
            effect = how;
        }
    }

    private static Effect side(Open branch, Behaviour rank) {
        return Integer.valueOf(0).equals(rank.ways.get(branch.instance)) ? Effect.INSIDE : Effect.PAST;
    }

    private void calls(Path path) {
        boolean here =
                path.ranks().stream().flatMap(rank -> rank.events.stream()).anyMatch(this::is);
        reached |= here;
        for (Difference each : new Comparison(path.ranks(), path.oracle()).differences()) {
            if (each.branch() != null) {
                consider(each, path, here);
            }
        }
    }

    private void consider(Difference difference, Path path, boolean here) {
        int weight = is(difference.one())
                ? CERTAIN
                : is(difference.other()) ? CERTAIN - 1 : here && inside(difference.branch(), path) ? CERTAIN - 2 : 0;
        if (!difference.certain()) {
            weight--;
        }
        Effect decided = weight > best ? effect(difference, path) : null;
        if (decided != null) {
            best = weight;
            found = difference.branch();
            effect = decided;
        }
    }

    private boolean is(Event event) {
        return event != null && Forks.same(event.stack(), way);
    }

    private boolean inside(Open branch, Path path) {
        return path.ranks().stream()
                .flatMap(rank -> rank.events.stream())
                .anyMatch(event -> is(event) && Blame.inside(event.open(), branch));
    }

    /** Returns what the branch of a difference decides about the call; null where it decides other calls only. */
    private Effect effect(Difference difference, Path path) {
        Open branch = difference.branch();
        if (!inside(branch, path)) {
            boolean alone = difference.one() == null || difference.other() == null;
            boolean decides = alone
                    ? is(difference.one()) || is(difference.other())
                    : is(difference.one()) && is(difference.other());
            return decides ? Effect.VALUE : null;
        }
        if (branch.site.decidesLoop()) {
            return Effect.LOOP;
        }
        return inThisRound(branch, path) == Effect.PAST ? Effect.PAST : Effect.INSIDE;
    }

    /** Returns on which side of a branch the call is made; null where no rank that came to the branch makes it in this round. */
    private Effect inThisRound(Open branch, Path path) {
        return path.ranks().stream()
                .filter(rank -> rank.events.stream()
                        .anyMatch(event -> is(event)
                                && Open.inside(event.open()).stream()
                                        .anyMatch(each -> each.instance == branch.instance)))
                .map(rank -> side(branch, rank))
                .min(Comparator.naturalOrder())
                .orElse(null);
    }

    /** Returns the branch at which ranks part; null where none was seen. */
    Open found() {
        return found;
    }

    /** Returns what that branch decides over. */
    Effect effect() {
        return effect;
    }

    /** Returns whether a call stood where the given one does. */
    boolean reached() {
        return reached;
    }
}
