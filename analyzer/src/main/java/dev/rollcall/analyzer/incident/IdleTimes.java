package dev.rollcall.analyzer.incident;

import dev.rollcall.analyzer.incident.LateSteps.Step;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.Signature;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * For how long ranks are in no call before they make one, in nanoseconds. Who comes late because it waited for a third itself,
 * in a pipeline or a smaller group, is not slow, and neither is a root whose data takes its time to arrive. Not thread-safe.
 */
final class IdleTimes {
    private static final int MOST_OTHERS = 15;

    private final Job job;
    private Map<Integer, List<Membership>> memberships;

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
        for (Membership member : memberships().getOrDefault(rank, List.of())) {
            last = Math.max(last, lastEvent(member.collectives(), issued));
            last = Math.max(last, lastEvent(member.pointToPoint(), issued));
        }
        return last == Call.NO_TIME ? 0 : issued - last;
    }

    /** Returns the memberships by rank: a job has too many communicators to go through all of them for each step. */
    private Map<Integer, List<Membership>> memberships() {
        if (memberships == null) {
            memberships = job.communicators().stream()
                    .flatMap(communicator -> communicator.memberships().values().stream())
                    .collect(Collectors.groupingBy(Membership::rank));
        }
        return memberships;
    }

    /** Returns when a rank last issued a call or saw one end before a time; {@link Call#NO_TIME} where it did neither. */
    private static long lastEvent(CallSequence calls, long time) {
        int last = calls.issuedBefore(time) - 1;
        if (last < 0) {
            return Call.NO_TIME;
        }
        // A root is through at once, and may be so long before the others.
        Signature asked = calls.signature(last);
        boolean waits = asked.traits().awaitsOthers();
        long ended = calls.completed(last);
        return waits && ended != Call.NO_TIME && ended <= time ? ended : calls.enqueued(last);
    }
}
