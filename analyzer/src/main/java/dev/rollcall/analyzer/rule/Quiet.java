package dev.rollcall.analyzer.rule;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.CopyTally;
import dev.rollcall.analyzer.model.Coverage;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import dev.rollcall.analyzer.wait.Wait;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** The verdict where no rule found that a rank diverged: healthy, progressing, a {@link Breakdown} or a {@link Standstill}. */
final class Quiet {
    private final Situation situation;
    private final List<Finding> notes;
    private final Job job;

    Quiet(Situation situation, List<Finding> notes) {
        this.situation = situation;
        this.notes = notes;
        this.job = situation.job();
    }

    Verdict verdict() {
        if (job.ranks().isEmpty()) {
            return verdict(Outcome.INCONCLUSIVE, "The traces contain no rank.");
        }
        long copies = job.ranks().stream()
                .flatMap(rank -> rank.copies().stream())
                .mapToLong(CopyTally::verified)
                .sum();
        if (calls() == 0 && copies > 0) {
            return verdict(
                    Outcome.HEALTHY,
                    "No bad copy: " + Wording.grouped(copies) + (copies == 1 ? " was" : " were")
                            + " verified and arrived intact. No call was recorded on any rank.");
        }
        if (calls() == 0 && situation.waits().waits().isEmpty()) {
            boolean copied =
                    job.ranks().stream().anyMatch(rank -> !rank.copies().isEmpty());
            return verdict(
                    Outcome.INCONCLUSIVE,
                    (copied ? "Copies were recorded, but none was verified. " : "")
                            + "No call was recorded on any rank.");
        }
        Verdict broken = new Breakdown(situation, notes).verdict();
        if (broken != null) {
            return broken;
        }
        List<Wait> waits = List.copyOf(situation.waits().waits().values());
        List<Wait> stuck = waits.stream().filter(situation.pace()::stuck).toList();
        if (!stuck.isEmpty()) {
            return new Standstill(situation, notes).verdict(stuck);
        }
        // Of a rank that nothing tells of, nobody can say that it is not what the others wait for.
        List<Wait> untold =
                waits.stream().filter(wait -> !wait.unread().isEmpty()).toList();
        if (!untold.isEmpty()) {
            return new Standstill(situation, notes).verdict(untold);
        }
        return waits.isEmpty() ? finished() : progressing(waits);
    }

    private Verdict finished() {
        List<Integer> thrown = new ArrayList<>();
        for (Rank rank : job.ranks()) {
            if (rank.ending().failed()) {
                thrown.add(rank.number());
            }
        }
        if (!thrown.isEmpty()) {
            String how = Whereabouts.of(thrown, situation);
            return verdict(
                    Outcome.INCONCLUSIVE,
                    "No calls differ and no rank waits, but " + Wording.lowerRanks(thrown) + " failed: " + how + ".");
        }
        List<Integer> unobserved = List.copyOf(new TreeSet<>(job.unobserved()));
        if (!unobserved.isEmpty()) {
            return verdict(
                    Outcome.INCONCLUSIVE,
                    "Nothing diverged in the recorded calls: " + tally() + ". Recording stopped on "
                            + Wording.lowerRanks(unobserved) + Standstill.why(unobserved, job) + "; "
                            + Wording.either(unobserved, "its", "their") + " later calls are unknown.");
        }
        List<Coverage.Unreadable> doubtful = job.coverage().ofKind(Coverage.Kind.DOUBTFUL);
        if (!doubtful.isEmpty()) {
            return verdict(
                    Outcome.INCONCLUSIVE,
                    "Nothing diverged in the recorded calls: " + tally() + ". But the record of "
                            + Wording.lowerRanks(ranksOf(doubtful)) + " is incomplete: "
                            + doubtful.get(0).reason() + ".");
        }
        String unreceived = UnreceivedSends.of(job);
        if (!unreceived.isEmpty()) {
            return verdict(
                    Outcome.INCONCLUSIVE,
                    "Nothing diverged in the logged calls: " + tally() + ". But " + unreceived + ".");
        }
        int expected = Math.max(job.coverage().expected(), job.ranks().size());
        int lacking = expected - job.ranks().size();
        String rest = lacking == 0
                ? ""
                : " " + Wording.capital(Wording.number(lacking)) + (lacking == 1 ? " rank has" : " ranks have")
                        + " no trace.";
        return verdict(
                lacking == 0 ? Outcome.HEALTHY : Outcome.INCONCLUSIVE,
                "Nothing diverged: " + tally() + (completed() ? ", all completed." : ", none pending.") + rest);
    }

    private List<Integer> ranksOf(List<Coverage.Unreadable> files) {
        return job.ranks().stream()
                .filter(rank -> files.stream().anyMatch(file -> file.file().equals(rank.source())))
                .map(Rank::number)
                .toList();
    }

    private Verdict progressing(List<Wait> waits) {
        String late = notes.stream()
                .filter(note -> note.cause() == Cause.STRAGGLER)
                .map(note -> " " + note.summary())
                .findFirst()
                .orElse("");
        if (waits.stream().anyMatch(wait -> situation.pace().age(wait) == Call.NO_TIME || logged(wait.rank()))) {
            return new Timeless(situation, notes)
                    .verdict("Nothing diverged: " + tally() + ", the last of them still pending", late);
        }
        return verdict(
                Outcome.PROGRESSING,
                "Nothing diverged and nothing is stuck: " + tally() + ", the last of them still pending." + late);
    }

    /** Whether a rank's source is a log, which ends when nothing is called any more: nobody knows how long ago that was. */
    private boolean logged(int rank) {
        return job.rank(rank).ending().isUnknown()
                && job.communicators().stream()
                        .map(communicator -> communicator.memberships().get(rank))
                        .filter(Objects::nonNull)
                        .allMatch(member -> untold(member.collectives()) && untold(member.pointToPoint()));
    }

    /** Whether of no call more is known than that it was issued. */
    private static boolean untold(CallSequence calls) {
        for (int i = 0; i < calls.size(); i++) {
            if (calls.state(i) != CallState.UNKNOWN && calls.state(i) != CallState.ENQUEUED) {
                return false;
            }
        }
        return true;
    }

    private Verdict verdict(Outcome outcome, String summary) {
        return new Verdict(job, outcome, List.of(), summary, notes);
    }

    private long calls() {
        long most = 0;
        for (Communicator communicator : job.communicators()) {
            for (Membership member : communicator.memberships().values()) {
                most = Math.max(
                        most,
                        member.collectives().lastSequence()
                                + member.pointToPoint().size());
            }
        }
        return most;
    }

    /** Whether every call that is held is known to have completed. */
    private boolean completed() {
        for (Communicator communicator : job.communicators()) {
            for (Membership member : communicator.memberships().values()) {
                if (!completed(member.collectives()) || !completed(member.pointToPoint())) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean completed(CallSequence calls) {
        for (int i = 0; i < calls.size(); i++) {
            if (calls.state(i) != CallState.COMPLETED) {
                return false;
            }
        }
        return true;
    }

    /** Returns {@code 4 ranks, 41 calls each on 1 communicator}. */
    private String tally() {
        Set<Long> totals = new TreeSet<>();
        for (Rank rank : job.ranks()) {
            long total = 0;
            for (Communicator communicator : job.communicators()) {
                Membership member = communicator.memberships().get(rank.number());
                total += member == null
                        ? 0
                        : member.collectives().lastSequence()
                                + member.pointToPoint().lastSequence();
            }
            totals.add(total);
        }
        long least = totals.stream().mapToLong(Long::longValue).min().orElse(0);
        long most = totals.stream().mapToLong(Long::longValue).max().orElse(0);
        String each = least == most ? Wording.grouped(most) : Wording.grouped(least) + " to " + Wording.grouped(most);
        int ranks = job.ranks().size();
        int communicators = job.communicators().size();
        return Wording.grouped(ranks) + (ranks == 1 ? " rank, " : " ranks, ") + each
                + (most == 1 && least == most ? " call" : " calls") + (ranks == 1 ? "" : " each") + " on "
                + communicators
                + (communicators == 1 ? " communicator" : " communicators");
    }
}
