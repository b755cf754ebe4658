package dev.rollcall.analyzer.align;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Interned;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Gathers the facts of a difference once it is known where it is. */
final class Facts {
    private static final int MOST_AHEAD = 256;

    private final Communicator communicator;
    private final Places places;

    Facts(Communicator communicator, Places places) {
        this.communicator = communicator;
        this.places = places;
    }

    /**
     * Who leaves whom.
     *
     * @param leaving the lanes that leave
     * @param staying the lanes that stay
     * @param own the one of those that leave that is compared
     * @param reference the one of those that stay that it is compared with
     */
    record Leaving(List<Lane> leaving, List<Lane> staying, Lane own, Lane reference) {

        /** Returns the same as the other side sees it. */
        Leaving mirrored() {
            return new Leaving(staying, leaving, reference, own);
        }
    }

    /** Describes one difference. */
    Difference describe(Leaving who, Edit edit, boolean sided, boolean majority) {
        Lane own = who.own();
        Lane reference = who.reference();
        Interned<Long> tokens = new Interned<>();
        int at = edit.at();
        int there = edit.there();
        Habit habit = Habit.of(Sides.past(reference, there, places, tokens));
        int call = at < own.length() ? Sides.token(own, at, places, tokens) : -1;
        int othersCall = there < reference.length() ? Sides.token(reference, there, places, tokens) : -1;
        Manner othersManner = othersCall < 0 ? Manner.NEW : Sides.manner(reference, there, places, tokens);
        int ahead = edit.shape() == Shape.OPEN ? ahead(own, at, reference, there, tokens) : 0;
        int missing = edit.shape() == Shape.MISSING ? edit.length() : ahead;
        Call mine = at < own.length() ? own.call(at) : null;
        Call theirs = there < reference.length() ? reference.call(there) : null;
        boolean both = mine != null && theirs != null;
        return new Difference(
                communicator,
                ranks(who.leaving(), at),
                ranks(who.staying(), there),
                sided,
                majority,
                own,
                at,
                reference,
                there,
                edit.shape(),
                edit.length(),
                ahead,
                missing > 0 && wholeTurns(reference, there, missing, tokens),
                call < 0 ? Manner.NEW : Sides.manner(own, at, places, tokens),
                othersManner,
                habit.turn(),
                habit.turn() > 0 ? habit.turnBegins() : othersManner == Manner.KNOWN,
                othersCall < 0 ? 0 : habit.timesInTurn(othersCall),
                call >= 0 && habit.calledBefore(call),
                both ? Comparability.differences(mine.signature(), theirs.signature()) : Set.of(),
                both && places.at(own, at) != Places.UNKNOWN && places.at(own, at) == places.at(reference, there));
    }

    /** How many calls after their own at a position the others make, or by their habit will make, the lane's call. */
    private int ahead(Lane own, int at, Lane reference, int there, Interned<Long> tokens) {
        if (at >= own.length()) {
            return 0;
        }
        int call = Sides.token(own, at, places, tokens);
        int made = reference.length();
        for (int i = there + 1; i < Math.min(made, there + MOST_AHEAD); i++) {
            if (Sides.token(reference, i, places, tokens) == call) {
                return i - there;
            }
        }
        Habit habit = Habit.of(Sides.past(reference, made, places, tokens));
        if (!habit.known() || there >= made) {
            return 0;
        }
        for (int i = made; i < there + MOST_AHEAD; i++) {
            if (habit.expected(i - made) == call) {
                return i - there;
            }
        }
        return 0;
    }

    /** Whether the calls from a position on repeat those just before, so that they are turns of a loop. */
    private boolean wholeTurns(Lane reference, int there, int length, Interned<Long> tokens) {
        int made = Math.min(reference.length(), there + length);
        int[] stretch = new int[there + length];
        System.arraycopy(Sides.past(reference, made, places, tokens), 0, stretch, 0, made);
        if (made < there + length) {
            Habit habit = Habit.of(Sides.past(reference, made, places, tokens));
            for (int i = made; i < there + length; i++) {
                stretch[i] = habit.expected(i - made);
            }
        }
        for (int turn = 1; turn <= length; turn++) {
            boolean afterTurns = turn <= there && repeats(stretch, there, turn);
            boolean severalTurns = turn < length && repeats(stretch, there + turn, turn);
            if (length % turn == 0 && (afterTurns || severalTurns)) {
                return true;
            }
        }
        return false;
    }

    private static boolean repeats(int[] calls, int from, int turn) {
        for (int i = from; i < calls.length; i++) {
            if (calls[i] != calls[i - turn]) {
                return false;
            }
        }
        return true;
    }

    private static List<Integer> ranks(List<Lane> lanes, int position) {
        TreeSet<Integer> ranks = new TreeSet<>();
        lanes.stream().filter(lane -> lane.length() > position).forEach(lane -> ranks.addAll(lane.ranks()));
        if (ranks.isEmpty()) {
            lanes.forEach(lane -> ranks.addAll(lane.ranks()));
        }
        return List.copyOf(ranks);
    }
}
