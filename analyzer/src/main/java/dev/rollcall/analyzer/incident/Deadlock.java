package dev.rollcall.analyzer.incident;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.wait.Wait;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Whether ranks that wait for each other are stuck for good.
 *
 * <p>Clocks decide. Without clocks, the order of calls decides: two ranks that each made another of two collectives first are
 * deadlocked. A send or receive may be posted long before its rank waits for it, so a cycle with messages also needs a rank that
 * left its own history.
 */
final class Deadlock {
    private final AlignedJob aligned;
    private final List<Wait> waits;
    private final boolean timeless;

    private Deadlock(Set<Integer> cycle, AlignedJob aligned) {
        Map<Integer, Wait> all = aligned.waits().waits();
        this.aligned = aligned;
        this.waits = cycle.stream().map(all::get).toList();
        this.timeless = waits.stream().anyMatch(wait -> aligned.pace().age(wait) == Call.NO_TIME)
                && (waits.stream().noneMatch(Wait::pointToPoint)
                        || !aligned.divergences().fromOwnHistory(cycle).isEmpty());
    }

    /** Examines ranks that wait for each other, directly or through others of the set. */
    static Deadlock of(Set<Integer> cycle, AlignedJob aligned) {
        return new Deadlock(cycle, aligned);
    }

    /** Returns whether all of them are stuck; false for an empty set. */
    boolean whole() {
        return !waits.isEmpty() && waits.stream().allMatch(wait -> FailureOrigin.timedOut(wait) || holds(wait));
    }

    /** Returns whether one of their waits cannot end by itself. */
    boolean holds(Wait wait) {
        return aligned.pace().stuck(wait)
                || timeless && !wait.joining() && aligned.pace().age(wait) == Call.NO_TIME;
    }
}
