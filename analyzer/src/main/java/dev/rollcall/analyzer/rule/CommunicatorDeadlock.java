package dev.rollcall.analyzer.rule;

import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Evidence;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Severity;
import dev.rollcall.analyzer.wait.Wait;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Ranks wait for each other in a cycle, each in a call on a communicator that the next has not come to. */
final class CommunicatorDeadlock implements Rule {
    private static final int MOST_NAMED = 3;

    @Override
    public Cause cause() {
        return Cause.COMMUNICATOR_DEADLOCK;
    }

    @Override
    public String evidence() {
        return "waits on two or more communicators";
    }

    @Override
    public Answer examine(Situation situation) {
        Map<Integer, Wait> waits = situation.waits().waits();
        if (waits.values().stream()
                        .map(wait -> wait.communicator().identity())
                        .distinct()
                        .count()
                < 2) {
            return new Answer.NotApplicable("no waits on two communicators");
        }
        Set<Integer> cycle = situation.waits().cycle();
        if (cycle.isEmpty() || !cycle.stream().map(waits::get).allMatch(situation.pace()::stuck)) {
            return new Answer.Fine();
        }
        List<Evidence> evidence = new ArrayList<>();
        cycle.stream()
                .limit(MOST_NAMED)
                .forEach(rank -> evidence.add(new Evidence(rank, waits.get(rank).call(), "waits in it")));
        Wait first = waits.get(cycle.iterator().next());
        return new Answer.Found(
                List.of(new Finding(
                        cause(),
                        Severity.CULPRIT,
                        List.copyOf(cycle),
                        first.communicator(),
                        first.call().sequence(),
                        summary(List.copyOf(cycle), waits),
                        "Each of these ranks is in a call on one communicator that another of them would make only after its own"
                                + " call on another communicator. None can go first.",
                        "Use the communicators in one order on every rank, also across threads.",
                        null,
                        evidence)),
                Set.of());
    }

    private static String summary(List<Integer> cycle, Map<Integer, Wait> waits) {
        Set<String> communicators = new TreeSet<>();
        cycle.forEach(rank -> communicators.add(waits.get(rank).communicator().identity()));
        StringBuilder text = new StringBuilder(Wording.ranks(cycle))
                .append(" wait for each other across ")
                .append(Wording.number(communicators.size()))
                .append(" communicators: ");
        int named = 0;
        for (int rank : cycle.subList(0, Math.min(MOST_NAMED, cycle.size()))) {
            Wait wait = waits.get(rank);
            text.append(named++ == 0 ? "" : ", ")
                    .append(Wording.lowerRanks(List.of(rank)))
                    .append(" in call ")
                    .append(Wording.grouped(wait.call().sequence()))
                    .append(" of `")
                    .append(wait.communicator().name())
                    .append("`, which ")
                    .append(Wording.lowerRanks(wait.absent()))
                    .append(Wording.either(wait.absent(), " has", " have"))
                    .append(" not joined");
        }
        text.append('.');
        List<Integer> behind =
                waits.keySet().stream().filter(rank -> !cycle.contains(rank)).toList();
        if (!behind.isEmpty()) {
            text.append(' ')
                    .append(Wording.ranks(behind))
                    .append(Wording.either(behind, " waits", " wait"))
                    .append(" for them.");
        }
        return text.toString();
    }
}
