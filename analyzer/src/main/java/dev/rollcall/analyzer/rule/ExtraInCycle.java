package dev.rollcall.analyzer.rule;

import dev.rollcall.analyzer.align.Divergence;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Evidence;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Severity;
import dev.rollcall.analyzer.wait.Wait;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Of ranks that wait for each other across communicators, one made a call that neither it nor any other rank made before: the
 * others, one call behind on that communicator, wait for it elsewhere.
 */
final class ExtraInCycle {
    private static final int MOST_OTHERS_SHOWN = 3;

    private ExtraInCycle() {}

    /**
     * Returns whether a rank's call is one more than the others': none made it before, and another waits in one that it makes
     * again and again. Where all are in calls that are new to them, nobody's past tells what was next.
     */
    static boolean shown(Divergence left, Collection<Integer> cycle, Situation situation) {
        return left.unprecedented()
                && cycle.stream()
                        .filter(rank -> rank != left.rank())
                        .map(situation.waits().waits()::get)
                        .anyMatch(wait -> situation.divergences().madeBefore(wait.rank(), wait.call()));
    }

    static Finding finding(Divergence left, Collection<Integer> cycle, Situation situation) {
        List<Integer> others =
                cycle.stream().filter(rank -> rank != left.rank()).sorted().toList();
        List<Evidence> evidence = new ArrayList<>();
        evidence.add(new Evidence(left.rank(), left.call(), "what it called"));
        others.stream()
                .limit(MOST_OTHERS_SHOWN)
                .map(situation.waits().waits()::get)
                .forEach(wait -> evidence.add(new Evidence(wait.rank(), wait.call(), "waits in it")));
        Wait wait = situation.waits().waits().get(left.rank());
        return new Finding(
                Cause.EXTRA_COLLECTIVE,
                Severity.CULPRIT,
                List.of(left.rank()),
                left.communicator(),
                left.call().sequence(),
                "Rank " + left.rank() + " diverged: its call "
                        + Wording.grouped(left.call().sequence()) + " on `"
                        + left.communicator().name() + "` is " + Wording.callAndPlace(left.communicator(), left.call())
                        + ". No other rank makes this call, and rank " + left.rank() + " never made it before; "
                        + SkippedInCycle.announced(left, left.communicator())
                        + ". It waits in " + Wording.in(wait)
                        + ". "
                        + Wording.ranks(others) + Wording.either(others, " waits", " wait") + " for it.",
                "A collective returns only when every rank of its communicator has called it. A call that one rank makes alone"
                        + " is matched with the next call of the others, and the call that others expect from it elsewhere never"
                        + " comes.",
                "Move the call out of the condition so that every rank makes it, or remove it.",
                null,
                evidence);
    }
}
