package dev.rollcall.analyzer.rule;

import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Evidence;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Severity;
import dev.rollcall.analyzer.wait.Wait;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** A rank's process died inside a call that all had joined, and the others' call failed for it. */
final class DiedInCall implements Rule {
    private static final int MOST_EVIDENCE = 4;

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
        Collection<Wait> waits = situation.waits().waits().values();
        List<Wait> dead = new ArrayList<>();
        for (Wait wait : waits) {
            boolean joined = wait.absent().isEmpty() && !wait.pointToPoint();
            boolean died = situation.job().rank(wait.rank()).ending().kind() == Ending.Kind.DIED;
            if (joined && died && wait.call().state() != CallState.FAILED) {
                dead.add(wait);
            }
        }
        if (dead.isEmpty()) {
            return new Answer.NotApplicable("no rank died in a call");
        }
        List<Wait> others = waits.stream()
                .filter(wait -> wait.communicator() == dead.get(0).communicator()
                        && wait.call().sequence() == dead.get(0).call().sequence()
                        && !dead.contains(wait))
                .toList();
        if (!situation.differences().isEmpty() || others.size() <= dead.size()) {
            return new Answer.Fine();
        }
        return new Answer.Found(List.of(finding(dead, others)), Set.of());
    }

    private Finding finding(List<Wait> dead, List<Wait> others) {
        List<Integer> ranks = dead.stream().map(Wait::rank).toList();
        List<Integer> rest = others.stream().map(Wait::rank).toList();
        Wait first = dead.get(0);
        boolean failed = others.stream().allMatch(wait -> wait.call().state() == CallState.FAILED);
        boolean waiting = others.stream().noneMatch(wait -> wait.call().state() == CallState.FAILED);
        String does = waiting ? Wording.either(rest, " waits", " wait") : failed ? " failed" : " failed or wait";
        String summary = Wording.ranks(ranks) + " died in call "
                + Wording.grouped(first.call().sequence()) + " on `"
                + first.communicator().name() + "`, " + Wording.callAndPlace(first.call()) + ": "
                + Wording.whose(ranks) + Wording.either(ranks, " process", " processes") + " ended without a word. "
                + Wording.ranks(rest)
                + does + " in the same call.";
        List<Evidence> evidence = new ArrayList<>();
        dead.stream().limit(MOST_EVIDENCE).forEach(w -> evidence.add(new Evidence(w.rank(), w.call(), "died in it")));
        others.stream()
                .limit(MOST_EVIDENCE)
                .forEach(w -> evidence.add(new Evidence(
                        w.rank(), w.call(), w.call().state() == CallState.FAILED ? "failed in it" : "waits in it")));
        return new Finding(
                cause(),
                Severity.CULPRIT,
                ranks,
                first.communicator(),
                first.call().sequence(),
                summary,
                "All ranks made the same call. One process was killed or aborted inside it; what the others report of closed"
                        + " connections follows from that.",
                "Look for what ended the process: the kernel's out-of-memory killer, the scheduler, a crash file beside the program.",
                null,
                evidence);
    }
}
