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
     * Returns the rankClass of the side that kept its place, of two sides that differ at a position; null where that cannot be
     * told. Asked where the sides' script says that they first differ, which may be before the position.
     */
    static RankClass keeper(List<List<RankClass>> groups, int position, CallTokens paths) {
        if (groups.size() != 2) {
            return null;
        }
        RankClass one = RankClass.longest(groups.get(0));
        RankClass other = RankClass.longest(groups.get(1));
        Edit edit = FirstEdit.of(other, one, position, paths);
        if (kept(one, other, edit.there(), edit.at(), paths)) {
            return one;
        }
        return kept(other, one, edit.at(), edit.there(), paths) ? other : null;
    }

    /**
     * Returns the rankClass that kept the order of two calls which it long had, of two that make them in different orders, by what they
     * ask for, from wherever they come: who turns two calls around may do so in lines of its own. Null where that cannot be told.
     */
    static RankClass keeperOfOrder(RankClass one, RankClass other, Edit edit) {
        if (kept(one, other, edit.there(), edit.at(), null)) {
            return one;
        }
        return kept(other, one, edit.at(), edit.there(), null) ? other : null;
    }

    /**
     * Returns whether a rankClass kept its place at a position and the other rankClass, at its own position, broke a habit that it long had.
     * A call that it never made before breaks none: it may be the first of those that come round once in many turns.
     *
     * @param places null where calls are told by what they ask for alone
     */
    static boolean kept(RankClass rankClass, RankClass other, int position, int otherPosition, CallTokens paths) {
        if (position >= rankClass.length() || otherPosition >= other.length()) {
            return false;
        }
        InternTable<Long> tokens = new InternTable<>();
        return predictability(rankClass, position, paths, tokens) == Predictability.KEPT
                && predictability(other, otherPosition, paths, tokens) == Predictability.OUT_OF_TURN
                && CallPredictor.settled(
                        past(other, otherPosition, paths, tokens), token(other, otherPosition, paths, tokens));
    }

    /** Returns how a rankClass's call at a position follows from what it called before. */
    static Predictability predictability(
            RankClass rankClass, int position, CallTokens paths, InternTable<Long> tokens) {
        CallPredictor predictor = CallPredictor.of(past(rankClass, position, paths, tokens));
        int token = token(rankClass, position, paths, tokens);
        if (predictor.agreed() && predictor.expected(0) == token) {
            return Predictability.KEPT;
        }
        if (predictor.calledBefore(token)) {
            return predictor.agreed() ? Predictability.OUT_OF_TURN : Predictability.KNOWN;
        }
        return Predictability.NEW;
    }

    /** Returns the calls before a position as numbers, oldest first. */
    static int[] past(RankClass rankClass, int position, CallTokens paths, InternTable<Long> tokens) {
        int[] past = new int[position];
        for (int i = 0; i < position; i++) {
            past[i] = token(rankClass, i, paths, tokens);
        }
        return past;
    }

    /** Returns a number that stands for what is called at a position, and from where. */
    static int token(RankClass rankClass, int position, CallTokens paths, InternTable<Long> tokens) {
        return tokens.id((long) rankClass.code(position) << 32 | (paths == null ? 0 : paths.at(rankClass, position)));
    }
}
