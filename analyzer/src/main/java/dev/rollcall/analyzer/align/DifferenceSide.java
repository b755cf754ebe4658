package dev.rollcall.analyzer.align;

import dev.rollcall.analyzer.model.Call;
import java.util.List;

/**
 * One side of a difference. Immutable.
 *
 * @param ranks the global ranks that reached the place, ascending; all ranks of the side where none did
 * @param rankClass the one of the side's rank classes that was compared; the others of the side agree with it or end earlier
 * @param position the place in those calls, from 0; their length where the class ends before a call
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
