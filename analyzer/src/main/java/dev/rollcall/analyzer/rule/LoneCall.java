package dev.rollcall.analyzer.rule;

import dev.rollcall.analyzer.align.Alignment;
import dev.rollcall.analyzer.align.Predictability;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Evidence;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Severity;
import dev.rollcall.analyzer.wait.Gathering;
import dev.rollcall.analyzer.wait.Wait;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A few ranks wait in a call at the end that most never make: it is not most ranks that are absent, but the few that made one
 * call more.
 */
final class LoneCall implements Rule {
    private static final int MOST_OTHERS_SHOWN = 3;

    /** Who is to be blamed for a wait. */
    enum Side {
        /** The ranks that wait: the others had ended well. */
        WAITING,
        /** The ranks that did not come. */
        ABSENT,
        /** Nothing says which. */
        EITHER
    }

    @Override
    public Cause cause() {
        return Cause.EXTRA_COLLECTIVE;
    }

    @Override
    public String evidence() {
        return "a last call that some ranks wait in and most, whose traces were read, did not make";
    }

    @Override
    public Answer examine(Situation situation) {
        if (situation.waits().gatherings().isEmpty()) {
            return new Answer.NotApplicable("no rank waits");
        }
        List<Finding> findings = new ArrayList<>();
        for (Gathering gathering : situation.waits().gatherings()) {
            Side side = side(gathering, situation);
            if (side != Side.ABSENT) {
                findings.add(finding(gathering, side, situation));
            }
        }
        return findings.isEmpty() ? new Answer.Fine() : new Answer.Found(findings, Set.of());
    }

    /** Returns on which side of a wait the blame is. */
    static Side side(Gathering gathering, Situation situation) {
        Wait wait = gathering.first();
        if (wait.pointToPoint() || wait.absent().isEmpty()) {
            return Side.ABSENT;
        }
        long joined = wait.communicator().memberships().values().stream()
                .filter(member -> !wait.awaits(member.rank())
                        && member.collectives().lastSequence() >= wait.call().sequence())
                .count();
        boolean allLeftWell = true;
        for (int rank : wait.absent()) {
            Ending ending = situation.job().rank(rank).ending();
            boolean left = ending.exitedNormally();
            boolean waits = situation.waits().waits().containsKey(rank);
            if (waits || ending.hasEnded() && !left) {
                return Side.ABSENT;
            }
            allLeftWell &= left;
        }
        if (!allLeftWell && !situation.pace().stuck(wait)) {
            return Side.ABSENT;
        }
        Predictability predictability = wait.joining() ? Predictability.NEW : predictability(wait, situation);
        int absent = wait.absent().size();
        if (absent > joined && absent >= joined + wait.unread().size()) {
            return allLeftWell
                    ? Side.WAITING
                    : predictability == Predictability.KEPT && seen(wait, situation) ? Side.ABSENT : Side.EITHER;
        }
        boolean open = allLeftWell
                ? predictability != Predictability.KEPT
                : predictability == Predictability.NEW && !wait.joining() && !goesOn(wait, situation)
                        || allElseIsDone(wait, joined, situation);
        return absent == joined && open && !othersMakeIt(wait, situation) ? Side.EITHER : Side.ABSENT;
    }

    /**
     * Whether nobody but those in a call waits for anything, and all the others, most of the job, may have come to the end of
     * their program: sources that tell of no end of a process cannot tell that from a rank that stopped.
     */
    private static boolean allElseIsDone(Wait wait, long joined, Situation situation) {
        return situation.waits().gatherings().size() == 1
                && situation.job().ranks().size() - joined > joined
                && wait.absent().stream()
                        .map(situation.job()::rank)
                        .allMatch(rank ->
                                rank.ending().isUnknown() && rank.threads().isEmpty());
    }

    /** Whether anything tells where one of those that did not come is instead. */
    private static boolean seen(Wait wait, Situation situation) {
        return wait.absent().stream()
                .anyMatch(rank -> !situation.job().rank(rank).threads().isEmpty());
    }

    private static String where(Wait wait, String between) {
        return wait.joining()
                ? Wording.in(wait) + Wording.at(wait.call().stack())
                : "call " + Wording.grouped(wait.call().sequence()) + " on `"
                        + wait.communicator().name() + "`" + between + Wording.callAndPlace(wait.call());
    }

    private static String last(Wait wait) {
        long before = wait.call().sequence() - 1;
        boolean together = before > 0
                && wait.absent().stream()
                        .allMatch(rank -> wait.communicator()
                                        .memberships()
                                        .get(rank)
                                        .collectives()
                                        .lastSequence()
                                == before);
        return together ? " after call " + Wording.grouped(before) : " before it";
    }

    /** Whether all ranks of another communicator of the size made the call there: one program tells what groups of a kind do. */
    private static boolean othersMakeIt(Wait wait, Situation situation) {
        return situation.alignments().stream()
                .filter(alignment -> alignment.communicator() == wait.communicator())
                .anyMatch(own -> situation.alignments().stream()
                        .anyMatch(other ->
                                own.madeByAll(other, wait.rank(), wait.call().sequence())));
    }

    private static boolean goesOn(Wait wait, Situation situation) {
        return situation.alignments().stream()
                .anyMatch(alignment -> alignment.communicator() == wait.communicator()
                        && alignment.continuesAsBefore(wait.rank(), wait.call().sequence()));
    }

    private static Predictability predictability(Wait wait, Situation situation) {
        for (Alignment alignment : situation.alignments()) {
            if (alignment.communicator() == wait.communicator()) {
                return alignment.predictability(wait.rank(), wait.call().sequence());
            }
        }
        return Predictability.NEW;
    }

    private static Finding finding(Gathering gathering, Side side, Situation situation) {
        Wait wait = gathering.first();
        List<Integer> waiting = gathering.ranks();
        long sequence = wait.call().sequence();
        List<Integer> absent = wait.absent();
        boolean left = absent.stream()
                .allMatch(rank -> situation.job().rank(rank).ending().kind() == Ending.Kind.EXITED);
        String ended = Wording.either(absent, "it", "they") + " ended" + last(wait);
        boolean undetermined = side == Side.EITHER;
        String summary = undetermined
                ? "Two sides, two stories: " + Wording.lowerRanks(waiting) + Wording.either(waiting, " waits", " wait")
                        + " in " + where(wait, ", ") + ", and " + Wording.lowerRanks(absent)
                        + (left
                                ? Wording.either(absent, " never makes it: ", " never make it: ") + ended
                                : Wording.either(absent, " has", " have") + " not made it and "
                                        + Wording.either(absent, "is", "are") + " in no other call")
                        + ". Nothing in the traces says which is wrong."
                : Wording.ranks(waiting) + " diverged: "
                        + (wait.joining()
                                ? Wording.either(waiting, "it waits in ", "they wait in ") + where(wait, ", ")
                                : Wording.whose(waiting) + " " + where(wait, " is "))
                        + ". "
                        + Wording.ranks(absent) + Wording.either(absent, " never makes", " never make")
                        + (wait.joining() ? " it; " : " that call; ") + ended + ".";
        List<Evidence> evidence = new ArrayList<>();
        evidence.add(new Evidence(wait.rank(), wait.call(), "what it called"));
        absent.stream()
                .limit(MOST_OTHERS_SHOWN)
                .forEach(rank -> evidence.add(new Evidence(rank, null, "made no further call")));
        return new Finding(
                undetermined ? Cause.UNDETERMINED : Cause.EXTRA_COLLECTIVE,
                undetermined ? Severity.NOTE : Severity.CULPRIT,
                waiting,
                wait.communicator(),
                sequence,
                summary,
                "A collective returns only when every rank of its communicator has called it. "
                        + (left
                                ? "The others have finished and will not make this call."
                                : "The traces do not show whether the others will still make this call."),
                left
                        ? "Make the call on every rank, or remove it."
                        : "Look at what the others are doing. If they have finished, make the call on every rank, or remove it.",
                null,
                evidence);
    }
}
