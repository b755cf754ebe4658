package dev.rollcall.analyzer.wording;

import dev.rollcall.analyzer.incident.AlignedJob;
import dev.rollcall.analyzer.incident.Fact;
import dev.rollcall.analyzer.incident.IncidentKind;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Evidence;
import dev.rollcall.analyzer.wait.Gathering;
import dev.rollcall.analyzer.wait.StackPosition;
import dev.rollcall.analyzer.wait.Wait;
import java.util.ArrayList;
import java.util.List;

/** Ranks that lack a call in which others wait, in words. */
final class AbsenceText implements FindingTemplate {
    private static final int MOST_OTHERS_SHOWN = 3;

    private static final int MOST_PLACES = 2;

    /** Leaves room for the ranks, a host and the call. */
    private static final int MOST_STATE_WORDS = 16;

    private final Subject subject;
    private final Gathering gathering;
    private final Wait wait;
    private final AlignedJob aligned;

    AbsenceText(Subject subject, Gathering gathering) {
        this.subject = subject;
        this.gathering = gathering;
        this.wait = gathering.first();
        this.aligned = subject.aligned();
    }

    private List<Integer> absent() {
        return subject.incident().ranks();
    }

    private boolean waitingSide() {
        return !subject.named().isEmpty() && gathering.ranks().containsAll(subject.named());
    }

    private boolean bothSides() {
        return !waitingSide() && subject.named().stream().anyMatch(gathering.ranks()::contains);
    }

    @Override
    public String summary() {
        if (subject.named().isEmpty()) {
            return new Sentence(Wording.capital(Wording.shortRanks(gathering.ranks())) + waitsIn())
                    .withOptional(", and " + Wording.shortRanks(absent()) + " not yet")
                    .toString();
        }
        if (bothSides()) {
            return new Sentence(subject.beginning())
                    .with(Wording.shortRanks(gathering.ranks()) + waitsIn())
                    .with(", and " + Wording.shortRanks(absent())
                            + (wait.pointToPoint() ? " made no match" : " did not call it"))
                    .toString();
        }
        return waitingSide() ? waiting() : stopped();
    }

    private String waitsIn() {
        return Wording.either(gathering.ranks(), " waits", " wait") + " in " + Wording.operationOn(wait)
                + Wording.shortAt(wait.call().stack());
    }

    private String waiting() {
        if (subject.suspects()) {
            return new Sentence(subject.beginning())
                    .with(Wording.either(subject.named(), "it waits", "they wait") + " in " + Wording.operationOn(wait)
                            + Wording.shortAt(wait.call().stack()))
                    .withOptional(", which " + Wording.shortRanks(absent())
                            + (wait.communicator().numbersCalls() ? " did not call" : " did not submit"))
                    .toString();
        }
        return new Sentence(subject.beginning())
                .with((wait.joining() ? "waits in " : "made an extra ")
                        + Wording.operationOn(wait)
                        + Wording.shortAt(wait.call().stack()))
                .withOptional(BranchText.of(subject.fork(), wait.call().stack()))
                .withOptional("; " + Wording.shortRanks(absent())
                        + (subject.is(Fact.EXITED) ? " ended without it" : " did not call it"))
                .toString();
    }

    private String stopped() {
        Sentence sentence = new Sentence(subject.beginning());
        if (subject.is(Fact.PERHAPS_INSIDE) && isScattered()) {
            return standing(sentence);
        }
        if (subject.incident().kind() == IncidentKind.ABSENCE_FROM_CREATION) {
            sentence.with(
                    (subject.suspects() ? pronoun() : "") + "never joined the creation of " + subject.communicator());
        } else {
            sentence.with((subject.suspects() ? pronoun() : "") + stoppedAfter());
        }
        String state = RankStateText.of(subject.named(), aligned);
        if (!state.isEmpty()) {
            sentence.with(": " + Sentence.clipped(state, MOST_STATE_WORDS));
            if (subject.fork() != null) {
                sentence.withOptional(BranchText.of(
                        subject.fork(),
                        aligned.job().rank(subject.named().get(0)).ending().stack()));
            }
        }
        return sentence.toString();
    }

    /** Returns whether stacks show the named ranks in several places, or only some of them. */
    private boolean isScattered() {
        StackPosition first = aligned.position(subject.named().get(0));
        return !subject.named().stream()
                .map(aligned::position)
                .allMatch(position -> first == null ? position == null : first.isSamePlace(position));
    }

    private String standing(Sentence sentence) {
        List<String> places = places(subject.named());
        if (places.isEmpty()) {
            return sentence.with("they " + stoppedAfter()).toString();
        }
        List<String> waiting = places(gathering.ranks());
        String call = Wording.shortAt(wait.call().stack());
        return sentence.with("they stand "
                        + (places.size() <= MOST_PLACES
                                ? "at " + String.join(" and ", places)
                                : "in " + Wording.number(places.size()) + " places"))
                .with(", and " + Wording.shortRanks(gathering.ranks())
                        + Wording.either(gathering.ranks(), " waits", " wait") + " for them in "
                        + (wait.joining() || wait.call().signature().equals(Signature.LOST)
                                ? Wording.operationOn(wait)
                                : wait.call().signature().operation()))
                .withOptional(call.isEmpty() && waiting.size() == 1 ? " at " + waiting.get(0) : call)
                .toString();
    }

    /** Returns the lines at which stacks show ranks; none unless they show all of them. */
    private List<String> places(List<Integer> ranks) {
        List<StackPosition> positions = ranks.stream().map(aligned::position).toList();
        boolean known = positions.stream()
                .allMatch(position -> position != null && position.stack().siteFrame() != null);
        return known
                ? positions.stream()
                        .map(position -> position.stack().siteFrame().place())
                        .distinct()
                        .toList()
                : List.of();
    }

    /** Returns the named ranks of which no stack was read; those that wait are where their call shows. */
    private List<Integer> unseen() {
        return subject.named().stream()
                .filter(rank -> aligned.position(rank) == null)
                .toList();
    }

    private String pronoun() {
        return Wording.either(subject.named(), "it ", "they ");
    }

    private String stoppedAfter() {
        Membership member =
                wait.communicator().memberships().get(subject.named().get(0));
        CallSequence calls = calls(member);
        if (calls == null && subject.is(Fact.CRASHED)) {
            return "stopped";
        }
        if (calls != null && !calls.isNumbered()) {
            return "did not submit "
                    + (wait.call().function().isEmpty()
                            ? "what the others wait for"
                            : wait.communicator().callName(wait.call()));
        }
        long last = calls == null ? 0 : calls.lastSequence();
        if (subject.is(Fact.PERHAPS_INSIDE)) {
            return Wording.either(subject.named(), "was", "were") + " last seen after call " + Wording.grouped(last)
                    + " on " + subject.communicator();
        }
        if (calls != null && calls.numberedUncertainly() && !wait.pointToPoint()) {
            // A count of launches shows neither the number of the last call nor that the rank stopped.
            return "launched fewer calls on " + subject.communicator();
        }
        if (last == 0) {
            return (wait.pointToPoint() ? "never sent or received on " : "never called on ") + subject.communicator();
        }
        return wait.pointToPoint()
                ? "stopped after " + Wording.grouped(last) + (last == 1 ? " message on " : " messages on ")
                        + subject.communicator()
                : "stopped after call " + Wording.grouped(last) + " on " + subject.communicator();
    }

    private CallSequence calls(Membership member) {
        return member == null ? null : wait.pointToPoint() ? member.pointToPoint() : member.collectives();
    }

    @Override
    public String detail() {
        if (waitingSide() || bothSides()) {
            return subject.is(Fact.EXITED) ? Wording.ranks(absent()) + " ended" + lastCall() + "." : "";
        }
        List<Integer> unseen = unseen();
        boolean unknown = subject.is(Fact.PERHAPS_INSIDE)
                && !wait.pointToPoint()
                && !unseen.isEmpty()
                && RankStateText.of(unseen, aligned).isEmpty();
        return unknown
                ? "Nothing shows whether " + Wording.lowerRanks(unseen) + " made the next call, or where "
                        + Wording.either(unseen, "it is.", "they are.")
                : "";
    }

    @Override
    public String waits() {
        // Where the peers are unknown, nothing shows for whom a rank waits.
        boolean known = !waitingSide()
                && !bothSides()
                && !(wait.absent().isEmpty() && wait.unread().isEmpty());
        return WaitText.of(
                gathering.ranks(), known ? Wording.either(subject.named(), " for it", " for them") : "", aligned);
    }

    private String lastCall() {
        long before = wait.call().sequence() - 1;
        boolean together = before > 0
                && absent().stream()
                        .map(wait.communicator().memberships()::get)
                        .allMatch(
                                member -> member != null && member.collectives().lastSequence() == before);
        return together ? " after call " + Wording.grouped(before) : "";
    }

    @Override
    public List<Evidence> evidence() {
        List<Evidence> evidence = new ArrayList<>();
        if (waitingSide()) {
            evidence.add(new Evidence(wait.rank(), wait.call(), "what it called"));
            absent().stream().limit(MOST_OTHERS_SHOWN).forEach(rank -> evidence.add(lastCallOf(rank)));
            return evidence;
        }
        absent().stream().limit(MOST_OTHERS_SHOWN).forEach(rank -> evidence.add(lastCallOf(rank)));
        evidence.addAll(WaitText.evidence(gathering.ranks(), aligned));
        return evidence;
    }

    private Evidence lastCallOf(int rank) {
        CallSequence calls = calls(wait.communicator().memberships().get(rank));
        Call last = calls == null || calls.size() == 0 ? null : calls.call(calls.size() - 1);
        boolean counted = calls != null && calls.lastSequence() > 0;
        return new Evidence(
                rank,
                last,
                last != null
                        ? "its last call"
                        : !counted
                                ? "no call on record"
                                : calls.isNumbered() ? "only the number of calls is known" : "did not submit it");
    }

    @Override
    public String settles() {
        List<Integer> unseen = unseen();
        if (unseen.isEmpty() || ended()) {
            List<Integer> asked = unseen.isEmpty() ? subject.named() : unseen;
            return "The last calls of " + Wording.lowerRanks(asked)
                    + " on all communicators, as in a dump of PyTorch's flight recorder, show what "
                    + Wording.either(asked, "it ", "they ")
                    + (unseen.isEmpty() ? Wording.either(asked, "waits for.", "wait for.") : "did last.");
        }
        return "A stack of " + Wording.lowerRanks(unseen) + " from the time of the hang (" + StackTools.ANY
                + ") shows whether " + Wording.either(unseen, "it is", "they are") + " busy, stuck or done.";
    }

    @Override
    public CauseAdvice advice() {
        if (subject.cause() != Cause.UNDETERMINED) {
            return CauseAdvice.of(subject.cause());
        }
        if (subject.suspects() && unseen().isEmpty()) {
            return CauseAdvice.SEEN_ABSENCE;
        }
        if (WaitText.isCounted(wait)) {
            return CauseAdvice.FEWER_LAUNCHES;
        }
        if (ended()) {
            return CauseAdvice.ENDED_ABSENCE;
        }
        return subject.is(Fact.FROZEN) ? CauseAdvice.FROZEN_ABSENCE : CauseAdvice.OPEN_ABSENCE;
    }

    /** Returns whether the output of PyTorch's launcher shows that the job is over, so that no stack can be taken any more. */
    private boolean ended() {
        return aligned.job().launcher().ended();
    }
}
