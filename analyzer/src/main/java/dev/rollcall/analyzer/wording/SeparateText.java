package dev.rollcall.analyzer.wording;

import dev.rollcall.analyzer.incident.IncidentDetails.Creations;
import dev.rollcall.analyzer.verdict.Evidence;
import dev.rollcall.analyzer.wait.Gathering;
import dev.rollcall.analyzer.wait.Wait;
import java.util.ArrayList;
import java.util.List;

/** Ranks that create one communicator in separate places, in words. */
final class SeparateText implements FindingTemplate {
    private static final int LONGEST_RENDEZVOUS = 96;
    private static final int MOST_SIDES = 3;

    private final Subject subject;
    private final List<Gathering> sides;

    SeparateText(Subject subject, Creations creations) {
        this.subject = subject;
        this.sides = creations.sides();
    }

    @Override
    public String summary() {
        return new Sentence(subject.beginning())
                .with(
                        subject.suspects()
                                ? Wording.number(all()) + " ranks create " + subject.communicator() + " in "
                                        + Wording.number(sides.size()) + " separate groups"
                                : Wording.either(subject.named(), "creates ", "create ") + subject.communicator()
                                        + " apart from "
                                        + Wording.shortRanks(sides.get(0).ranks()))
                .with(Wording.shortAt(sides.get(sides.size() - 1).first().call().stack()))
                .toString();
    }

    @Override
    public String detail() {
        List<String> parts = new ArrayList<>();
        sides.stream().limit(MOST_SIDES).forEach(side -> {
            Wait first = side.first();
            parts.add(Wording.lowerRanks(side.ranks()) + Wording.either(side.ranks(), " waits", " wait") + " at "
                    + rendezvous(first.communicator().identity())
                    + Wording.place(first.call().stack()));
        });
        return Wording.capital(String.join(", ", parts)) + "; no group is complete.";
    }

    private int all() {
        return sides.stream().mapToInt(side -> side.ranks().size()).sum();
    }

    /** Returns where ranks meet: the store, its port and prefix, or an id. */
    private static String rendezvous(String identity) {
        String where = identity.startsWith("c10d:") ? identity.substring("c10d:".length()) : identity;
        return "the rendezvous "
                + (where.length() > LONGEST_RENDEZVOUS ? where.substring(0, LONGEST_RENDEZVOUS) + "…" : where);
    }

    @Override
    public List<Evidence> evidence() {
        List<Evidence> evidence =
                new ArrayList<>(WaitText.evidence(subject.incident().ranks(), subject.aligned()));
        evidence.addAll(WaitText.evidence(subject.incident().others(), subject.aligned()));
        return evidence;
    }

    @Override
    public CauseAdvice advice() {
        return CauseAdvice.of(subject.cause());
    }
}
