package dev.rollcall.analyzer.incident;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.wait.Wait;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Whether ranks that wait for each other do so for good. Immutable.
 *
 * <p>The age of their waits decides. Where a source shows no age, the order of the calls does: two ranks make collectives on two
 * communicators in different orders. A send or receive may be posted long before its peer is due, so messages prove a cycle only
 * together with a rank that departed from its own history.
 */
final class StuckCycle {
    private final AlignedJob aligned;
    private final List<Wait> waits;
    private final boolean timeless;

    private StuckCycle(Set<Integer> cycle, AlignedJob aligned) {
        Map<Integer, Wait> all = aligned.waits().waits();
        this.aligned = aligned;
        this.waits = cycle.stream().map(all::get).toList();
        this.timeless = waits.stream().anyMatch(wait -> aligned.pace().age(wait) == Call.NO_TIME)
                && (waits.stream().noneMatch(Wait::pointToPoint)
                        || !aligned.divergences().fromOwnHistory(cycle).isEmpty());
    }

    /** Makes one of ranks each of which waits for the others. */
    static StuckCycle of(Set<Integer> cycle, AlignedJob aligned) {
        return new StuckCycle(cycle, aligned);
    }

    /** Returns whether all of them are stuck; false for no ranks. */
    boolean whole() {
        return !waits.isEmpty() && waits.stream().allMatch(wait -> FailureOrigin.timedOut(wait) || holds(wait));
    }

    /** Returns whether a wait of one of them does not end by itself. */
    boolean holds(Wait wait) {
        return aligned.pace().stuck(wait)
                || timeless && !wait.joining() && aligned.pace().age(wait) == Call.NO_TIME;
    }
}
