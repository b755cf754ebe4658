package dev.rollcall.analyzer.rule;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Evidence;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Severity;
import dev.rollcall.analyzer.wait.MessageFaults;
import dev.rollcall.analyzer.wait.UnmatchedMessage;
import dev.rollcall.analyzer.wait.UnmatchedMessage.End;
import dev.rollcall.analyzer.wait.UnmatchedMessage.Reason;
import dev.rollcall.analyzer.wait.Wait;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A send or a receive whose peer has gone on without the other half. What is wrong, and at which end, comes from {@link
 * MessageFaults}; this says it, if the wait has lasted too long to end by itself.
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
        List<Finding> findings = findings(situation);
        return findings.isEmpty() ? new Answer.Fine() : new Answer.Found(findings, Set.of());
    }

    /** Returns what this rule says of messages that only one of two ranks knows of. */
    static List<Finding> findings(Situation situation) {
        MessageFaults faults = MessageFaults.of(situation.job(), situation.waits());
        List<Finding> findings = new ArrayList<>();
        for (UnmatchedMessage fault : faults.unmatched()) {
            if (lasting(fault, situation)) {
                findings.add(
                        fault.instead() == null || fault.fault() != End.PEER
                                ? finding(fault, situation)
                                : elsewhere(fault));
            }
        }
        if (!faults.ring().isEmpty() && faults.ring().stream().allMatch(situation.pace()::stuck)) {
            findings.add(ring(faults.ring()));
        }
        return findings;
    }

    /** Without times a message that does not fit the usual order is proof, too; one that merely has no partner is none. */
    private static boolean lasting(UnmatchedMessage fault, Situation situation) {
        return situation.pace().age(fault.half()) == Call.NO_TIME
                ? fault.fault() != End.EITHER
                : fault.reason() != Reason.ENDED && situation.pace().stuck(fault.half());
    }

    private static Finding finding(UnmatchedMessage fault, Situation situation) {
        Wait wait = fault.half();
        Wait peer = situation.waits().waits().get(fault.peer());
        boolean receives = wait.call().signature().traits().receives();
        int tag = situation.waits().otherTag(wait);
        String never = tag >= 0
                ? (receives ? ", which sends" : ", which receives") + " with tag " + tag
                : receives ? ", which never sends" : ", which never receives";
        String where = peer == null
                ? ""
                : ": " + Wording.lowerRanks(List.of(peer.rank())) + " waits in " + Wording.in(peer)
                        + Wording.at(peer.call().stack());
        String summary = Wording.ranks(List.of(wait.rank()))
                + (receives ? " receives from " : " sends to ")
                + Wording.lowerRanks(List.of(fault.peer()))
                + (tag >= 0 ? " with tag " + wait.call().signature().tag() : "")
                + Wording.at(wait.call().stack()) + never + where + "."
                + switch (fault.fault()) {
                    case EITHER -> " Nothing in the traces says which is wrong.";
                    case ISSUER -> diverged(wait.rank(), fault.reason());
                    case PEER -> "";
                };
        return new Finding(
                Cause.UNMATCHED_SEND_RECV,
                Severity.CULPRIT,
                fault.ranks(),
                wait.communicator(),
                wait.call().sequence(),
                summary,
                "A send and its receive complete only together. One rank made its call, and the other went on to a call in which"
                        + " it waits for the first.",
                "Make the matching call before any call that waits for this rank, or remove this one.",
                null,
                List.of(
                        new Evidence(wait.rank(), wait.call(), "has no match"),
                        new Evidence(
                                fault.peer(),
                                fault.peersCall(),
                                peer != null
                                        ? "waits in it instead"
                                        : fault.peersCall() == null ? "made no call" : "its last call")));
    }

    private static String diverged(int rank, Reason reason) {
        return " Rank " + rank
                + (reason == Reason.PATTERN_OF_PAST ? " diverged from its own history." : " diverged from its peers.");
    }

    /** The peer made its half with another rank, which knows nothing of it. */
    private static Finding elsewhere(UnmatchedMessage fault) {
        Wait wait = fault.half();
        Call stray = fault.instead();
        int peer = fault.peer();
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
