package dev.rollcall.analyzer.input.console;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallStack;

/** What the watchdogs of ranks, and their monitors, write of calls that take too long. Not thread-safe. */
final class WatchdogReports {
    private final ReportedRanks ranks;
    /** How many time-outs were read. */
    private int timeouts;

    /** Whether a rank began to count again, so that the job was started again though no line says so. */
    private boolean startedAgain;

    WatchdogReports(ReportedRanks ranks) {
        this.ranks = ranks;
    }

    /**
     * Adds a message.
     *
     * @param group the group that it names; null for none
     * @param found the call that took too long; null for none
     * @param counters how far the rank got in the group; null where it does not say
     * @param at when it was written
     */
    void add(int rank, GroupName.Member group, TimedOutCall found, GroupCounters counters, long at) {
        TimedOutCall call = found;
        long time = at;
        ReportedRank facts = ranks.of(rank);
        facts.last = Math.max(facts.last, time);
        timeouts += call == null ? 0 : 1;
        if (call != null && group == null) {
            facts.unassigned = call;
            facts.unassignedTime = time;
        }
        GroupFacts known = group == null ? null : ranks.of(rank, group.group());
        if (known == null) {
            return;
        }
        known.groupRank = group.rank();
        // The watchdog writes of the call first, and then the group and the same number.
        if (call == null
                && facts.unassigned != null
                && counters != null
                && counters.failed() == facts.unassigned.sequence()) {
            call = facts.unassigned;
            time = facts.unassignedTime;
            facts.unassigned = null;
        }
        if (call != null) {
            // Numbers only grow within one attempt.
            startedAgain |= known.call != null && call.sequence() < known.call.sequence();
            known.call(call, time);
        }
        known.counters = counters == null ? known.counters : counters;
    }

    /** Adds the stack of the call of which a rank's watchdog wrote last. */
    void add(int rank, FailedCallStack stack) {
        GroupFacts latest = null;
        for (GroupFacts group : ranks.of(rank).groups.values()) {
            if (group.call != null && (latest == null || group.callTime >= latest.callTime)) {
                latest = group;
            }
        }
        if (latest != null) {
            latest.stack = ranks.share(stack.stack(), CallStack.UNKNOWN);
        }
    }

    /** Returns the moment of the line that is just read. */
    Moment moment(long time) {
        return new Moment(time, timeouts);
    }

    /**
     * Forgets the ranks of which the last message is older than a call in which others wait, if the job was started again and no line
     * says so: the rank has written nothing in that attempt.
     */
    void dropEarlierAttempts() {
        if (startedAgain) {
            long begun = ranks.all().stream()
                    .mapToLong(ReportedRank::lastCallBegun)
                    .max()
                    .orElse(Call.NO_TIME);
            ranks.all().removeIf(facts -> facts.last != Call.NO_TIME && facts.last < begun);
        }
    }

    void restarted() {
        startedAgain = false;
    }
}
