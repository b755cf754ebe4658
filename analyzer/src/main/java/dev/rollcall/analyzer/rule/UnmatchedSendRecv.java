package dev.rollcall.analyzer.rule;

import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Evidence;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Severity;
import dev.rollcall.analyzer.wait.PeerHabit;
import dev.rollcall.analyzer.wait.Wait;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A send or a receive whose peer never posts the other half, because it waits for the first rank itself, directly or through
 * others. A peer that waits for somebody else is held up, not at fault. Which half is wrong is told by what each rank did turn by
 * turn before; where that tells nothing, both halves are named.
 */
final class UnmatchedSendRecv implements Rule {

    @Override
    public Cause cause() {
        return Cause.UNMATCHED_SEND_RECV;
    }

    @Override
    public String evidence() {
        return "sends and receives with their peers";
    }

    @Override
    public Answer examine(Situation situation) {
        Map<Integer, Wait> waits = situation.waits().waits();
        if (waits.values().stream().noneMatch(Wait::pointToPoint)) {
            return new Answer.NotApplicable("no rank waits in a send or a receive");
        }
        Set<Integer> cycle = situation.waits().cycle();
        List<Finding> findings = new ArrayList<>();
        for (int rank : cycle) {
            Wait wait = waits.get(rank);
            if (wait.pointToPoint()
                    && cycle.contains(wait.absent().get(0))
                    && situation.pace().stuck(wait)) {
                findings.add(finding(wait, waits.get(wait.absent().get(0))));
            }
        }
        return findings.isEmpty() ? new Answer.Fine() : new Answer.Found(findings, Set.of());
    }

    private Finding finding(Wait wait, Wait peer) {
        boolean receives = wait.call().signature().operation().equals("recv");
        String halves = receives ? " receives from " : " sends to ";
        String never = receives ? ", which never sends: " : ", which never receives: ";
        boolean decided = PeerHabit.kept(wait) && PeerHabit.passedBy(wait);
        Set<Integer> ranks = decided ? Set.of(peer.rank()) : new TreeSet<>(List.of(wait.rank(), peer.rank()));
        String summary = Wording.ranks(List.of(wait.rank()))
                + halves + Wording.lowerRanks(List.of(peer.rank()))
                + Wording.at(wait.call().stack()) + never
                + Wording.lowerRanks(List.of(peer.rank())) + " waits in "
                + peer.call().signature().operation()
                + ", call " + Wording.grouped(peer.call().sequence()) + " on `"
                + peer.communicator().name() + "`" + Wording.at(peer.call().stack()) + "."
                + (decided ? "" : " Nothing in the traces says which half is wrong.");
        return new Finding(
                cause(),
                Severity.CULPRIT,
                List.copyOf(ranks),
                wait.communicator(),
                wait.call().sequence(),
                summary,
                "A send and a receive end only together. One half was posted and the other rank went on to a call in which it"
                        + " waits for the first.",
                "Post the other half before anything that waits for this rank, or drop this half.",
                null,
                List.of(
                        new Evidence(wait.rank(), wait.call(), "has no other half"),
                        new Evidence(peer.rank(), peer.call(), "waits in it instead")));
    }
}
