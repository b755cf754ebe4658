package dev.rollcall.analyzer.rule;

import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.JoinRecord;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.PeerLoss;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Evidence;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Severity;
import dev.rollcall.analyzer.wait.Gathering;
import dev.rollcall.analyzer.wait.Wait;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The making of a group failed on some ranks of themselves, and the others wait in it. Who lost a connection there, or waited
 * in vain, tells of others and is not named.
 */
final class MakingFailed implements Rule {

    @Override
    public Cause cause() {
        return Cause.SPLIT_WORLD;
    }

    @Override
    public String evidence() {
        return "the creation of a communicator that failed on some ranks";
    }

    @Override
    public Answer examine(Situation situation) {
        List<Gathering> making = situation.waits().gatherings().stream()
                .filter(gathering -> gathering.first().joining())
                .toList();
        if (making.isEmpty()) {
            return new Answer.NotApplicable("no rank is creating a communicator");
        }
        List<Finding> findings = new ArrayList<>();
        for (Gathering gathering : making) {
            List<Integer> ranks = ranks(gathering, situation);
            if (!ranks.isEmpty()) {
                findings.add(finding(ranks, gathering, situation));
            }
        }
        return findings.isEmpty() ? new Answer.Fine() : new Answer.Found(findings, Set.of());
    }

    /**
     * Returns the ranks on which a making failed of itself while others wait for them, ascending; nobody where it failed on
     * most, which tells of what they have in common.
     */
    static List<Integer> ranks(Gathering gathering, Situation situation) {
        if (!gathering.first().joining()) {
            return List.of();
        }
        List<Integer> failed = gathering.first().communicator().memberships().values().stream()
                .filter(MakingFailed::ofItself)
                .map(Membership::rank)
                .filter(rank ->
                        gathering.ranks().contains(rank) || gathering.first().awaits(rank))
                .toList();
        int size = Math.max(
                gathering.first().communicator().size(), gathering.ranks().size());
        if (failed.isEmpty() || 2 * failed.size() > size) {
            return List.of();
        }
        boolean noticed = behind(failed, gathering, situation).stream()
                .map(situation.waits().waits()::get)
                .anyMatch(wait -> wait.call().state() == CallState.FAILED
                        || situation.pace().stuck(wait));
        boolean gone = failed.stream()
                .allMatch(rank -> situation.job().rank(rank).ending().hasEnded());
        return noticed || gone ? failed : List.of();
    }

    private static boolean ofItself(Membership member) {
        return member.phase() == Membership.Phase.FAILED
                && !PeerLoss.anyOf(member.join().failure());
    }

    /** Returns the ranks that wait with those on which it failed, or for them. */
    private static Set<Integer> behind(List<Integer> failed, Gathering gathering, Situation situation) {
        Set<Integer> behind = new TreeSet<>(gathering.ranks());
        failed.forEach(rank -> situation.waits().waitsFor(rank).forEach(wait -> behind.add(wait.rank())));
        failed.forEach(behind::remove);
        return behind;
    }

    private Finding finding(List<Integer> ranks, Gathering gathering, Situation situation) {
        Communicator communicator = gathering.first().communicator();
        JoinRecord birth = communicator.memberships().get(ranks.get(0)).join();
        List<Integer> waiting = List.copyOf(behind(ranks, gathering, situation));
        List<Evidence> evidence = new ArrayList<>();
        for (int rank : ranks) {
            Wait wait = situation.waits().waits().get(rank);
            boolean there = gathering.ranks().contains(rank);
            evidence.add(new Evidence(
                    rank, wait == null ? null : wait.call(), there ? "failed by itself" : "failed, and went on"));
        }
        evidence.addAll(RankAbsent.waiting(waiting, situation));
        return new Finding(
                cause(),
                Severity.CULPRIT,
                ranks,
                communicator,
                0,
                Wording.ranks(ranks) + " failed in " + Wording.in(gathering.first())
                        + Wording.at(birth.site())
                        + (birth.failure().isEmpty() ? "" : ": \"" + Wording.brief(birth.failure()) + "\"") + "."
                        + (waiting.isEmpty()
                                ? ""
                                : " " + Wording.ranks(waiting) + Wording.either(waiting, " waits", " wait") + " for "
                                        + Wording.either(ranks, "it.", "them.")),
                "The creation of a communicator returns only when all its ranks have joined. If it fails on one rank, the others"
                        + " keep waiting.",
                "Look at this error first: it comes from the rank itself, not from its peers. A rank that must stop should stop"
                        + " the whole job.",
                null,
                evidence);
    }
}
