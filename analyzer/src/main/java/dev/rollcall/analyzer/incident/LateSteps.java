package dev.rollcall.analyzer.incident;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.Thresholds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The rank that came last to each of the newest calls of a communicator, and how late it was. Calls are kept apart by their
 * place in the loop: a rank that is slow in one part of a step is last in that part's call alone. Stateless and thread-safe.
 */
final class LateSteps {
    private static final int MOST_RANKS = 1024;

    private LateSteps() {}

    /**
     * One call of all ranks.
     *
     * @param rank the global rank that waited least in the call: it came last
     * @param late how much less it waited, in nanoseconds, than the median rank, or, where a rank need not wait for all, than any
     *     other. An overlap is subtracted: if a rank made its next call before the source noticed the end of this one, that end
     *     is too late by as much
     * @param calls the rank's calls
     * @param index the call's index among them
     */
    record Step(int rank, long late, CallSequence calls, int index) {
        long issued() {
            return calls.enqueued(index);
        }

        Call call() {
            return calls.call(index);
        }
    }

    /** Where a call stands in the loop. */
    private record Place(int signature, int site) {
        /** Written out: a record's own is linked at its first use, which costs more than the comparison of a small job. */
        @Override
        public boolean equals(Object other) {
            return other instanceof Place that && signature == that.signature && site == that.site;
        }

        @Override
        public int hashCode() {
            return 31 * signature + site;
        }
    }

    /**
     * Returns the newest calls that all members entered and left, oldest first, by their place in the loop.
     *
     * @param start the sequence number before which no call is looked at
     * @param ranks how many ranks the job has
     */
    static Collection<List<Step>> of(Communicator communicator, long start, int ranks) {
        List<Membership> members = List.copyOf(communicator.memberships().values());
        if (members.size() < Thresholds.FEWEST_STRAGGLER_RANKS || members.size() > MOST_RANKS) {
            return List.of();
        }
        int window = Math.max(
                Thresholds.FEWEST_LATE_STEP_CALLS,
                Math.min(Thresholds.MOST_LATE_STEP_CALLS, Thresholds.LATE_STEP_BUDGET / ranks));
        long end = members.stream()
                .mapToLong(member -> member.collectives().lastSequence())
                .min()
                .orElse(0);
        long held = members.stream()
                .mapToLong(member -> member.collectives().firstSequence())
                .max()
                .orElse(0);
        Map<Place, List<Step>> places = new LinkedHashMap<>();
        CallSequence one = members.get(0).collectives();
        for (long sequence = Math.max(Math.max(start + 1, held), end - window + 1); sequence <= end; sequence++) {
            Step step = step(members, sequence);
            if (step != null) {
                int index = (int) (sequence - one.firstSequence());
                places.computeIfAbsent(
                                new Place(one.signatureNumber(index), one.siteNumber(index)), its -> new ArrayList<>())
                        .add(step);
            }
        }
        return places.values();
    }

    private static Step step(List<Membership> members, long sequence) {
        long[] waits = new long[members.size()];
        int least = -1;
        long overlap = 0;
        for (int i = 0; i < waits.length; i++) {
            CallSequence calls = members.get(i).collectives();
            int index = (int) (sequence - calls.firstSequence());
            if (calls.state(index) != CallState.COMPLETED) {
                return null;
            }
            long issued = calls.enqueued(index);
            long completed = calls.completed(index);
            if (issued == Call.NO_TIME || completed == Call.NO_TIME) {
                return null;
            }
            waits[i] = completed - issued;
            overlap = Math.max(overlap, index + 1 < calls.size() ? completed - calls.enqueued(index + 1) : 0);
            least = least < 0 || waits[i] < waits[least] ? i : least;
        }
        Membership first = members.get(least);
        CallSequence calls = first.collectives();
        int index = (int) (sequence - calls.firstSequence());
        boolean awaitsAll = calls.signature(index).traits().awaitsAll();
        Arrays.sort(waits);
        return new Step(first.rank(), waits[awaitsAll ? waits.length / 2 : 1] - waits[0] - overlap, calls, index);
    }
}
