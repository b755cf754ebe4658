package dev.rollcall.analyzer.wait;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.Thresholds;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * Whether a rank was seen for long enough that its absence from a call means anything. A living job's traces are copied
 * one host after the other: a rank that had not come when its trace was copied may have come a moment later. Not safe for
 * use by several threads.
 */
final class LastSight {
    private final Job job;
    private final long now;
    private final Map<Communicator, Long> normal = new IdentityHashMap<>();

    LastSight(Job job) {
        this.job = job;
        this.now = job.ranks().stream().mapToLong(Rank::lastAlive).max().orElse(Call.NO_TIME);
    }

    /**
     * Returns whether the trace of a rank that had not died ends well before the others', and before others had waited for it
     * in a call for longer than the communicator's rhythm makes normal.
     */
    boolean tooEarly(int number, Communicator communicator, Call call) {
        Rank rank = job.rank(number);
        return rank != null
                && (rank.ending().isAlive() || rank.ending().isStopped() && !job.isStoppedAlone(rank))
                && rank.lastAlive() != Call.NO_TIME
                && call.enqueued() != Call.NO_TIME
                && now - rank.lastAlive() > Thresholds.SIGN_OF_LIFE
                && rank.lastAlive() - call.enqueued() < normal.computeIfAbsent(communicator, Pace::normal);
    }
}
