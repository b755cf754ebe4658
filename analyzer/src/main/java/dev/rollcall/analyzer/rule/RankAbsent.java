package dev.rollcall.analyzer.rule;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Evidence;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Severity;
import dev.rollcall.analyzer.wait.Gathering;
import dev.rollcall.analyzer.wait.Wait;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** A rank stopped calling: it crashed, exited, threw, or is busy elsewhere, and others wait for it. */
final class RankAbsent implements Rule {
    private static final int MOST_EVIDENCE = 4;

    @Override
    public Cause cause() {
        return Cause.RANK_ABSENT;
    }

    @Override
    public String evidence() {
        return "a call that some ranks wait in and another rank, whose trace was read, did not make";
    }

    @Override
    public Answer examine(Situation situation) {
        if (situation.waits().gatherings().isEmpty()) {
            return new Answer.NotApplicable("no rank waits");
        }
        Map<Integer, Gathering> awaited = awaited(situation);
        Map<String, List<Integer>> alike = new TreeMap<>();
        awaited.forEach((rank, gathering) -> alike.computeIfAbsent(
                        story(rank, gathering.first(), situation), story -> new ArrayList<>())
                .add(rank));
        List<Finding> findings = new ArrayList<>();
        alike.values().forEach(ranks -> findings.add(finding(ranks, awaited.get(ranks.get(0)), situation)));
        return findings.isEmpty() ? new Answer.Fine() : new Answer.Found(findings, Set.of());
    }

    /** Returns the ranks that wait for nobody and that others have waited for too long, with the first call they lack. */
    private static Map<Integer, Gathering> awaited(Situation situation) {
        Map<Integer, Gathering> awaited = new TreeMap<>();
        for (Gathering gathering : situation.waits().gatherings()) {
            if (gathering.first().absent().isEmpty()
                    || gathering.first().joining()
                    || LoneHalf.open(gathering.first(), situation)
                    || LoneCall.side(gathering, situation) != LoneCall.Side.ABSENT) {
                continue;
            }
            Roots.absent(gathering, situation).forEach(rank -> awaited.merge(rank, gathering, RankAbsent::earlier));
        }
        if (awaited.keySet().stream()
                .anyMatch(rank -> situation.job().rank(rank).ending().hasEnded())) {
            // Who is gone explains why others are elsewhere.
            awaited.keySet()
                    .removeIf(rank -> !situation.job().rank(rank).ending().hasEnded());
        }
        return awaited;
    }

    private static Gathering earlier(Gathering one, Gathering other) {
        return other.first().call().enqueued() < one.first().call().enqueued() ? other : one;
    }

    private static String story(int rank, Wait wait, Situation situation) {
        return wait.communicator().identity() + "\n" + last(rank, wait) + "\n"
                + Whereabouts.of(List.of(rank), situation);
    }

    private static long last(int rank, Wait wait) {
        Membership member = wait.communicator().memberships().get(rank);
        return (wait.pointToPoint() ? member.pointToPoint() : member.collectives()).lastSequence();
    }

    private static Finding finding(List<Integer> ranks, Gathering gathering, Situation situation) {
        int rank = ranks.get(0);
        Wait wait = gathering.first();
        List<Evidence> evidence = new ArrayList<>();
        Membership member = wait.communicator().memberships().get(rank);
        CallSequence calls = wait.pointToPoint() ? member.pointToPoint() : member.collectives();
        evidence.add(new Evidence(
                rank,
                calls.size() == 0 ? null : calls.call(calls.size() - 1),
                calls.size() == 0 ? "made no call" : "its last call"));
        evidence.addAll(waiting(gathering.ranks(), situation));
        return new Finding(
                Cause.RANK_ABSENT,
                Severity.CULPRIT,
                ranks,
                wait.communicator(),
                wait.call().sequence(),
                summary(ranks, gathering, situation),
                wait.pointToPoint()
                        ? "A receive returns only when its peer sends, and a large send only when its peer receives. The peer makes no"
                                + " more calls, so the matching one never comes."
                        : "A collective returns only when every rank of its communicator has called it. This rank makes no"
                                + " more calls, so the others keep waiting.",
                "Look at what the rank did after its last call: an exception, an exit, a long computation, a read that does not"
                        + " return. A rank that must stop should stop the whole job.",
                null,
                evidence);
    }

    /** Returns the calls of the first few ranks that wait, or failed in what they waited for. */
    static List<Evidence> waiting(List<Integer> ranks, Situation situation) {
        return ranks.stream()
                .limit(MOST_EVIDENCE)
                .map(rank -> situation.waits().waits().get(rank))
                .map(wait -> new Evidence(
                        wait.rank(),
                        wait.call(),
                        wait.call().state() == CallState.FAILED ? "failed in it" : "waits in it"))
                .toList();
    }

    private static String summary(List<Integer> ranks, Gathering gathering, Situation situation) {
        Wait wait = gathering.first();
        int rank = ranks.get(0);
        long last = last(rank, wait);
        String name = "`" + wait.communicator().name() + "`";
        StringBuilder text = new StringBuilder(Wording.ranks(ranks));
        if (last == 0) {
            text.append(wait.pointToPoint() ? " never sent or received on " : " never called on ")
                    .append(name);
        } else {
            text.append(wait.pointToPoint() ? " stopped after " : " stopped after call ")
                    .append(Wording.grouped(last))
                    .append(wait.pointToPoint() ? last == 1 ? " send or receive" : " sends and receives" : "")
                    .append(" on ")
                    .append(name);
        }
        String whereabouts = Whereabouts.of(ranks, situation);
        if (!whereabouts.isEmpty()) {
            text.append(": ").append(whereabouts);
        }
        List<Integer> waiters = gathering.ranks();
        Set<Integer> elsewhere = new TreeSet<>();
        Set<Integer> behind = new TreeSet<>();
        situation.waits().waitsFor(rank).stream()
                .filter(other -> other.call().state() != CallState.FAILED && !waiters.contains(other.rank()))
                .forEach(other ->
                        (other.absent().stream().anyMatch(ranks::contains) ? elsewhere : behind).add(other.rank()));
        List<Wait> waiting = waiters.stream()
                .map(other -> situation.waits().waits().get(other))
                .filter(other -> other.call().state() != CallState.FAILED)
                .toList();
        boolean failed = waiting.isEmpty();
        long age = waiting.stream()
                .mapToLong(other -> situation.pace().age(other))
                .max()
                .orElse(Call.NO_TIME);
        text.append(". ").append(Wording.ranks(waiters));
        text.append(
                failed
                        ? " failed"
                        : age == Call.NO_TIME
                                ? Wording.either(waiters, " waits", " wait")
                                : Wording.either(waiters, " has waited", " have waited"));
        boolean alike = waiters.stream()
                .map(other -> situation.waits().waits().get(other).call().signature())
                .allMatch(signature ->
                        signature.operation().equals(wait.call().signature().operation()));
        text.append(failed ? " in " : " for " + Wording.either(ranks, "it", "them") + " in ")
                .append(alike ? wait.call().signature().operation() + ", " : "")
                .append("call ")
                .append(Wording.grouped(wait.call().sequence()));
        if (failed) {
            text.append(", which waited for ").append(Wording.either(ranks, "it", "them"));
        }
        if (age != Call.NO_TIME) {
            text.append(", for ").append(Wording.time(age));
        }
        text.append('.');
        if (!elsewhere.isEmpty()) {
            List<Integer> rest = List.copyOf(elsewhere);
            text.append(' ')
                    .append(Wording.ranks(rest))
                    .append(Wording.either(rest, " also waits", " also wait"))
                    .append(" for ")
                    .append(Wording.either(ranks, "it.", "them."));
        }
        if (!behind.isEmpty()) {
            List<Integer> rest = List.copyOf(behind);
            text.append(' ')
                    .append(Wording.ranks(rest))
                    .append(Wording.either(rest, " waits", " wait"))
                    .append(" behind ")
                    .append(Wording.lowerRanks(waiters))
                    .append('.');
        }
        return text.toString();
    }
}
