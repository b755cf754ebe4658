package dev.rollcall.analyzer.rule;

import dev.rollcall.analyzer.align.Divergence;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Evidence;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Severity;
import dev.rollcall.analyzer.wait.Wait;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Of ranks that wait for each other across communicators, one passed by a call that its own past announced, and the others of
 * that communicator wait for it there.
 */
final class SkippedInCycle {
    private static final int MOST_OTHERS_SHOWN = 3;

    private SkippedInCycle() {}

    /**
     * Returns whether a rank left out the call that was next: others wait for it on that communicator, and it got through the
     * call that it made instead, or on with all that was to come after. Who is still in that one may only have turned the two
     * around.
     */
    static boolean shown(Divergence left, Collection<Integer> cycle, Situation situation) {
        Wait own = situation.waits().waits().get(left.rank());
        boolean wentOn = own.communicator() != left.communicator()
                || own.call().sequence() != left.call().sequence();
        return !left.unprecedented()
                && (left.resumed() || wentOn && !own.pointToPoint())
                && left.expected().signature().peer() < 0
                && left.call().signature().peer() < 0
                && missed(left, cycle, situation);
    }

    /** Returns whether others of the cycle wait for a rank where it should have made another call. */
    static boolean missed(Divergence left, Collection<Integer> cycle, Situation situation) {
        return waiting(left, cycle, situation) != null;
    }

    /** Returns the wait of one of the others for a rank where its past announced a call; null where nobody waits there. */
    private static Wait waiting(Divergence left, Collection<Integer> cycle, Situation situation) {
        return cycle.stream()
                .map(situation.waits().waits()::get)
                .filter(wait ->
                        !wait.pointToPoint() && wait.communicator() == left.expectedOn() && wait.awaits(left.rank()))
                .findFirst()
                .orElse(null);
    }

    /**
     * Returns what tells which call was next: the rank's own past, or its peers.
     *
     * @param told the communicator that the sentence has named already
     */
    static String announced(Divergence left, Communicator told) {
        String call = Wording.callAndPlace(left.expectedOn(), left.expected())
                + (left.expectedOn() == told ? "" : " on `" + left.expectedOn().name() + "`");
        return left.peers().isEmpty()
                ? "by its history, " + call + " was next"
                : Wording.lowerRanks(left.peers()) + ", with the same history, called " + call + " next";
    }

    static Finding finding(Divergence left, Collection<Integer> cycle, Situation situation) {
        Wait own = situation.waits().waits().get(left.rank());
        Wait missed = waiting(left, cycle, situation);
        List<Wait> waiting = situation.waits().waits().values().stream()
                .filter(wait -> wait.communicator() == missed.communicator()
                        && wait.call().sequence() == missed.call().sequence()
                        && wait.awaits(left.rank()))
                .toList();
        List<Integer> others = waiting.stream().map(Wait::rank).toList();
        List<Evidence> evidence = new ArrayList<>();
        evidence.add(new Evidence(left.rank(), left.call(), "what it called instead"));
        waiting.stream()
                .limit(MOST_OTHERS_SHOWN)
                .forEach(wait -> evidence.add(new Evidence(wait.rank(), wait.call(), "waits in it")));
        evidence.add(new Evidence(left.rank(), own.call(), "waits in it"));
        return new Finding(
                Cause.SKIPPED_COLLECTIVE,
                Severity.CULPRIT,
                List.of(left.rank()),
                missed.communicator(),
                missed.call().sequence(),
                "Rank " + left.rank() + " skipped a call on `"
                        + missed.communicator().name() + "`: " + announced(left, missed.communicator())
                        + ", but it called "
                        + Wording.callAndPlace(left.communicator(), left.call()) + ". " + Wording.ranks(others)
                        + Wording.either(others, " waits", " wait") + " for it in call "
                        + Wording.grouped(missed.call().sequence()) + ". Rank " + left.rank() + " waits in "
                        + Wording.in(own) + Wording.at(own.call().stack()) + ".",
                "The others of this communicator wait in the call that this rank skipped, while it waits in a call that they make"
                        + " only later.",
                "Make the call on every rank, whatever the data: an empty batch, a NaN step or an unused parameter must still"
                        + " contribute, for instance zeros. Or let all ranks agree beforehand to skip the call.",
                null,
                evidence);
    }
}
