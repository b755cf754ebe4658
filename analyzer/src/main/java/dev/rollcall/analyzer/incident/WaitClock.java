package dev.rollcall.analyzer.incident;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.wait.Wait;
import java.util.Collection;

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
        return aligned.pace().age(wait) != Call.NO_TIME
                && aligned.job().rank(wait.rank()).heartbeat();
    }
}
