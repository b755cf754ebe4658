package dev.rollcall.analyzer.wording;

import dev.rollcall.analyzer.incident.IncidentDetails.Positions;
import dev.rollcall.analyzer.model.LockCycle;
import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.analyzer.verdict.Evidence;
import dev.rollcall.analyzer.wait.StackClass;
import dev.rollcall.analyzer.wait.StackPosition;
import java.util.ArrayList;
import java.util.List;

/** Where the stacks of ranks are, in words. */
final class StackText implements FindingTemplate {
    private static final int MOST_PLACES = 3;

    private final Subject subject;
    private final Positions positions;

    StackText(Subject subject, Positions positions) {
        this.subject = subject;
        this.positions = positions;
    }

    private boolean unread() {
        return positions.missing().containsAll(subject.named());
    }

    @Override
    public String summary() {
        if (subject.named().isEmpty()) {
            return open();
        }
        StackClass waiting = positions.waiting();
        return new Sentence(subject.beginning())
                .with(
                        unread()
                                ? "no stack of " + Wording.either(subject.named(), "it", "them") + " was read"
                                : Wording.either(subject.named(), "it ", "they ") + states(subject.named()))
                .with("; " + Wording.shortRanks(waiting.ranks()) + Wording.either(waiting.ranks(), " waits ", " wait ")
                        + "in " + waiting.position().operation())
                .withOptional(Wording.shortAt(waiting.position().stack()))
                .toString();
    }

    private String open() {
        List<Integer> all = subject.incident().others();
        if (positions.classes().isEmpty()) {
            return new Sentence("The stacks of " + Wording.lowerRanks(all))
                    .with(" show no line of the application, and no call")
                    .toString();
        }
        StackClass first = positions.classes().get(0);
        if (first.ranks().size() == all.size()) {
            return new Sentence(Wording.ranks(all))
                    .with(" " + Wording.either(all, "", all.size() == 2 ? "both " : "all ")
                            + verb(first.position(), all)
                            + place(first.position()))
                    .with(
                            first.position().waits()
                                    ? "; stacks do not show in which call"
                                    : "; nothing shows that " + Wording.either(all, "it waits", "they wait")
                                            + " for a call")
                    .toString();
        }
        int places = positions.classes().size();
        return new Sentence("The stacks show " + Wording.number(all.size()) + " ranks in " + Wording.number(places)
                        + (places == 1 ? " place" : " places"))
                .with(
                        positions.waiting() == null
                                ? "; no wait has a majority of them"
                                : "; most wait in "
                                        + positions.waiting().position().operation() + " and may be late themselves")
                .toString();
    }

    /** Returns where ranks are, by the first of them. */
    private String states(List<Integer> ranks) {
        LockCycle deadlock = subject.aligned().job().deadlock(ranks.get(0));
        if (deadlock != null) {
            return "has a deadlock: " + deadlock.describe();
        }
        StackPosition position = position(ranks.get(0));
        boolean together =
                positions.classes().stream().anyMatch(each -> each.ranks().containsAll(ranks));
        return together ? verb(position, ranks) + place(position) : "are in other places than the rest";
    }

    private static String verb(StackPosition position, List<Integer> ranks) {
        return position.waits() ? Wording.either(ranks, "waits", "wait") : Wording.either(ranks, "is", "are");
    }

    /** Returns {@code  in all_reduce at train.py:12}, or {@code  at load (data.py:40), in poll}. */
    private static String place(StackPosition position) {
        if (position.waits()) {
            return " in " + position.operation() + Wording.shortAt(position.stack());
        }
        StackFrame inside = position.stack().frames().get(0);
        return Wording.at(position.stack()) + (position.stack().innermost() == 0 ? "" : ", in " + inside.shortMethod());
    }

    private StackPosition position(int rank) {
        return positions.classes().stream()
                .filter(each -> each.ranks().contains(rank))
                .findFirst()
                .orElseThrow()
                .position();
    }

    @Override
    public String detail() {
        List<String> parts = new ArrayList<>();
        if (!subject.named().isEmpty()) {
            List<StackClass> others = positions.classes().stream()
                    .filter(each ->
                            each != positions.waiting() && !subject.named().containsAll(each.ranks()))
                    .toList();
            others.stream().limit(MOST_PLACES).forEach(each -> parts.add(sentence(each)));
            if (!unread() && !positions.missing().isEmpty()) {
                parts.add("No stack of " + Wording.lowerRanks(positions.missing()) + " was read.");
            }
        } else {
            if (positions.classes().size() > 1) {
                positions.classes().stream().limit(MOST_PLACES).forEach(each -> parts.add(sentence(each)));
            }
            if (!positions.missing().isEmpty()) {
                parts.add("There is no stack of " + Wording.lowerRanks(positions.missing()) + ": take "
                        + Wording.either(positions.missing(), "it", "them") + " first.");
            }
        }
        return String.join(" ", parts);
    }

    private static String sentence(StackClass each) {
        return Wording.capital(Wording.shortRanks(each.ranks())) + " " + verb(each.position(), each.ranks())
                + place(each.position()) + ".";
    }

    @Override
    public String settles() {
        String whose = Wording.lowerRanks(subject.named());
        return unread()
                ? "Take the stack of " + whose + ", or look whether "
                        + Wording.either(subject.named(), "its process is", "their processes are") + " alive."
                : "Take the stack of " + whose
                        + " again: a rank that is only late has moved on. Dumps, or the console of all"
                        + " ranks, show which calls each rank made.";
    }

    @Override
    public CauseAdvice advice() {
        if (positions.classes().isEmpty()) {
            return CauseAdvice.STACKS_OF_RUNTIME;
        }
        return subject.named().isEmpty() ? CauseAdvice.STACKS_ALIKE : CauseAdvice.STACK_APART;
    }

    @Override
    public List<Evidence> evidence() {
        return subject.named().stream()
                .map(rank -> new Evidence(rank, null, unread() ? "no stack was read" : "where its stack is"))
                .toList();
    }
}
