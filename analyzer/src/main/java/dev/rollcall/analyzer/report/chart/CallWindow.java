package dev.rollcall.analyzer.report.chart;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.Thresholds;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Severity;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The newest collectives of one communicator that its ranks have in common, with times by one clock: that of the finding, else
 * that of the most ranks. Ranks whose sources hold no such times are left out. Immutable.
 *
 * @param communicator the communicator
 * @param members the ranks with times, ascending
 * @param first the sequence number of the first call
 * @param last the sequence number of the last call that all ranks made before one of them diverged
 */
record CallWindow(Communicator communicator, List<Membership> members, long first, long last) {

    /** Returns the calls of the verdict's communicator; null where fewer than two ranks have times, or they made few calls. */
    static CallWindow of(Verdict verdict) {
        Job job = verdict.job();
        Finding finding =
                verdict.findings().isEmpty() ? null : verdict.findings().get(0);
        Stream<Communicator> found = finding == null ? Stream.empty() : Stream.ofNullable(finding.communicator());
        Stream<Communicator> largest = job.communicators().stream()
                .sorted(Comparator.comparingInt(
                                (Communicator each) -> -each.memberships().size())
                        .thenComparing(CallWindow::mostCalls, Comparator.reverseOrder()))
                .limit(1);
        return Stream.concat(found, largest)
                .map(communicator -> of(job, communicator, finding))
                .filter(window -> window.members.size() > 1
                        && window.last - window.first + 1 >= Thresholds.FEWEST_STRAGGLER_STEPS)
                .findFirst()
                .orElse(null);
    }

    private static long mostCalls(Communicator communicator) {
        return communicator.memberships().values().stream()
                .mapToLong(member -> member.collectives().lastSequence())
                .max()
                .orElse(0);
    }

    private static CallWindow of(Job job, Communicator communicator, Finding finding) {
        List<Membership> members = communicator.memberships().values().stream()
                .filter(member -> isTimed(job, member))
                .toList();
        long first = Thresholds.WARM_UP_CALLS + 1;
        long last = Long.MAX_VALUE;
        for (Membership member : members) {
            first = Math.max(first, member.collectives().firstSequence());
            last = Math.min(last, member.collectives().lastSequence());
        }
        if (finding != null
                && finding.severity() != Severity.NOTE
                && communicator.equals(finding.communicator())
                && finding.sequence() > 0) {
            last = Math.min(last, finding.sequence() - 1);
        }
        return new CallWindow(communicator, members, Math.max(first, last - calls(job) + 1), last);
    }

    /** Returns how many calls of a lane are looked at, so that the work does not grow with the number of ranks. */
    static int calls(Job job) {
        return Math.max(
                Thresholds.FEWEST_LATE_STEP_CALLS,
                Math.min(
                        Thresholds.MOST_LATE_STEP_CALLS,
                        Thresholds.LATE_STEP_BUDGET / Math.max(1, job.ranks().size())));
    }

    /** Returns whether a rank's source holds times of its calls by one clock. */
    static boolean isTimed(Job job, Membership member) {
        Rank rank = job.rank(member.rank());
        CallSequence calls = member.collectives();
        return rank != null
                && rank.hasCallTimes()
                && calls.size() > 0
                && calls.isNumbered()
                && !calls.numberedUncertainly()
                && calls.enqueued(calls.size() - 1) != Call.NO_TIME;
    }

    /** Returns when a rank made a call, nanoseconds since the epoch; {@link Call#NO_TIME} where it did not, or the record is lost. */
    static long enqueued(Membership member, long sequence) {
        CallSequence calls = member.collectives();
        return calls.holds(sequence) ? calls.enqueued((int) (sequence - calls.firstSequence())) : Call.NO_TIME;
    }
}
