package dev.rollcall.analyzer.align;

import dev.rollcall.analyzer.model.Interned;
import java.util.List;

/**
 * Tells which side of a difference kept its place where no majority does: the side whose call is what its own past says
 * comes next, while the other's is not.
 */
final class Sides {

    private Sides() {}

    /**
     * Returns the lane of the side that kept its place, of two sides that differ at a position; null where that cannot be
     * told. Asked where the sides' script says that they first differ, which may be before the position.
     */
    static Lane keeper(List<List<Lane>> groups, int position, Places places) {
        if (groups.size() != 2) {
            return null;
        }
        Lane one = Lane.longest(groups.get(0));
        Lane other = Lane.longest(groups.get(1));
        Edit edit = FirstEdit.of(other, one, position, places);
        if (kept(one, other, edit.there(), edit.at(), places)) {
            return one;
        }
        return kept(other, one, edit.at(), edit.there(), places) ? other : null;
    }

    /**
     * Returns the lane that kept the order of two calls which it long had, of two that make them in different orders, by what they
     * ask for, from wherever they come: who turns two calls around may do so in lines of its own. Null where that cannot be told.
     */
    static Lane keeperOfOrder(Lane one, Lane other, Edit edit) {
        if (kept(one, other, edit.there(), edit.at(), null)) {
            return one;
        }
        return kept(other, one, edit.at(), edit.there(), null) ? other : null;
    }

    /**
     * Returns whether a lane kept its place at a position and the other lane, at its own position, broke a habit that it long had.
     * A call that it never made before breaks none: it may be the first of those that come round once in many turns.
     *
     * @param places null where calls are told by what they ask for alone
     */
    static boolean kept(Lane lane, Lane other, int position, int otherPosition, Places places) {
        if (position >= lane.length() || otherPosition >= other.length()) {
            return false;
        }
        Interned<Long> tokens = new Interned<>();
        return manner(lane, position, places, tokens) == Manner.KEPT
                && manner(other, otherPosition, places, tokens) == Manner.OUT_OF_TURN
                && Habit.settled(
                        past(other, otherPosition, places, tokens), token(other, otherPosition, places, tokens));
    }

    /** Returns how a lane's call at a position follows from what it called before. */
    static Manner manner(Lane lane, int position, Places places, Interned<Long> tokens) {
        Habit habit = Habit.of(past(lane, position, places, tokens));
        int token = token(lane, position, places, tokens);
        if (habit.agreed() && habit.expected(0) == token) {
            return Manner.KEPT;
        }
        if (habit.calledBefore(token)) {
            return habit.agreed() ? Manner.OUT_OF_TURN : Manner.KNOWN;
        }
        return Manner.NEW;
    }

    /** Returns the calls before a position as numbers, oldest first. */
    static int[] past(Lane lane, int position, Places places, Interned<Long> tokens) {
        int[] past = new int[position];
        for (int i = 0; i < position; i++) {
            past[i] = token(lane, i, places, tokens);
        }
        return past;
    }

    /** Returns a number that stands for what is called at a position, and from where. */
    static int token(Lane lane, int position, Places places, Interned<Long> tokens) {
        return tokens.id((long) lane.code(position) << 32 | (places == null ? 0 : places.at(lane, position)));
    }
}
