package dev.rollcall.analyzer.incident;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.wait.Wait;
import java.util.Collection;
import java.util.Objects;

/**
 * What clocks say about ranks that wait together. Only a source that shows when it was written proves that a wait is young:
 * an age that ends with the last recorded event is the least that it can be.
 */
public final class WaitClock {
    private WaitClock() {}

    /** Returns {@link Fact#FROZEN}, {@link Fact#RUNNING} or {@link Fact#UNDATED}. */
    public static Fact of(Collection<Wait> waits, AlignedJob aligned) {
        if (waits.stream()
                .anyMatch(wait -> FailureOrigin.timedOut(wait) || aligned.pace().stuck(wait))) {
            return Fact.FROZEN;
        }
        return waits.stream().allMatch(wait -> dated(wait, aligned)) ? Fact.RUNNING : Fact.UNDATED;
    }

    private static boolean dated(Wait wait, AlignedJob aligned) {
        return aligned.pace().age(wait) != Call.NO_TIME && !logged(wait.rank(), aligned);
    }

    /** Whether a rank's source is a log, which ends with its last call: how long ago that was is unknown. */
    private static boolean logged(int rank, AlignedJob aligned) {
        return aligned.job().rank(rank).ending().isUnknown()
                && aligned.job().communicators().stream()
                        .map(communicator -> communicator.memberships().get(rank))
                        .filter(Objects::nonNull)
                        .allMatch(WaitClock::issuedOnly);
    }

    private static boolean issuedOnly(Membership member) {
        return issuedOnly(member.collectives()) && issuedOnly(member.pointToPoint());
    }

    private static boolean issuedOnly(CallSequence calls) {
        for (int i = 0; i < calls.size(); i++) {
            if (calls.state(i) != CallState.UNKNOWN && calls.state(i) != CallState.ENQUEUED) {
                return false;
            }
        }
        return true;
    }
}
