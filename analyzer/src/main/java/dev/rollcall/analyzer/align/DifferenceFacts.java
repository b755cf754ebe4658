package dev.rollcall.analyzer.align;

import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.Thresholds;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Gathers the facts of a difference once it is known where it is. */
final class DifferenceFacts {
    private final Communicator communicator;
    private final CallTokens places;

    DifferenceFacts(Communicator communicator, CallTokens places) {
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
    record Leaving(List<RankClass> leaving, List<RankClass> staying, RankClass own, RankClass reference) {

        /** Returns the same as the other side sees it. */
        Leaving mirrored() {
            return new Leaving(staying, leaving, reference, own);
        }
    }

    /** Describes one difference. */
    CallDifference describe(Leaving who, Edit edit, boolean sided) {
        RankClass own = who.own();
        RankClass reference = who.reference();
        int at = edit.at();
        int there = edit.there();
        boolean both = at < own.length() && there < reference.length();
        return new CallDifference(
                communicator,
                new DifferenceSide(ranks(who.leaving(), at), own, at),
                new DifferenceSide(ranks(who.staying(), there), reference, there),
                sided,
                edit.shape(),
                edit.length(),
                rhythm(own, reference, edit),
                both ? SignatureMatcher.differences(own.asked(at), reference.asked(there)) : Set.of(),
                both && places.at(own, at) != CallTokens.UNKNOWN && places.at(own, at) == places.at(reference, there));
    }

    private HistoryComparison rhythm(RankClass own, RankClass reference, Edit edit) {
        InternTable<Long> tokens = new InternTable<>();
        int at = edit.at();
        int there = edit.there();
        CallPredictor habit = CallPredictor.of(HistoryTieBreak.past(reference, there, places, tokens));
        int othersCall = there < reference.length() ? HistoryTieBreak.token(reference, there, places, tokens) : -1;
        Predictability othersManner =
                othersCall < 0 ? Predictability.NEW : HistoryTieBreak.manner(reference, there, places, tokens);
        int ahead = edit.shape() == EditKind.OPEN ? ahead(own, at, reference, there, tokens) : 0;
        int missing = edit.shape() == EditKind.MISSING ? edit.length() : ahead;
        boolean foretold = ahead > 0 && there + ahead >= reference.length();
        return new HistoryComparison(
                at < own.length() ? HistoryTieBreak.manner(own, at, places, tokens) : Predictability.NEW,
                othersManner,
                habit.turn(),
                habit.turn() > 0 ? turnBegins(habit, reference, there) : othersManner == Predictability.KNOWN,
                othersCall < 0 ? 0 : habit.timesInTurn(othersCall),
                ahead,
                foretold ? steps(own, at, othersCall, tokens) : 0,
                missing > 0 && wholeTurns(reference, there, missing, habit.turn(), tokens),
                resumes(own, at, othersCall, tokens));
    }

    /**
     * Whether a lane's call at a position begins a turn of its loop. Where the lane's beginning is overwritten, its past does
     * not tell where turns begin, but a line above the one before in one method does.
     */
    private static boolean turnBegins(CallPredictor habit, RankClass reference, int there) {
        if (habit.turn() == 1 || reference.sequence(0) == 1 || there == 0 || there >= reference.length()) {
            return habit.turnBegins();
        }
        return habit.turnBegins()
                || reference
                        .call(there)
                        .stack()
                        .isAbove(reference.call(there - 1).stack());
    }

    /** How many calls after their own at a position the others make, or by their habit will make, the lane's call. */
    private int ahead(RankClass own, int at, RankClass reference, int there, InternTable<Long> tokens) {
        if (at >= own.length()) {
            return 0;
        }
        int call = HistoryTieBreak.token(own, at, places, tokens);
        int made = reference.length();
        int steps = steps(reference, there, call, tokens);
        if (steps > 0) {
            return steps;
        }
        CallPredictor habit = CallPredictor.of(HistoryTieBreak.past(reference, made, places, tokens));
        if (!habit.known() || there >= made) {
            return 0;
        }
        for (int i = made; i < there + Thresholds.LONGEST_LOOK_AHEAD; i++) {
            if (habit.expected(i - made) == call) {
                return i - there;
            }
        }
        return 0;
    }

    /** How many calls after a position a lane makes a call; 0 where it does not. */
    private int steps(RankClass lane, int position, int call, InternTable<Long> tokens) {
        for (int i = position + 1; i < Math.min(lane.length(), position + Thresholds.LONGEST_LOOK_AHEAD); i++) {
            if (HistoryTieBreak.token(lane, i, places, tokens) == call) {
                return i - position;
            }
        }
        return 0;
    }

    /**
     * Whether a lane's calls from a position on, as far as to a certain call, repeat a stretch of its past: three at least, or
     * they tell nothing.
     */
    private boolean resumes(RankClass own, int at, int until, InternTable<Long> tokens) {
        int[] all = HistoryTieBreak.past(own, own.length(), places, tokens);
        int end = at;
        while (end < all.length && all[end] != until) {
            end++;
        }
        int length = end - at;
        for (int from = at - length; length >= Thresholds.FEWEST_RECOGNIZED_CALLS && from >= 0; from--) {
            if (Arrays.equals(all, from, from + length, all, at, end)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether the calls from a position on repeat those just before, so that they are turns of a loop; or each other, where they
     * are no part of a turn that was running.
     */
    private boolean wholeTurns(RankClass reference, int there, int length, int running, InternTable<Long> tokens) {
        int made = Math.min(reference.length(), there + length);
        int[] stretch = new int[there + length];
        System.arraycopy(HistoryTieBreak.past(reference, made, places, tokens), 0, stretch, 0, made);
        if (made < there + length) {
            CallPredictor habit = CallPredictor.of(HistoryTieBreak.past(reference, made, places, tokens));
            for (int i = made; i < there + length; i++) {
                stretch[i] = habit.expected(i - made);
            }
        }
        for (int turn = 1; turn <= length; turn++) {
            boolean afterTurns = turn <= there && repeats(stretch, there, turn);
            boolean severalTurns = running <= length && turn < length && repeats(stretch, there + turn, turn);
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

    private static List<Integer> ranks(List<RankClass> lanes, int position) {
        TreeSet<Integer> ranks = new TreeSet<>();
        lanes.stream().filter(lane -> lane.length() > position).forEach(lane -> ranks.addAll(lane.ranks()));
        if (ranks.isEmpty()) {
            lanes.forEach(lane -> ranks.addAll(lane.ranks()));
        }
        return List.copyOf(ranks);
    }
}
