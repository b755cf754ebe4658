package dev.rollcall.analyzer.rule;

import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Evidence;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Severity;
import dev.rollcall.analyzer.verdict.Verdict;
import dev.rollcall.analyzer.wait.Wait;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The verdict where no rule found that a rank diverged: healthy, progressing, stalled, or not to be told. */
final class Quiet {
    private static final int MOST_EVIDENCE = 4;

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
            return verdict(Outcome.INCONCLUSIVE, "No trace tells of any rank.");
        }
        if (calls() == 0) {
            return verdict(Outcome.INCONCLUSIVE, "No rank made a call that was recorded.");
        }
        List<Wait> waits = List.copyOf(situation.waits().waits().values());
        List<Wait> stuck = waits.stream().filter(situation.pace()::stuck).toList();
        if (stuck.isEmpty()) {
            return waits.isEmpty() ? finished() : progressing(waits);
        }
        Set<Integer> unread = new TreeSet<>();
        stuck.forEach(wait -> unread.addAll(wait.unread()));
        if (!unread.isEmpty()) {
            return missing(stuck, List.copyOf(unread));
        }
        for (Wait wait : stuck) {
            if (othersUnknown(wait.communicator())) {
                return alone(wait);
            }
        }
        return stalled(stuck);
    }

    /** Returns whether a communicator has members of which no trace tells who they are. */
    private boolean othersUnknown(Communicator communicator) {
        int known = communicator.memberships().size();
        return communicator.size() < 0 ? known == 1 && job.ranks().size() > 1 : known < communicator.size();
    }

    private Verdict alone(Wait wait) {
        Communicator communicator = wait.communicator();
        int known = communicator.memberships().size();
        String summary = Wording.ranks(List.of(wait.rank())) + " waits in "
                + wait.call().signature().operation() + ", call "
                + Wording.grouped(wait.call().sequence()) + " on `" + communicator.name() + "`"
                + (communicator.size() < 0 ? "" : " of " + Wording.number(communicator.size()) + " ranks")
                + ", but the traces do not tell which others are in it; only "
                + Wording.number(known) + (known == 1 ? " is known." : " are known.");
        return undetermined(
                Outcome.INCONCLUSIVE,
                wait,
                List.of(wait.rank()),
                summary,
                "Ranks are compared where it is known which of them share a communicator. Here that is not known: it was made"
                        + " before the agent started, in a way that the agent does not instrument, or the others never made it.",
                "Name the agent first on the command line, and see in the trace which methods it did not instrument"
                        + " (rollcall show).");
    }

    private Verdict finished() {
        List<Integer> thrown = new ArrayList<>();
        for (Rank rank : job.ranks()) {
            Ending.Kind kind = rank.ending().kind();
            if (kind == Ending.Kind.UNCAUGHT_EXCEPTION || kind == Ending.Kind.DIED) {
                thrown.add(rank.number());
            }
        }
        if (!thrown.isEmpty()) {
            String how = Whereabouts.of(job.rank(thrown.get(0)), situation.pace());
            return verdict(
                    Outcome.INCONCLUSIVE,
                    "No calls differ and nobody waits, but " + Wording.lowerRanks(thrown) + " did not end well: " + how
                            + ".");
        }
        List<Integer> unobserved = List.copyOf(new TreeSet<>(job.unobserved()));
        if (!unobserved.isEmpty()) {
            return verdict(
                    Outcome.INCONCLUSIVE,
                    "Nothing diverged as far as the traces tell: " + tally() + ". Recording stopped on "
                            + Wording.lowerRanks(unobserved) + why(unobserved) + "; what "
                            + Wording.either(unobserved, "it", "they") + " did from then on is not known.");
        }
        int expected = Math.max(job.coverage().expected(), job.ranks().size());
        int lacking = expected - job.ranks().size();
        String rest = lacking == 0
                ? ""
                : " " + Wording.capital(Wording.number(lacking)) + (lacking == 1 ? " rank has" : " ranks have")
                        + " no trace.";
        return verdict(
                lacking == 0 ? Outcome.HEALTHY : Outcome.INCONCLUSIVE,
                "Nothing diverged: " + tally() + ", all completed." + rest);
    }

    private Verdict progressing(List<Wait> waits) {
        String late = notes.stream()
                .filter(note -> note.cause() == Cause.STRAGGLER)
                .map(note -> " " + note.summary())
                .findFirst()
                .orElse("");
        return verdict(
                Outcome.PROGRESSING,
                "Nothing diverged and nothing is stuck: " + tally() + ", the last still under way." + late);
    }

    private Verdict missing(List<Wait> stuck, List<Integer> unread) {
        Wait wait = stuck.get(0);
        List<Integer> waiting = stuck.stream().map(Wait::rank).toList();
        List<Integer> unobserved =
                unread.stream().filter(job.unobserved()::contains).toList();
        List<Integer> untraced =
                unread.stream().filter(rank -> !unobserved.contains(rank)).toList();
        String lacking = untraced.isEmpty()
                ? ""
                : Wording.lowerRanks(untraced) + Wording.either(untraced, " has", " have") + " no trace";
        String stopped = unobserved.isEmpty()
                ? ""
                : (untraced.isEmpty() ? "" : " and ") + "recording stopped on " + Wording.lowerRanks(unobserved)
                        + why(unobserved);
        String summary = Wording.capital(lacking + stopped) + ", "
                + (unobserved.isEmpty() ? "and" : "which") + " may be where the job is stuck: "
                + Wording.lowerRanks(waiting) + Wording.either(waiting, " waits", " wait") + " in "
                + wait.call().signature().operation() + ", call "
                + Wording.grouped(wait.call().sequence()) + " on `"
                + wait.communicator().name() + "`, which all "
                + (unobserved.isEmpty() ? "ranks with a trace" : "others") + " have joined.";
        return undetermined(
                Outcome.INCONCLUSIVE,
                wait,
                waiting,
                summary,
                "Whoever is missing here either did not join the call or did; only its trace tells.",
                unobserved.isEmpty()
                        ? "Bring the missing trace, or look at what the rank's process is doing."
                        : "Look at what the process of " + Wording.lowerRanks(unobserved)
                                + " is doing, and at the agent's line in its output, which says why recording stopped.");
    }

    private String why(List<Integer> unobserved) {
        String reason = job.rank(unobserved.get(0)).ending().exception();
        return reason.isEmpty() ? "" : " (" + reason + ")";
    }

    private Verdict stalled(List<Wait> stuck) {
        Wait wait = stuck.get(0);
        List<Integer> waiting = stuck.stream().map(Wait::rank).toList();
        String summary = Wording.ranks(waiting) + Wording.either(waiting, " waits", " wait") + " in "
                + wait.call().signature().operation() + ", call "
                + Wording.grouped(wait.call().sequence()) + " on `"
                + wait.communicator().name() + "`, which every member has joined alike and which does not finish.";
        return undetermined(
                Outcome.STALLED,
                wait,
                waiting,
                summary,
                "All members made the same call, so no rank's code is at fault as far as the calls show.",
                "Look below the calls: the network between the hosts, the device, the library's own log.");
    }

    private Verdict undetermined(
            Outcome outcome, Wait wait, List<Integer> ranks, String summary, String explanation, String remedy) {
        List<Evidence> evidence = new ArrayList<>();
        for (int rank : ranks.subList(0, Math.min(MOST_EVIDENCE, ranks.size()))) {
            evidence.add(new Evidence(rank, situation.waits().waits().get(rank).call(), "waits in it"));
        }
        List<Finding> findings = new ArrayList<>();
        findings.add(new Finding(
                Cause.UNDETERMINED,
                Severity.NOTE,
                ranks,
                wait.communicator(),
                wait.call().sequence(),
                summary,
                explanation,
                remedy,
                null,
                evidence));
        findings.addAll(notes);
        return new Verdict(job, outcome, List.of(), summary, findings);
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
                + (most == 1 ? " call" : " calls") + (ranks == 1 ? "" : " each") + " on " + communicators
                + (communicators == 1 ? " communicator" : " communicators");
    }
}
