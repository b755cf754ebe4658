package dev.rollcall.analyzer.wording;

import dev.rollcall.analyzer.incident.AlignedJob;
import dev.rollcall.analyzer.incident.UnreceivedSends;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Coverage;
import dev.rollcall.analyzer.model.Coverage.Unreadable;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.PeerLoss;
import dev.rollcall.analyzer.model.Rank;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** Jobs without an incident, in words. */
public final class HealthText {
    private final Job job;

    /** Makes the words for a job. */
    public HealthText(Job job) {
        this.job = job;
    }

    /** Returns the sentence of a job in which nothing is wrong and nothing is pending. */
    public String healthy() {
        return "Nothing diverged: " + tally() + (completed() ? ", all completed." : ", none pending.");
    }

    /** Returns the sentence of a job whose pending calls are young. */
    public String progressing() {
        return "Nothing diverged and nothing is stuck: " + tally() + ", the last of them still pending.";
    }

    /** Returns the sentence of a job whose calls are pending since an unknown time. */
    public String undated() {
        return "Calls are pending, and the evidence does not show for how long: " + tally() + ".";
    }

    /** Returns the sentence of a job of which only copies were recorded. */
    public String intactCopies(long copies) {
        return "No bad copy: " + Wording.grouped(copies) + (copies == 1 ? " was" : " were")
                + " verified and arrived intact. No call was recorded on any rank.";
    }

    /** Returns the sentence of a job without calls. */
    public String noCalls(boolean copied) {
        return (copied ? "Copies were recorded, but none was verified; no" : "No") + " call was recorded on any rank.";
    }

    /** Returns the sentence of a job of which no call is known, and that ranks printed exceptions which they may have caught. */
    public String printed(List<Integer> ranks) {
        boolean one = ranks.stream()
                        .map(rank -> job.rank(rank).ending().printedException())
                        .distinct()
                        .count()
                == 1;
        return new Sentence(Wording.capital(Wording.shortRanks(ranks)) + RankHosts.of(ranks, job) + " ")
                .with(one ? RankStateText.printed(job.rank(ranks.get(0))) : "printed exceptions")
                .with(", and nothing shows whether that ended " + Wording.either(ranks, "it", "them"))
                .toString();
    }

    /** Returns what an exception in a console does not show. */
    public String printedReason() {
        return "No call was recorded. A program can log an exception and go on; the exit code of the process would settle it.";
    }

    /** Returns the sentence of a job in which ranks failed and nothing else is wrong. */
    public String failed(List<Integer> ranks) {
        return "No calls differ and no rank waits, but " + Wording.shortRanks(ranks) + RankHosts.of(ranks, job)
                + " failed.";
    }

    /** Returns the sentence of a job of which only failures are known, and not the first of them. */
    public String failedWithoutCalls(List<Integer> ranks) {
        boolean lost = ranks.stream()
                .allMatch(rank -> PeerLoss.anyOf(job.rank(rank).ending().reason()));
        return Wording.capital(Wording.shortRanks(ranks)) + RankHosts.of(ranks, job)
                + (lost ? " failed in communication" : " failed")
                + ", and nothing shows which rank failed first.";
    }

    /** Returns the sentence of a job that ended because ranks failed. */
    public String crashed(List<Integer> ranks, AlignedJob aligned) {
        return new Sentence(Wording.capital(Wording.lowerRanks(ranks)) + RankHosts.of(ranks, job) + " stopped: ")
                .with(RankStateText.of(ranks, aligned))
                .toString();
    }

    /** Returns the sentence of a job without calls in which ranks ended by one exception, at one place. */
    public String failedAlike(List<Integer> ranks, AlignedJob aligned) {
        boolean all =
                ranks.size() >= Math.max(job.ranks().size(), job.coverage().expected());
        return new Sentence((all
                                ? "All " + Wording.grouped(ranks.size()) + " ranks"
                                : Wording.capital(Wording.lowerRanks(ranks)) + RankHosts.of(ranks, job))
                        + " failed alike: ")
                .with(RankStateText.of(ranks, aligned))
                .toString();
    }

    /** Returns what a console does not show of ranks that failed alike. */
    public String failedAlikeReason() {
        return "No call was recorded, so nothing shows whether one of them failed first.";
    }

    /** Returns the sentence of a job of which some ranks were recorded in part. */
    public String unobserved(List<Integer> ranks) {
        return "Nothing diverged in the recorded calls, but recording stopped on " + Wording.shortRanks(ranks)
                + RankHosts.of(ranks, job) + ".";
    }

    /** Returns why recording stopped on ranks, by the first of them. */
    public String unobservedReason(List<Integer> ranks) {
        String reason = job.rank(ranks.get(0)).ending().reason();
        return (reason.isEmpty() ? "" : "It stopped with " + Wording.brief(reason) + ". ") + "What was read: " + tally()
                + ".";
    }

    /** Returns the sentence of a job with files that mention calls they do not hold. */
    public String doubtful(List<Coverage.Unreadable> files) {
        List<Integer> ranks = job.ranks().stream()
                .filter(rank -> files.stream().anyMatch(file -> file.file().equals(rank.source())))
                .map(Rank::number)
                .toList();
        return "The record of " + Wording.shortRanks(ranks) + RankHosts.of(ranks, job)
                + " is incomplete; the calls in it show no difference.";
    }

    /** Returns how ranks ended. */
    public String endings(List<Integer> ranks, AlignedJob aligned) {
        return Wording.capital(RankStateText.of(ranks, aligned)) + ".";
    }

    /** Returns why a file is incomplete. */
    public String reason(Coverage.Unreadable file) {
        return Wording.capital(file.reason()) + ".";
    }

    /** Returns the sentence of a job in which nothing shows whether ranks ended their last calls. */
    public String unended(List<Integer> ranks) {
        return "No calls differ, and the evidence does not show whether "
                + (ranks.size() == job.ranks().size()
                        ? "the last ones ended"
                        : Wording.lowerRanks(ranks) + RankHosts.of(ranks, job) + " ended the last ones")
                + ": " + tally() + ".";
    }

    /** Returns what a log does not show of the last calls. */
    public String unendedReason() {
        return "A log shows that a call was issued, and not that it ended: a rank may still wait in its last call. NCCL's line"
                + " \"Destroy COMPLETE\" of each communicator, or an exit with code 0, shows the end of a rank's calls.";
    }

    /** Returns the sentence of logs in which a rank sent more than its peer received. */
    public String unreceived(UnreceivedSends sends) {
        return new Sentence(
                        "Look at " + Wording.lowerRanks(sends.ranks()) + RankHosts.of(sends.ranks(), job) + " first: ")
                .with("rank " + sends.sender() + " sent " + times(sends.sent()) + " to rank " + sends.receiver())
                .withOptional(" on `" + sends.communicator().name() + '`')
                .with(", which received " + (sends.received() == 0 ? "nothing" : times(sends.received())) + " from it")
                .toString();
    }

    /** Returns what a log does not show of a send. */
    public String unreceivedReason() {
        return "No call differs, and the logs do not show whether the sender waits.";
    }

    /** Returns what would settle whether a send waits. */
    public String unreceivedSettles(UnreceivedSends sends) {
        return "A stack of rank " + sends.sender() + " (jstack, py-spy dump) shows whether it waits in the send.";
    }

    private static String times(int count) {
        return count == 1 ? "once" : Wording.grouped(count) + " times";
    }

    /** Returns the sentence of a job in which ranks did not answer. */
    public String unresponsive(List<Integer> ranks) {
        return "Look at " + Wording.lowerRanks(ranks) + RankHosts.of(ranks, job) + " first: "
                + Wording.either(ranks, "it ", "they ")
                + job.rank(ranks.get(0)).ending().reason() + ".";
    }

    /** Returns the sentence of a job in which all ranks but some failed in communication, and no source shows those. */
    public String neverSeen(List<Integer> ranks, List<Integer> failed) {
        List<Rank> known =
                ranks.stream().map(job::rank).filter(Objects::nonNull).toList();
        String state = known.isEmpty()
                ? "nothing shows " + Wording.either(ranks, "what it did", "what they did")
                : ranks.size() == 1 ? "it " + RankStateText.printed(known.get(0)) : "nothing shows how they ended";
        return new Sentence("Look at " + Wording.lowerRanks(ranks) + " first: ")
                .with(state)
                .with(", and " + Wording.shortRanks(failed) + RankHosts.of(failed, job) + " failed in communication")
                .toString();
    }

    /** Returns what the other ranks show where some did not answer. */
    public String unresponsiveReason(List<Integer> ranks) {
        int others = job.ranks().size() - ranks.size();
        return Wording.grouped(others) + (others == 1 ? " other rank" : " other ranks")
                + " answered, and no call shows a"
                + " difference. A process that is stopped, dead or cut off from the network does not answer.";
    }

    /** Returns what would settle why ranks did not answer. */
    public String unresponsiveSettles(List<Integer> ranks) {
        return "Check whether the process of " + Wording.lowerRanks(ranks)
                + " is alive (ps), and take its stack (py-spy dump, jstack).";
    }

    /** Returns the sentence of a job of which ranks were not read. */
    public String lacking(List<Integer> ranks) {
        return "Nothing diverged in what was read: " + tally() + "; " + Wording.shortRanks(ranks)
                + Wording.either(ranks, " was", " were") + " not read.";
    }

    /** Returns the sentence of logs whose processes have no ranks. */
    public static String unnumbered(int all, int unnumbered) {
        return "No rank can be named: the logs come from " + Wording.grouped(all) + " processes, and no communicator"
                + " contains all of them; " + Wording.grouped(unnumbered)
                + (unnumbered == 1 ? " was" : " were") + " ignored.";
    }

    /** Returns why processes have no ranks. */
    public static String unnumberedReason() {
        return "Only a communicator of all ranks shows which rank a process is. If the logs are of two runs, read those of one.";
    }

    /** Returns the sentence of a job of which nothing shows whether some files are of it. */
    public static String ungrouped(Unreadable file) {
        return "These files contradict each other, and " + file.reason() + ".";
    }

    /** Returns what to do about files that contradict each other. */
    public static String ungroupedReason() {
        return "Two of them show the same rank of different runs, and another fits both. Put the files of each run into a folder"
                + " of its own, or analyze them one at a time.";
    }

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
    public String tally() {
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
                + Wording.grouped(communicators)
                + (communicators == 1 ? " communicator" : " communicators");
    }
}
