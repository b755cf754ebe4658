package dev.rollcall.analyzer.align;

import dev.rollcall.analyzer.model.CodeStructure;
import dev.rollcall.analyzer.model.Frame;
import java.util.List;
import java.util.Optional;

/** Asks the code which side of a difference left, where neither a majority nor a habit tells: the one behind a condition. */
final class CodeSides {
    private final CodeStructure code;
    private final Places places;

    CodeSides(CodeStructure code, Places places) {
        this.code = code;
        this.places = places;
    }

    /** Returns the numbers of the places of calls. */
    Places places() {
        return places;
    }

    /** Returns the lane of the side that kept its place, of two sides that differ at a position; null where that cannot be told. */
    Lane keeper(List<List<Lane>> groups, int position) {
        Lane kept = Sides.keeper(groups, position, places);
        if (kept != null || groups.size() != 2) {
            return kept;
        }
        Lane one = Lane.longest(groups.get(0));
        Lane other = Lane.longest(groups.get(1));
        Edit edit = FirstEdit.of(other, one, position, places);
        if (left(other, edit.at(), one, edit.there())) {
            return one;
        }
        return left(one, edit.there(), other, edit.at()) ? other : null;
    }

    /** Returns whether a lane's call stands behind a condition at which ranks part, and the other lane's is made by all. */
    boolean left(Lane lane, int position, Lane other, int otherPosition) {
        return madeByAll(lane, position).equals(Optional.of(false))
                && madeByAll(other, otherPosition).equals(Optional.of(true));
    }

    private Optional<Boolean> madeByAll(Lane lane, int position) {
        if (position >= lane.length() || lane.lost(position)) {
            return Optional.empty();
        }
        List<Frame> way = lane.call(position).stack().way();
        return way.isEmpty() ? Optional.empty() : code.madeByAll(way);
    }
}
