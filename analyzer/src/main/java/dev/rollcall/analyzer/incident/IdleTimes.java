package dev.rollcall.analyzer.incident;

import dev.rollcall.analyzer.incident.LateSteps.Step;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.Signature;
import java.util.Arrays;

/**
 * For how long ranks are in no call before they make one, in nanoseconds. Who comes late because it waited for a third itself,
 * in a pipeline or a smaller group, is not slow, and neither is a root whose data takes its time to arrive.
 */
final class IdleTimes {
    private static final int MOST_OTHERS = 15;

    private final Job job;

    IdleTimes(Job job) {
        this.job = job;
    }

    /** Returns by how much longer the rank of a step was in no call before it than the middle one of some of the others. */
    long longerThanOthers(Communicator communicator, Step step) {
        long sequence = step.calls().firstSequence() + step.index();
        long[] others = communicator.memberships().values().stream()
                .filter(member -> member.rank() != step.rank())
                .limit(MOST_OTHERS)
                .mapToLong(member -> {
                    CallSequence calls = member.collectives();
                    return before(member.rank(), calls.enqueued((int) (sequence - calls.firstSequence())));
                })
                .toArray();
        Arrays.sort(others);
        return before(step.rank(), step.issued()) - others[others.length / 2];
    }

    private long before(int rank, long issued) {
        long last = Call.NO_TIME;
        for (Communicator communicator : job.communicators()) {
            Membership member = communicator.memberships().get(rank);
            if (member != null) {
                last = Math.max(last, lastEvent(member.collectives(), issued));
                last = Math.max(last, lastEvent(member.pointToPoint(), issued));
            }
        }
        return last == Call.NO_TIME ? 0 : issued - last;
    }

    /** Returns when a rank last issued a call or saw one end before a time; {@link Call#NO_TIME} where it did neither. */
    private static long lastEvent(CallSequence calls, long time) {
        int low = 0;
        int high = calls.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (calls.enqueued(middle) < time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        if (low == 0) {
            return Call.NO_TIME;
        }
        // A root is through at once, and may be so long before the others.
        Signature asked = calls.signature(low - 1);
        boolean waits = asked.traits().awaitsOthers();
        long ended = calls.completed(low - 1);
        return waits && ended != Call.NO_TIME && ended <= time ? ended : calls.enqueued(low - 1);
    }
}
