package dev.rollcall.analyzer.rule;

import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Evidence;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Severity;
import dev.rollcall.analyzer.wait.Gathering;
import dev.rollcall.analyzer.wait.Wait;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A rank fell in a call that all had joined alike: it died there, or its call failed on its own account. */
final class DiedInCall implements Rule {

    @Override
    public Cause cause() {
        return Cause.RANK_ABSENT;
    }

    @Override
    public String evidence() {
        return "a call that every rank has joined, and that failed or did not end";
    }

    @Override
    public Answer examine(Situation situation) {
        List<Gathering> joined = situation.waits().gatherings().stream()
                .filter(gathering -> !gathering.first().pointToPoint()
                        && gathering.first().absent().isEmpty()
                        && MakingFailed.ranks(gathering, situation).isEmpty())
                .toList();
        if (joined.isEmpty()) {
            return new Answer.NotApplicable("no call that all joined is unfinished");
        }
        List<Finding> findings = new ArrayList<>();
        for (Gathering gathering : joined) {
            Set<Integer> roots = Roots.joined(gathering, situation);
            if (situation.differences().isEmpty() && !roots.isEmpty()) {
                findings.add(finding(List.copyOf(roots), gathering, situation));
            }
        }
        return findings.isEmpty() ? new Answer.Fine() : new Answer.Found(findings, Set.of());
    }

    private Finding finding(List<Integer> ranks, Gathering gathering, Situation situation) {
        List<Integer> rest =
                gathering.ranks().stream().filter(rank -> !ranks.contains(rank)).toList();
        List<Wait> others = rest.stream().map(situation.waits().waits()::get).toList();
        Wait first = situation.waits().waits().get(ranks.get(0));
        boolean failed = others.stream().allMatch(wait -> wait.call().state() == CallState.FAILED);
        boolean waiting = others.stream().noneMatch(wait -> wait.call().state() == CallState.FAILED);
        String does = waiting ? Wording.either(rest, " waits", " wait") : failed ? " failed" : " failed or wait";
        boolean threw = first.call().state() == CallState.FAILED;
        String summary = Wording.ranks(ranks) + (threw ? " failed in " : " died in ") + where(first) + ": "
                + (threw ? "\"" + first.call().failure() + "\"" : Whereabouts.of(ranks, situation)) + ". "
                + Wording.ranks(rest)
                + does + (first.joining() ? " in it" : " in the same call") + (threw ? ", as a consequence." : ".");
        List<Evidence> evidence = new ArrayList<>();
        ranks.forEach(rank -> evidence.add(new Evidence(
                rank, situation.waits().waits().get(rank).call(), threw ? "failed by itself" : "died in it")));
        evidence.addAll(RankAbsent.waiting(rest, situation));
        return new Finding(
                cause(),
                Severity.CULPRIT,
                ranks,
                first.communicator(),
                first.call().sequence(),
                summary,
                "All ranks made the same call, and this one did not complete it. The closed connections that the others report"
                        + " are a consequence.",
                threw
                        ? "Look at this error first: it comes from the rank itself, not from its peers."
                        : "Find out what ended the process: the kernel's out-of-memory killer, the scheduler, or a crash, which may"
                                + " have left a file beside the program.",
                null,
                evidence);
    }

    private static String where(Wait wait) {
        return wait.joining()
                ? Wording.in(wait) + Wording.at(wait.call().stack())
                : "call " + Wording.grouped(wait.call().sequence()) + " on `"
                        + wait.communicator().name() + "`, " + Wording.callAndPlace(wait.call());
    }
}
