package dev.rollcall.analyzer.code.match;

import java.util.ArrayList;
import java.util.List;

/**
 * Compares a loop of one rank with the same loop of another that makes the first calls of each pass already before it: {@code (xy)*x =
 * x(yx)*}, the sliding rule of Kleene algebra (Kozen, <i>A Completeness Theorem for Kleene Algebras and the Algebra of Regular Events</i>,
 * 1994). So do nested blocks before which some ranks wait and behind which the others do. Not thread-safe.
 */
final class LoopSlide {
    /** The most calls before a loop. */
    private static final int MOST = 16;

    private final WordComparison comparison;
    private final List<NormalForm.Step> first;
    private final int depth;
    private final int depthOther;

    private LoopSlide(WordComparison comparison, List<NormalForm.Step> first, int depth, int depthOther) {
        this.comparison = comparison;
        this.first = first;
        this.depth = depth;
        this.depthOther = depthOther;
    }

    /**
     * Returns what both sides do behind their loops and the first calls; null if the rule does not apply.
     *
     * @param looping the side that comes to its loop, to be first in the result
     * @param calling the side that makes a call before
     */
    static WordComparison.Pair behind(
            WordComparison comparison, WordComparison.Side looping, WordComparison.Side calling) {
        List<NormalForm.Step> calls = new ArrayList<>();
        WordComparison.Side at = calling;
        while (at.form() instanceof NormalForm.Item item && calls.size() < MOST) {
            calls.add(item.step());
            at = at.to(item.next()).plain();
        }
        if (calls.isEmpty()
                || !(looping.form() instanceof NormalForm.Loop loop)
                || !(at.form() instanceof NormalForm.Loop that)
                || !loop.passes().equals(that.passes())
                || loop.after().isEmpty()
                || that.after().isEmpty()) {
            return null;
        }
        WordComparison.Side rest = looping.to(loop.after().get()).plain();
        for (NormalForm.Step call : calls) {
            if (!(rest.form() instanceof NormalForm.Item item) || !WordComparison.agree(item.step(), call)) {
                return null;
            }
            rest = rest.to(item.next()).plain();
        }
        LoopSlide slide = new LoopSlide(comparison, calls, loop.depth(), that.depth());
        return slide.fits(calls, that.body(), loop.body())
                ? new WordComparison.Pair(rest, at.to(that.after().get()))
                : null;
    }

    /** Returns whether {@code ahead} and then {@code other} are the same calls as {@code form} and then the first ones. */
    private boolean fits(List<NormalForm.Step> ahead, NormalForm other, NormalForm form) {
        comparison.count();
        NormalForm here = NormalForms.plain(form);
        if (here instanceof NormalForm.Item item && !ahead.isEmpty()) {
            return WordComparison.agree(ahead.get(0), item.step())
                    && fits(ahead.subList(1, ahead.size()), other, item.next());
        }
        List<NormalForm.Step> calls = new ArrayList<>(ahead);
        NormalForm there = NormalForms.plain(other);
        while (there instanceof NormalForm.Item item && calls.size() <= first.size()) {
            calls.add(item.step());
            there = NormalForms.plain(item.next());
        }
        if (here instanceof NormalForm.Item) {
            return calls.size() > ahead.size() && fits(calls, there, here);
        }
        if (here instanceof NormalForm.Choice choice && there instanceof NormalForm.Choice that) {
            return choice.condition().equals(that.condition())
                    && fits(calls, that.yes(), choice.yes())
                    && fits(calls, that.no(), choice.no());
        }
        return here instanceof NormalForm.Again again
                && there instanceof NormalForm.Again that
                && again.depth() == depth
                && that.depth() == depthOther
                && agree(calls);
    }

    private boolean agree(List<NormalForm.Step> calls) {
        boolean agree = calls.size() == first.size();
        for (int i = 0; agree && i < calls.size(); i++) {
            agree = WordComparison.agree(calls.get(i), first.get(i));
        }
        return agree;
    }
}
