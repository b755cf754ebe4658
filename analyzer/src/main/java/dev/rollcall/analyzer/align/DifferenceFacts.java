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
    private final CallTokens paths;

    DifferenceFacts(Communicator communicator, CallTokens paths) {
        this.communicator = communicator;
        this.paths = paths;
    }

    /**
     * Who leaves whom.
     *
     * @param leaving the rankClasses that leave
     * @param staying the rankClasses that stay
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
    CallDifference describe(Leaving who, Edit edit, boolean decided) {
        RankClass own = who.own();
        RankClass reference = who.reference();
        int at = edit.at();
        int there = edit.there();
        boolean both = at < own.length() && there < reference.length();
        return new CallDifference(
                communicator,
                new DifferenceSide(ranks(who.leaving(), at), own, at),
                new DifferenceSide(ranks(who.staying(), there), reference, there),
                decided,
                edit.kind(),
                edit.length(),
                history(own, reference, edit),
                both ? SignatureMatcher.differences(own.asked(at), reference.asked(there)) : Set.of(),
                both && paths.at(own, at) != CallTokens.UNKNOWN && paths.at(own, at) == paths.at(reference, there));
    }

    private HistoryComparison history(RankClass own, RankClass reference, Edit edit) {
        InternTable<Long> tokens = new InternTable<>();
        int at = edit.at();
        int there = edit.there();
        CallPredictor predictor = CallPredictor.of(HistoryTieBreak.past(reference, there, paths, tokens));
        int othersCall = there < reference.length() ? HistoryTieBreak.token(reference, there, paths, tokens) : -1;
        Predictability othersPredictability =
                othersCall < 0 ? Predictability.NEW : HistoryTieBreak.predictability(reference, there, paths, tokens);
        int ahead = edit.kind() == EditKind.OPEN ? ahead(own, at, reference, there, tokens) : 0;
        int missing = edit.kind() == EditKind.MISSING ? edit.length() : ahead;
        boolean foretold = ahead > 0 && there + ahead >= reference.length();
        return new HistoryComparison(
                at < own.length() ? HistoryTieBreak.predictability(own, at, paths, tokens) : Predictability.NEW,
                othersPredictability,
                predictor.iterationLength(),
                predictor.iterationLength() > 0
                        ? startsIteration(predictor, reference, there)
                        : othersPredictability == Predictability.KNOWN,
                othersCall < 0 ? 0 : predictor.timesInIteration(othersCall),
                ahead,
                foretold ? steps(own, at, othersCall, tokens) : 0,
                missing > 0 && wholeIterations(reference, there, missing, predictor.iterationLength(), tokens),
                resumes(own, at, othersCall, tokens));
    }

    /**
     * Whether a rankClass's call at a position begins a turn of its loop. Where the rankClass's beginning is overwritten, its past does
     * not tell where turns begin, but a line above the one before in one method does.
     */
    private static boolean startsIteration(CallPredictor predictor, RankClass reference, int there) {
        if (predictor.iterationLength() == 1
                || reference.sequence(0) == 1
                || there == 0
                || there >= reference.length()) {
            return predictor.startsIteration();
        }
        return predictor.startsIteration()
                || reference
                        .call(there)
                        .stack()
                        .isAbove(reference.call(there - 1).stack());
    }

    /** How many calls after their own at a position the others make, or by their habit will make, the rankClass's call. */
    private int ahead(RankClass own, int at, RankClass reference, int there, InternTable<Long> tokens) {
        if (at >= own.length()) {
            return 0;
        }
        int call = HistoryTieBreak.token(own, at, paths, tokens);
        int made = reference.length();
        int steps = steps(reference, there, call, tokens);
        if (steps > 0) {
            return steps;
        }
        CallPredictor predictor = CallPredictor.of(HistoryTieBreak.past(reference, made, paths, tokens));
        if (!predictor.known() || there >= made) {
            return 0;
        }
        for (int i = made; i < there + Thresholds.LONGEST_LOOK_AHEAD; i++) {
            if (predictor.expected(i - made) == call) {
                return i - there;
            }
        }
        return 0;
    }

    /** How many calls after a position a rankClass makes a call; 0 where it does not. */
    private int steps(RankClass rankClass, int position, int call, InternTable<Long> tokens) {
        for (int i = position + 1; i < Math.min(rankClass.length(), position + Thresholds.LONGEST_LOOK_AHEAD); i++) {
            if (HistoryTieBreak.token(rankClass, i, paths, tokens) == call) {
                return i - position;
            }
        }
        return 0;
    }

    /**
     * Whether a rankClass's calls from a position on, as far as to a certain call, repeat a stretch of its past: three at least, or
     * they tell nothing.
     */
    private boolean resumes(RankClass own, int at, int until, InternTable<Long> tokens) {
        int[] all = HistoryTieBreak.past(own, own.length(), paths, tokens);
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
    private boolean wholeIterations(RankClass reference, int there, int length, int running, InternTable<Long> tokens) {
        int made = Math.min(reference.length(), there + length);
        int[] stretch = new int[there + length];
        System.arraycopy(HistoryTieBreak.past(reference, made, paths, tokens), 0, stretch, 0, made);
        if (made < there + length) {
            CallPredictor predictor = CallPredictor.of(HistoryTieBreak.past(reference, made, paths, tokens));
            for (int i = made; i < there + length; i++) {
                stretch[i] = predictor.expected(i - made);
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

    private static List<Integer> ranks(List<RankClass> rankClasses, int position) {
        TreeSet<Integer> ranks = new TreeSet<>();
        rankClasses.stream()
                .filter(rankClass -> rankClass.length() > position)
                .forEach(rankClass -> ranks.addAll(rankClass.ranks()));
        if (ranks.isEmpty()) {
            rankClasses.forEach(rankClass -> ranks.addAll(rankClass.ranks()));
        }
        return List.copyOf(ranks);
    }
}
