package dev.rollcall.analyzer.rule;

import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Evidence;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Severity;
import dev.rollcall.analyzer.verdict.Verdict;
import dev.rollcall.analyzer.wait.Wait;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The verdict where ranks are stuck and no rule found why. */
final class Standstill {
    private static final int MOST_EVIDENCE = 4;

    private final Situation situation;
    private final List<Finding> notes;

    Standstill(Situation situation, List<Finding> notes) {
        this.situation = situation;
        this.notes = notes;
    }

    /** Draws the verdict from the first wait that waits for no rank which waits itself, if it can for one that nothing tells of. */
    Verdict verdict(List<Wait> stuck) {
        Wait root = stuck.stream()
                .filter(wait -> wait.absent().isEmpty() && !wait.unread().isEmpty())
                .findFirst()
                .or(() -> stuck.stream().filter(wait -> wait.absent().isEmpty()).findFirst())
                .orElse(stuck.get(0));
        List<Integer> ranks = stuck.stream()
                .filter(wait -> wait.communicator() == root.communicator()
                        && wait.pointToPoint() == root.pointToPoint()
                        && wait.call().sequence() == root.call().sequence())
                .map(Wait::rank)
                .toList();
        String waiting =
                Wording.lowerRanks(ranks) + Wording.either(ranks, " waits", " wait") + " in " + Wording.in(root);
        Communicator communicator = root.communicator();
        Optional<Wait> half = stuck.stream()
                .filter(wait -> LoneHalf.open(wait, situation)
                        && !situation.pace().maybeBusy(wait.absent().get(0), wait))
                .findFirst()
                .or(() -> LoneHalf.alone(stuck));
        if (root.unread().isEmpty() && half.isPresent()) {
            return lone(LoneHalf.finding(half.get(), situation));
        }
        if (!root.unread().isEmpty()) {
            return untold(root, ranks, unread(root) + waiting + (root.pointToPoint() ? "." : joinedByTheRest(root)));
        }
        if (root.absent().stream().anyMatch(rank -> situation.pace().maybeBusy(rank, root))) {
            return untold(
                    root,
                    ranks,
                    Wording.ranks(ranks) + Wording.either(ranks, " has", " have") + " waited for "
                            + Wording.lowerRanks(root.absent()) + " in " + Wording.in(root) + ", for "
                            + Wording.time(situation.pace().age(root)) + ", longer than ever before. "
                            + Wording.ranks(root.absent()) + Wording.either(root.absent(), " is", " are")
                            + " alive and may only be busy. Analyze again in a minute.");
        }
        if (root.pointToPoint() || !root.absent().isEmpty()) {
            String whom = root.absent().isEmpty() ? "" : " for " + Wording.lowerRanks(root.absent());
            return untold(
                    root,
                    ranks,
                    Wording.capital(waiting) + whom + ". The traces do not show why the call does not complete.");
        }
        if (TransportStalled.othersUnknown(communicator, situation)) {
            return alone(root, ranks, waiting);
        }
        return untold(
                root,
                ranks,
                Wording.capital(waiting)
                        + ", which all have joined. The traces do not show why the call does not complete.");
    }

    private Verdict lone(Finding half) {
        List<Finding> findings = new ArrayList<>(List.of(half));
        findings.addAll(notes);
        return new Verdict(situation.job(), Outcome.DESYNC, List.of(), half.summary(), findings);
    }

    private Verdict alone(Wait wait, List<Integer> ranks, String waiting) {
        Communicator communicator = wait.communicator();
        int known = communicator.memberships().size();
        String summary = Wording.capital(waiting)
                + (communicator.size() < 0 ? "" : " of " + Wording.number(communicator.size()) + " ranks")
                + ", but the traces do not show its other members; only "
                + Wording.number(known) + (known == 1 ? " is known." : " are known.");
        return undetermined(
                Outcome.INCONCLUSIVE,
                wait,
                ranks,
                summary,
                "Rollcall compares ranks that share a communicator. The members of this one are unknown: it was created before the"
                        + " agent started, or by a method that the agent does not instrument, or the others never created it.",
                "Put the agent first on the command line, and check in the trace which methods it did not instrument"
                        + " (rollcall show).");
    }

    private static String joinedByTheRest(Wait wait) {
        if (!wait.absent().isEmpty()) {
            return ".";
        }
        boolean partly = wait.unread().stream().anyMatch(wait.communicator().memberships()::containsKey);
        return partly ? ", which all others have joined." : ", which all ranks with a trace have joined.";
    }

    /** Returns why nothing tells what became of some, and that they may be the ones. */
    private String unread(Wait wait) {
        List<Integer> untraced = new ArrayList<>();
        List<Integer> unobserved = new ArrayList<>();
        List<Integer> outdated = new ArrayList<>();
        for (int number : wait.unread()) {
            Rank rank = situation.job().rank(number);
            boolean stopped = rank != null && rank.ending().isUnobserved();
            (rank == null ? untraced : stopped ? unobserved : outdated).add(number);
        }
        List<String> reasons = new ArrayList<>();
        if (!untraced.isEmpty()) {
            reasons.add(Wording.lowerRanks(untraced) + Wording.either(untraced, " has", " have") + " no trace");
        }
        if (!unobserved.isEmpty()) {
            reasons.add("recording stopped on " + Wording.lowerRanks(unobserved) + why(unobserved, situation.job()));
        }
        if (!outdated.isEmpty()) {
            reasons.add("the traces do not show whether " + Wording.lowerRanks(outdated) + " got this far");
        }
        return Wording.capital(String.join(" and ", reasons)) + ". The job may be stuck there: ";
    }

    /** Returns why the recording of ranks stopped, by the first of them, in brackets; empty where that is not known. */
    static String why(List<Integer> unobserved, Job job) {
        String reason = job.rank(unobserved.get(0)).ending().reason();
        boolean each = unobserved.stream()
                .allMatch(rank -> job.rank(rank).ending().reason().equals(reason));
        String whose = unobserved.size() == 1 ? "" : each ? "each: " : "rank " + unobserved.get(0) + ": ";
        return reason.isEmpty() ? "" : " (" + whose + reason + ")";
    }

    private Verdict untold(Wait wait, List<Integer> ranks, String summary) {
        if (wait.unread().isEmpty()) {
            return undetermined(
                    Outcome.INCONCLUSIVE,
                    wait,
                    ranks,
                    summary,
                    "Every rank that this call needs has a trace. None of the traces shows a different call, an end, or a wait"
                            + " elsewhere.",
                    "Look at what the processes do outside the recorded calls: the stacks of their threads, and the methods that"
                            + " the agent did not instrument (rollcall show).");
        }
        return undetermined(
                Outcome.INCONCLUSIVE,
                wait,
                ranks,
                summary,
                Wording.either(wait.unread(), "Without a complete trace of ", "Without complete traces of ")
                        + Wording.lowerRanks(wait.unread()) + " we cannot tell whether "
                        + Wording.either(wait.unread(), "it", "they") + " joined this call.",
                situation.job().unobserved().stream().noneMatch(wait.unread()::contains)
                        ? Wording.either(
                                wait.unread(),
                                "Fetch its trace, or check whether its process is alive.",
                                "Fetch their traces, or check whether their processes are alive.")
                        : "Look at what " + Wording.lowerRanks(wait.unread())
                                + Wording.either(wait.unread(), " is", " are")
                                + " doing, and at the agent's warning in the output, which says why recording stopped.");
    }

    private Verdict undetermined(
            Outcome outcome, Wait wait, List<Integer> ranks, String summary, String explanation, String remedy) {
        List<Evidence> evidence = new ArrayList<>();
        for (int rank : ranks.subList(0, Math.min(MOST_EVIDENCE, ranks.size()))) {
            evidence.add(new Evidence(rank, situation.waits().waits().get(rank).call(), "waits in it"));
        }
        List<Finding> findings = new ArrayList<>();
        findings.add(new Finding(
                Cause.UNDETERMINED,
                Severity.NOTE,
                ranks,
                wait.communicator(),
                wait.call().sequence(),
                summary,
                explanation,
                remedy,
                null,
                evidence));
        findings.addAll(notes);
        return new Verdict(situation.job(), outcome, List.of(), summary, findings);
    }
}
