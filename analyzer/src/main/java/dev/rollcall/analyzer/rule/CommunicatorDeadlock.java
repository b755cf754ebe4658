package dev.rollcall.analyzer.rule;

import dev.rollcall.analyzer.align.Divergence;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Evidence;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Severity;
import dev.rollcall.analyzer.wait.Gathering;
import dev.rollcall.analyzer.wait.Wait;
import dev.rollcall.analyzer.wait.WaitGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

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
        if (!Deadlock.of(cycle, situation).whole()) {
            return new Answer.Fine();
        }
        List<Gathering> places = places(cycle, situation.waits().gatherings());
        if (places.stream()
                        .anyMatch(place -> !MakingFailed.ranks(place, situation).isEmpty())
                || places.stream().anyMatch(one -> places.stream().anyMatch(other -> SplitWorld.apart(one, other)))) {
            return new Answer.Fine();
        }
        Map<Integer, Divergence> left = left(cycle, situation);
        if (!UnmatchedSendRecv.findings(situation).isEmpty()) {
            return new Answer.Fine();
        }
        if (left.size() == 1) {
            Divergence alone = left.values().iterator().next();
            if (ExtraInCycle.shown(alone, cycle, situation)) {
                return new Answer.Found(List.of(ExtraInCycle.finding(alone, cycle, situation)), Set.of());
            }
            if (SkippedInCycle.shown(alone, cycle, situation)) {
                return new Answer.Found(List.of(SkippedInCycle.finding(alone, cycle, situation)), Set.of());
            }
        }
        boolean told = !left.isEmpty() && 2 * left.size() <= cycle.size();
        boolean halves = cycle.size() > 2 && cycle.stream().map(waits::get).anyMatch(Wait::pointToPoint);
        List<Integer> named =
                told ? List.copyOf(left.keySet()) : halves ? List.copyOf(cycle) : AgainstMost.of(cycle, places);
        // Who is not read, or not to its end, may be what would tell.
        boolean doubtful = named.size() == cycle.size()
                && cycle.stream().anyMatch(rank -> !waits.get(rank).unread().isEmpty());
        boolean open = !told && (halves || doubtful || named.size() == cycle.size() && repeated(cycle, situation));
        List<Evidence> evidence = new ArrayList<>();
        Stream.concat(named.stream(), cycle.stream().filter(rank -> !named.contains(rank)))
                .limit(MOST_NAMED)
                .forEach(rank -> evidence.add(new Evidence(rank, waits.get(rank).call(), "waits in it")));
        Wait first = waits.get(named.get(0));
        return new Answer.Found(
                List.of(new Finding(
                        cause(),
                        open ? Severity.NOTE : Severity.CULPRIT,
                        named,
                        first.communicator(),
                        first.call().sequence(),
                        summary(List.copyOf(cycle), situation.waits())
                                + why(named, cycle, told ? left.get(named.get(0)) : null, open),
                        "Each of these ranks waits in a call that another of them makes only after its own call on another"
                                + " communicator. None of them can go first.",
                        told && left.size() == 1
                                ? "If rank " + named.get(0)
                                        + " skips the call, make it on every rank, whatever the data. If it makes the two"
                                        + " calls in the other order, use the communicators in the same order on every rank."
                                : "Use the communicators in the same order on every rank, in all threads.",
                        null,
                        evidence)),
                Set.of());
    }

    /** Returns who left, by what their own pasts say; where no past says anything, who skipped what its peers called. */
    private static Map<Integer, Divergence> left(Set<Integer> cycle, Situation situation) {
        Map<Integer, Divergence> left = situation.divergences().fromOwnHistory(cycle);
        if (!left.isEmpty()) {
            return left;
        }
        left = situation.divergences().fromPeers(cycle);
        left.values()
                .removeIf(divergence -> divergence.unprecedented()
                        || !divergence.resumed() && !divergence.outvoted()
                        || !SkippedInCycle.missed(divergence, cycle, situation));
        return left;
    }

    /** Whether one is in a call that it made before: what went well then goes wrong now by one side, and nothing tells which. */
    private static boolean repeated(Set<Integer> cycle, Situation situation) {
        return cycle.stream()
                .map(situation.waits().waits()::get)
                .filter(wait -> wait.call().stack().siteFrame() != null)
                .anyMatch(wait -> situation.divergences().madeBefore(wait.rank(), wait.call()));
    }

    /** Returns what tells whom of the cycle to name. */
    private static String why(List<Integer> named, Set<Integer> cycle, Divergence left, boolean open) {
        if (open) {
            return " Nothing in the traces says which is wrong.";
        }
        if (left != null) {
            return " Rank " + left.rank() + " diverged first: "
                    + SkippedInCycle.announced(left, left.communicator()) + ", but it called "
                    + Wording.callAndPlace(left.communicator(), left.call()) + ".";
        }
        return named.size() == cycle.size()
                ? ""
                : " The order of " + Wording.lowerRanks(named) + " differs from that of most ranks.";
    }

    private static List<Gathering> places(Set<Integer> cycle, List<Gathering> gatherings) {
        return gatherings.stream()
                .filter(gathering -> gathering.ranks().stream().anyMatch(cycle::contains))
                .toList();
    }

    private static String summary(List<Integer> cycle, WaitGraph graph) {
        List<Gathering> gatherings = graph.gatherings();
        Map<Integer, Wait> waits = graph.waits();
        Set<String> communicators = new TreeSet<>();
        cycle.forEach(rank -> communicators.add(waits.get(rank).communicator().identity()));
        StringBuilder text = new StringBuilder(Wording.ranks(cycle))
                .append(" wait for each other across ")
                .append(Wording.number(communicators.size()))
                .append(" communicators: ");
        int told = 0;
        for (Gathering place : places(Set.copyOf(cycle), gatherings)) {
            if (told == MOST_NAMED) {
                break;
            }
            Wait wait = place.first();
            List<Integer> here = place.ranks().stream().filter(cycle::contains).toList();
            text.append(told++ == 0 ? "" : "; ")
                    .append(Wording.lowerRanks(here))
                    .append(
                            wait.joining()
                                    ? " in the creation"
                                    : " in call " + Wording.grouped(wait.call().sequence()))
                    .append(" of `")
                    .append(wait.communicator().name())
                    .append("`")
                    .append(Wording.at(wait.call().stack()))
                    .append(", which ")
                    .append(Wording.lowerRanks(wait.absent()))
                    .append(Wording.either(wait.absent(), " has", " have"))
                    .append(" not joined");
        }
        text.append('.');
        List<Integer> behind = graph.waitsFor(cycle.get(0)).stream()
                .map(Wait::rank)
                .filter(rank -> !cycle.contains(rank))
                .sorted()
                .toList();
        if (!behind.isEmpty()) {
            text.append(' ')
                    .append(Wording.ranks(behind))
                    .append(Wording.either(behind, " waits", " wait"))
                    .append(" for them.");
        }
        return text.toString();
    }
}
