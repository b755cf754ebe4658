package dev.rollcall.analyzer.wording;

import dev.rollcall.analyzer.align.StrayCall;
import dev.rollcall.analyzer.incident.IncidentDetails.WaitCycle;
import dev.rollcall.analyzer.incident.IncidentKind;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Evidence;
import dev.rollcall.analyzer.wait.Gathering;
import dev.rollcall.analyzer.wait.Wait;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Ranks that wait for each other, in words. */
final class CycleText implements FindingTemplate {
    private static final int MOST_SHOWN = 3;

    private final Subject subject;
    private final WaitCycle cycle;
    private final List<Integer> ranks;

    CycleText(Subject subject, WaitCycle cycle) {
        this.subject = subject;
        this.cycle = cycle;
        this.ranks = cycle.waits().stream().map(Wait::rank).toList();
    }

    @Override
    public String summary() {
        StrayCall left = cycle.left();
        if (subject.cause() == Cause.EXTRA_COLLECTIVE) {
            return new Sentence(subject.beginning())
                    .with("made an extra " + left.call().signature().operation() + " on " + subject.communicator()
                            + Wording.shortAt(left.call().stack()))
                    .withOptional(BranchText.of(subject.fork(), left.call().stack()))
                    .withOptional(left.unprecedented() ? ", which it never made before" : "")
                    .toString();
        }
        if (subject.cause() == Cause.SKIPPED_COLLECTIVE) {
            return new Sentence(subject.beginning())
                    .with("skipped "
                            + Wording.withArticle(left.expected().signature().operation()) + " on "
                            + subject.communicator()
                            + Wording.shortAt(left.expected().stack()))
                    .withOptional(", and went on to " + left.call().signature().operation()
                            + Wording.shortAt(left.call().stack()))
                    .withOptional(BranchText.of(subject.fork(), left.call().stack()))
                    .toString();
        }
        if (left != null) {
            return new Sentence(subject.beginning())
                    .with("called " + left.call().signature().operation() + " on `"
                            + left.communicator().name() + '`'
                            + Wording.shortAt(left.call().stack()) + " where "
                            + expected(left))
                    .toString();
        }
        String across = subject.incident().kind() == IncidentKind.MESSAGE_RING
                ? " in a ring of sends and receives"
                : " across " + communicators();
        boolean someOfThem = !subject.named().isEmpty() && subject.named().size() < ranks.size();
        if (!subject.suspects() && someOfThem) {
            Wait own = subject.aligned().waitOf(subject.named().get(0));
            return new Sentence(subject.beginning())
                    .with(Wording.either(subject.named(), "uses ", "use ") + communicators()
                            + " in another order than most")
                    .with(": " + Wording.either(subject.named(), "it waits", "they wait") + " in "
                            + own.call().signature().operation()
                            + Wording.shortAt(own.call().stack()))
                    .toString();
        }
        String who = subject.named().equals(ranks)
                ? subject.suspects() ? subject.beginning() + "they " : subject.beginning()
                : Wording.capital(subject.who(ranks)) + " ";
        return new Sentence(who).with("wait for each other" + across).toString();
    }

    /** Most peers have communicators of their own in the place of the expected one, on which they did not call. */
    private String expected(StrayCall left) {
        String operation = left.expected().signature().operation();
        String on = " on `" + left.expectedOn().name() + '`';
        List<Integer> there = left.peers().stream()
                .filter(left.expectedOn().memberships()::containsKey)
                .toList();
        String who = left.peers().isEmpty()
                ? Wording.whose(subject.named()) + " history has " + operation + on
                : there.isEmpty()
                        ? Wording.whose(subject.named()) + " peers called " + operation
                        : Wording.shortRanks(there) + " called " + operation + on;
        return who + Wording.shortAt(left.expected().stack());
    }

    private String communicators() {
        Set<String> names = cycle.waits().stream()
                .map(wait -> '`' + wait.communicator().name() + '`')
                .collect(Collectors.toCollection(java.util.TreeSet::new));
        return names.size() == 2 ? String.join(" and ", names) : Wording.number(names.size()) + " communicators";
    }

    @Override
    public String waits() {
        List<String> stories = new ArrayList<>();
        Stream<Gathering> places = cycle.gatherings().isEmpty()
                ? cycle.waits().stream().map(wait -> new Gathering(wait, List.of(wait.rank())))
                : cycle.gatherings().stream();
        places.limit(MOST_SHOWN).forEach(place -> {
            Wait wait = place.first();
            List<Integer> here = place.ranks().stream().filter(ranks::contains).toList();
            stories.add(Wording.lowerRanks(here) + Wording.either(here, " waits", " wait") + " for "
                    + Wording.lowerRanks(wait.absent()) + " in " + Wording.in(wait)
                    + Wording.place(wait.call().stack()));
        });
        List<Integer> behind = subject.aligned().waits().waitsFor(ranks.get(0)).stream()
                .map(Wait::rank)
                .filter(rank -> !ranks.contains(rank))
                .sorted()
                .toList();
        return Wording.capital(String.join("; ", stories)) + "."
                + (behind.isEmpty()
                        ? ""
                        : " " + Wording.ranks(behind) + Wording.either(behind, " waits", " wait") + " for them.");
    }

    @Override
    public List<Evidence> evidence() {
        List<Evidence> evidence = new ArrayList<>();
        if (cycle.left() != null && subject.cause() != Cause.COMMUNICATOR_DEADLOCK) {
            boolean extra = subject.cause() == Cause.EXTRA_COLLECTIVE;
            evidence.add(new Evidence(
                    cycle.left().rank(), cycle.left().call(), extra ? "what it called" : "what it called instead"));
        }
        Stream.concat(
                        subject.incident().others().stream()
                                .filter(rank -> subject.cause() != Cause.COMMUNICATOR_DEADLOCK),
                        Stream.concat(subject.incident().ranks().stream(), subject.incident().others().stream()))
                .distinct()
                .limit(MOST_SHOWN)
                .forEach(rank -> evidence.add(
                        new Evidence(rank, subject.aligned().waitOf(rank).call(), "waits in it")));
        return evidence;
    }

    @Override
    public CauseAdvice advice() {
        return CauseAdvice.of(subject.cause());
    }
}
