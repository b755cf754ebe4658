package dev.rollcall.analyzer.incident;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.wait.Wait;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Whether ranks that wait for each other do so for good.
 *
 * <p>Time tells, and where no source tells since when a rank waits, the order of calls does: of two collectives on two
 * communicators each of two ranks made another one first. A send or a receive may be posted long before anybody waits for it,
 * so there it takes a rank that left its own way.
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

    /** Looks at ranks of which each waits for all others. */
    static Deadlock of(Set<Integer> cycle, AlignedJob aligned) {
        return new Deadlock(cycle, aligned);
    }

    /** Returns whether all of them are stuck; never of nobody. */
    boolean whole() {
        return !waits.isEmpty() && waits.stream().allMatch(wait -> FailureOrigin.timedOut(wait) || holds(wait));
    }

    /** Returns whether one of their waits does not end by itself. */
    boolean holds(Wait wait) {
        return aligned.pace().stuck(wait)
                || timeless && !wait.joining() && aligned.pace().age(wait) == Call.NO_TIME;
    }
}
