package dev.rollcall.analyzer.rule;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Evidence;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Severity;
import dev.rollcall.analyzer.wait.PeerHabit;
import dev.rollcall.analyzer.wait.Wait;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A send or a receive whose peer never posts the other half, because it waits for the first rank itself, directly or through
 * others. A peer that waits for somebody else is held up, not at fault. Which half is wrong is told by what each rank did turn by
 * turn before, and by several ranks that lack a half of one; where neither tells, both halves are named.
 */
final class UnmatchedSendRecv implements Rule {
    private static final int MOST_TOLD = 4;

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
        List<Finding> findings = findings(situation);
        return findings.isEmpty() ? new Answer.Fine() : new Answer.Found(findings, Set.of());
    }

    /** Returns what this rule says of the ranks that wait for each other. */
    static List<Finding> findings(Situation situation) {
        Map<Integer, Wait> waits = situation.waits().waits();
        Set<Integer> cycle = situation.waits().cycle();
        Deadlock deadlock = Deadlock.of(cycle, situation);
        List<Wait> stuck = cycle.stream()
                .map(waits::get)
                .filter(wait ->
                        wait.pointToPoint() && cycle.contains(wait.absent().get(0)) && deadlock.holds(wait))
                .toList();
        List<Wait> direct = stuck.stream()
                .filter(wait -> waits.get(wait.absent().get(0)).awaits(wait.rank()))
                .toList();
        Set<Integer> left = direct.isEmpty()
                ? Set.of()
                : situation.divergences().fromOwnHistory(cycle).keySet();
        List<Finding> findings = new ArrayList<>();
        for (Wait wait : direct) {
            Wait peer = waits.get(wait.absent().get(0));
            boolean third = !left.isEmpty() && !left.contains(wait.rank()) && !left.contains(peer.rank());
            if (!third && (!direct.contains(peer) || tellsMore(wait, peer, left))) {
                boolean peersFault = lacking(peer.rank(), direct) > together(peer, situation) || peerLeft(wait);
                Set<Integer> who =
                        strange(wait, waits) ? Set.of(wait.rank()) : who(wait.rank(), peer.rank(), peersFault, left);
                findings.add(finding(wait, peer, who, situation));
            }
        }
        if (direct.isEmpty() && !stuck.isEmpty() && stuck.size() == cycle.size()) {
            findings.add(ring(stuck));
        }
        waits.values().stream()
                .filter(wait -> wait.pointToPoint()
                        && !wait.absent().isEmpty()
                        && !waits.containsKey(wait.absent().get(0))
                        && situation.pace().stuck(wait)
                        && !situation.job().rank(wait.absent().get(0)).ending().hasEnded()
                        && fits(wait, situation.waits().stray(wait)))
                .forEach(wait -> findings.add(elsewhere(wait, situation.waits().stray(wait))));
        waits.values().stream()
                .filter(wait -> wait.pointToPoint()
                        && !wait.absent().isEmpty()
                        && !waits.containsKey(wait.absent().get(0))
                        && situation.pace().stuck(wait)
                        && PeerHabit.strange(wait))
                .forEach(wait -> usual(wait, waits).ifPresent(usual -> findings.add(elsewhere(usual, wait.call()))));
        return findings;
    }

    /** Of two halves that wait for each other, only one is told of: that which lacks the wrong one's, or the lower rank's. */
    private static boolean tellsMore(Wait wait, Wait peer, Set<Integer> left) {
        if (left.contains(wait.rank()) != left.contains(peer.rank())) {
            return left.contains(peer.rank());
        }
        boolean decided = peerLeft(wait);
        return decided == peerLeft(peer) ? wait.rank() < peer.rank() : decided;
    }

    private static boolean peerLeft(Wait wait) {
        return PeerHabit.kept(wait) && PeerHabit.passedBy(wait);
    }

    /** Returns the one of two ranks that is wrong; both where that is open. */
    private static Set<Integer> who(int rank, int peer, boolean peersFault, Set<Integer> left) {
        if (left.contains(rank) != left.contains(peer)) {
            return Set.of(left.contains(rank) ? rank : peer);
        }
        return peersFault ? Set.of(peer) : new TreeSet<>(List.of(rank, peer));
    }

    /** Whether a rank turned to a peer that was never its peer there, and a usual one waits for it. */
    private static boolean strange(Wait wait, Map<Integer, Wait> waits) {
        return PeerHabit.strange(wait) && usual(wait, waits).isPresent();
    }

    /** Returns the wait of a usual peer that waits for a rank. */
    private static Optional<Wait> usual(Wait wait, Map<Integer, Wait> waits) {
        return waits.values().stream()
                .filter(usual -> usual.pointToPoint() && usual.awaits(wait.rank()) && PeerHabit.kept(usual))
                .findFirst();
    }

    /** Returns how many ranks lack a half of this one's. */
    private static long lacking(int rank, List<Wait> direct) {
        return direct.stream().filter(wait -> wait.absent().contains(rank)).count();
    }

    /** Returns how many ranks are where a rank is. */
    private static long together(Wait wait, Situation situation) {
        return situation.waits().gatherings().stream()
                .filter(gathering -> gathering.ranks().contains(wait.rank()))
                .mapToLong(gathering -> gathering.ranks().size())
                .sum();
    }

    private static Finding finding(Wait wait, Wait peer, Set<Integer> ranks, Situation situation) {
        boolean receives = wait.call().signature().traits().receives();
        String halves = receives ? " receives from " : " sends to ";
        int tag = situation.waits().otherTag(wait);
        String never = tag >= 0
                ? (receives ? ", which sends" : ", which receives") + " with tag " + tag + ": "
                : receives ? ", which never sends: " : ", which never receives: ";
        String summary = Wording.ranks(List.of(wait.rank()))
                + halves + Wording.lowerRanks(List.of(peer.rank()))
                + (tag >= 0 ? " with tag " + wait.call().signature().tag() : "")
                + Wording.at(wait.call().stack()) + never
                + Wording.lowerRanks(List.of(peer.rank())) + " waits in "
                + Wording.in(peer) + Wording.at(peer.call().stack()) + "."
                + (ranks.size() > 1
                        ? " Nothing in the traces says which is wrong."
                        : ranks.contains(wait.rank())
                                ? " Rank " + wait.rank() + " diverged from its own history."
                                : "");
        return new Finding(
                Cause.UNMATCHED_SEND_RECV,
                Severity.CULPRIT,
                List.copyOf(ranks),
                wait.communicator(),
                wait.call().sequence(),
                summary,
                "A send and its receive complete only together. One rank made its call, and the other went on to a call in which"
                        + " it waits for the first.",
                "Make the matching call before any call that waits for this rank, or remove this one.",
                null,
                List.of(
                        new Evidence(wait.rank(), wait.call(), "has no match"),
                        new Evidence(peer.rank(), peer.call(), "waits in it instead")));
    }

    private static boolean fits(Wait wait, Call stray) {
        return stray != null
                && stray.signature().count() == wait.call().signature().count()
                && Objects.equals(
                        stray.signature().elementType(), wait.call().signature().elementType());
    }

    /** The peer made its half with another rank, which knows nothing of it. */
    private static Finding elsewhere(Wait wait, Call stray) {
        int peer = wait.absent().get(0);
        boolean receives = wait.call().signature().traits().receives();
        int to = wait.communicator().members().get(stray.signature().peer());
        return new Finding(
                Cause.UNMATCHED_SEND_RECV,
                Severity.CULPRIT,
                List.of(peer),
                wait.communicator(),
                stray.sequence(),
                "Rank " + peer + (receives ? " sends to rank " : " receives from rank ") + to
                        + Wording.at(stray.stack())
                        + (receives ? ", which never receives it. Rank " : ", which never sends it. Rank ")
                        + wait.rank()
                        + (receives ? " waits to receive from rank " : " waits to send to rank ") + peer
                        + Wording.at(wait.call().stack()) + ".",
                "A send and its receive complete only together. One of them names another peer than the rank that waits for it.",
                "Compare the two peers: a rank in the group and a global rank are easily confused.",
                null,
                List.of(
                        new Evidence(peer, stray, "has no match"),
                        new Evidence(wait.rank(), wait.call(), "has no match")));
    }

    /** Each rank waits for the next, and none for the one that waits for it. */
    private static Finding ring(List<Wait> ring) {
        List<Integer> ranks = ring.stream().map(Wait::rank).toList();
        Wait first = ring.get(0);
        List<String> stories = ring.stream()
                .limit(MOST_TOLD)
                .map(wait ->
                        "rank " + wait.rank() + "'s " + wait.call().signature().operation()
                                + Wording.at(wait.call().stack()) + " waits for rank "
                                + wait.absent().get(0))
                .toList();
        return new Finding(
                Cause.UNMATCHED_SEND_RECV,
                Severity.CULPRIT,
                ranks,
                first.communicator(),
                first.call().sequence(),
                Wording.ranks(ranks) + " wait for each other in a ring of sends and receives: "
                        + String.join(", ", stories) + ".",
                "Each rank makes the call that another one waits for only after its own. None of them can go first.",
                "Let every second rank receive first, or post all of them at once (batched or non-blocking) and wait for them"
                        + " afterwards.",
                null,
                ring.stream()
                        .limit(MOST_TOLD)
                        .map(wait -> new Evidence(wait.rank(), wait.call(), "waits in it"))
                        .toList());
    }
}
