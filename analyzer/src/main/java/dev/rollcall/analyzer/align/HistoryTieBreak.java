package dev.rollcall.analyzer.align;

import dev.rollcall.analyzer.model.InternTable;
import java.util.List;

/**
 * Tells which side of a difference kept its place where no majority does: the side whose call is what its own past says
 * comes next, while the other's is not.
 */
final class HistoryTieBreak {

    private HistoryTieBreak() {}

    /**
     * Returns the lane of the side that kept its place, of two sides that differ at a position; null where that cannot be
     * told. Asked where the sides' script says that they first differ, which may be before the position.
     */
    static RankClass keeper(List<List<RankClass>> groups, int position, CallTokens places) {
        if (groups.size() != 2) {
            return null;
        }
        RankClass one = RankClass.longest(groups.get(0));
        RankClass other = RankClass.longest(groups.get(1));
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
    static RankClass keeperOfOrder(RankClass one, RankClass other, Edit edit) {
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
    static boolean kept(RankClass lane, RankClass other, int position, int otherPosition, CallTokens places) {
        if (position >= lane.length() || otherPosition >= other.length()) {
            return false;
        }
        InternTable<Long> tokens = new InternTable<>();
        return manner(lane, position, places, tokens) == Predictability.KEPT
                && manner(other, otherPosition, places, tokens) == Predictability.OUT_OF_TURN
                && CallPredictor.settled(
                        past(other, otherPosition, places, tokens), token(other, otherPosition, places, tokens));
    }

    /** Returns how a lane's call at a position follows from what it called before. */
    static Predictability manner(RankClass lane, int position, CallTokens places, InternTable<Long> tokens) {
        CallPredictor habit = CallPredictor.of(past(lane, position, places, tokens));
        int token = token(lane, position, places, tokens);
        if (habit.agreed() && habit.expected(0) == token) {
            return Predictability.KEPT;
        }
        if (habit.calledBefore(token)) {
            return habit.agreed() ? Predictability.OUT_OF_TURN : Predictability.KNOWN;
        }
        return Predictability.NEW;
    }

    /** Returns the calls before a position as numbers, oldest first. */
    static int[] past(RankClass lane, int position, CallTokens places, InternTable<Long> tokens) {
        int[] past = new int[position];
        for (int i = 0; i < position; i++) {
            past[i] = token(lane, i, places, tokens);
        }
        return past;
    }

    /** Returns a number that stands for what is called at a position, and from where. */
    static int token(RankClass lane, int position, CallTokens places, InternTable<Long> tokens) {
        return tokens.id((long) lane.code(position) << 32 | (places == null ? 0 : places.at(lane, position)));
    }
}
