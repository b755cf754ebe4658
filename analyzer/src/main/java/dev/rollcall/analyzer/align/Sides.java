package dev.rollcall.analyzer.align;

import dev.rollcall.analyzer.model.Interned;
import java.util.List;

/**
 * Tells which side of a difference kept its place where no majority does: the side whose call is what its own past says
 * comes next, while the other's is not.
 */
final class Sides {

    private Sides() {}

    /** Returns whether the first of two groups kept its place and the second did not. */
    static boolean firstKept(List<List<Lane>> groups, int position, Places places) {
        return groups.size() == 2 && kept(groups.get(0).get(0), groups.get(1).get(0), position, position, places);
    }

    /** Returns whether the second of two groups kept its place and the first did not. */
    static boolean secondKept(List<List<Lane>> groups, int position, Places places) {
        return groups.size() == 2 && kept(groups.get(1).get(0), groups.get(0).get(0), position, position, places);
    }

    /** Returns whether a lane kept its place at a position and the other lane at its own position did not. */
    static boolean kept(Lane lane, Lane other, int position, int otherPosition, Places places) {
        Interned<Long> tokens = new Interned<>();
        Manner manner = manner(lane, position, places, tokens);
        Manner otherManner = manner(other, otherPosition, places, tokens);
        return manner.compareTo(Manner.KNOWN) >= 0 && otherManner.compareTo(Manner.KNOWN) < 0
                || manner == Manner.KEPT && otherManner != Manner.KEPT;
    }

    /** Returns how a lane's call at a position follows from what it called before. */
    static Manner manner(Lane lane, int position, Places places, Interned<Long> tokens) {
        Habit habit = Habit.of(past(lane, position, places, tokens));
        int token = token(lane, position, places, tokens);
        if (habit.known() && habit.expected(0) == token) {
            return Manner.KEPT;
        }
        if (habit.calledBefore(token)) {
            return habit.known() ? Manner.OUT_OF_TURN : Manner.KNOWN;
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
        return tokens.id((long) lane.code(position) << 32 | places.at(lane, position));
    }
}
