package dev.rollcall.analyzer.align;

import dev.rollcall.analyzer.model.Call;
import java.util.List;

/**
 * One side of a difference.
 *
 * @param ranks the global ranks that got to the place, ascending
 * @param rankClass what they called
 * @param position where in it the place is; its length where they lack a call at the end
 */
public record DifferenceSide(List<Integer> ranks, RankClass rankClass, int position) {

    public DifferenceSide {
        ranks = List.copyOf(ranks);
    }

    /** Returns the call at the place; null where there is none. */
    public Call call() {
        return position < rankClass.length() ? rankClass.call(position) : null;
    }
}
