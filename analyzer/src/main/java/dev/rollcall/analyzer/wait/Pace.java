package dev.rollcall.analyzer.wait;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.Thresholds;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * Whether a wait is longer than the job's own rhythm makes normal.
 *
 * <p>The rhythm is the longest time between two calls, or within one, among the last calls of a communicator, without the very
 * longest, which may be a wrong clock; the first calls, which set up connections, do not count. A wait is stuck when it has
 * lasted several times as long, and some seconds at least, or a watchdog has looked at it. Where no source tells when a rank was
 * last alive, no time has a present; then a rank is stuck when it waits for one that it hardly ever waited for. Where calls
 * have no times at all, nothing shows that a wait is long. Not safe for use by several threads.
 */
public final class Pace {
    private static final int MOST_RANKS = 32;

    private final Job job;
    private final long now;
    private final Map<Communicator, Long> rhythms = new IdentityHashMap<>();

    /** Reads the clocks of a job. */
    public Pace(Job job) {
        this.job = job;
        long latest = Call.NO_TIME;
        for (Rank rank : job.ranks()) {
            latest = Math.max(latest, rank.lastAlive());
        }
        this.now = latest;
    }

    /**
     * Returns how long a wait has lasted, in nanoseconds; {@link Call#NO_TIME} where unknown. Told by the waiting rank's own
     * signs of life: another's trace may have been read later, when this wait was long over.
     */
    public long age(Wait wait) {
        Rank rank = job.rank(wait.rank());
        if (rank == null || rank.lastAlive() == Call.NO_TIME || wait.call().enqueued() == Call.NO_TIME) {
            return Call.NO_TIME;
        }
        long last = rank.endTime();
        if (rank.ending().isStopped()) {
            last = Math.min(last, firstStop(wait));
        }
        return Math.max(0, last - wait.call().enqueued());
    }

    /** Of ranks that a timer of the job stops, the first leaves the others in a call for a moment, which shows no fault. */
    private long firstStop(Wait wait) {
        return wait.absent().stream()
                .map(job::rank)
                .filter(rank -> rank.ending().isStopped() && rank.endTime() != Call.NO_TIME)
                .mapToLong(Rank::endTime)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    /** Returns when any rank was last known to be alive; {@link Call#NO_TIME} where no source tells. */
    public long now() {
        return now;
    }

    /** Returns whether a wait has outlasted what is normal for this job. */
    public boolean stuck(Wait wait) {
        long age = age(wait);
        if (wait.joining()) {
            // Processes start as they start: only a long wait, or a watchdog's look, tells, and neither of a process
            // that may
            // still be starting.
            return (age > Thresholds.SHORTEST_STUCK_JOINING || age > 0 && watched(wait)) && !awaitsStart(wait);
        }
        if (age == Call.NO_TIME) {
            return wait.call().enqueued() != Call.NO_TIME && Lateness.unusual(wait);
        }
        long longest = rhythms.computeIfAbsent(wait.communicator(), Pace::longest);
        if (watched(wait) && age > Thresholds.STUCK_TIMES_LONGEST_WATCHED * longest) {
            return true;
        }
        return age > normal(longest);
    }

    /**
     * Returns whether a rank that others wait for, and that waits for nobody, may be only at something that takes longer than
     * all before, as a first checkpoint does: it still gave signs of life at the end, no watchdog looked at either since, and
     * the wait is shorter than a watchdog's usual patience.
     */
    public boolean maybeBusy(int awaited, Wait wait) {
        Rank rank = job.rank(awaited);
        return rank != null
                && (rank.ending().isAlive() || rank.ending().isStopped())
                && now - rank.lastAlive() <= Thresholds.SIGN_OF_LIFE
                && age(wait) != Call.NO_TIME
                && age(wait) < Thresholds.LONGEST_BUSY
                && !watched(wait)
                && !lookedAt(rank, wait.call());
    }

    /** Returns how long, in nanoseconds, a wait on a communicator may last and mean nothing. */
    static long normal(Communicator communicator) {
        return normal(longest(communicator));
    }

    private static long normal(long longest) {
        return Math.max(Thresholds.SHORTEST_STUCK, Thresholds.STUCK_TIMES_LONGEST * longest);
    }

    /** Returns whether a wait may end by itself when a process has started: no other one that it waits for has ended. */
    private boolean awaitsStart(Wait wait) {
        return wait.absent().stream().anyMatch(job::starting)
                && wait.absent().stream()
                        .noneMatch(rank -> job.rank(rank).ending().hasEnded());
    }

    private boolean watched(Wait wait) {
        Rank rank = job.rank(wait.rank());
        return rank != null && lookedAt(rank, wait.call());
    }

    private static boolean lookedAt(Rank rank, Call call) {
        return rank.threads().stream().anyMatch(thread -> thread.time() > call.enqueued());
    }

    /** Returns the longest time on a communicator that two times of it agree on; what one alone shows may be a wrong clock. */
    private static long longest(Communicator communicator) {
        long[] longest = {0, 0};
        int ranks = 0;
        for (Membership member : communicator.memberships().values()) {
            addLongest(member.collectives(), longest);
            if (++ranks == MOST_RANKS) {
                break;
            }
        }
        return ranks > 1 ? longest[1] : longest[0];
    }

    /** Adds the times between calls and within calls of one rank to the longest and the second longest. A call that failed had waited in vain. */
    private static void addLongest(CallSequence calls, long[] longest) {
        long before = Call.NO_TIME;
        for (int i = Math.max(Thresholds.WARM_UP_CALLS, calls.size() - Thresholds.RHYTHM_CALLS);
                i < calls.size();
                i++) {
            long issued = calls.enqueued(i);
            long completed = calls.completed(i);
            if (before != Call.NO_TIME && issued != Call.NO_TIME) {
                add(issued - before, longest);
            }
            before = calls.state(i) == CallState.FAILED ? Call.NO_TIME : issued;
            if (completed != Call.NO_TIME
                    && issued != Call.NO_TIME
                    && !calls.state(i).pending()
                    && calls.state(i) != CallState.FAILED) {
                add(completed - issued, longest);
            }
        }
    }

    private static void add(long time, long[] longest) {
        longest[1] = Math.max(longest[1], Math.min(longest[0], time));
        longest[0] = Math.max(longest[0], time);
    }
}
