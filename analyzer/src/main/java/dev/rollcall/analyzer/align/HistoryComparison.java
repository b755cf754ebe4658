package dev.rollcall.analyzer.align;

import dev.rollcall.analyzer.model.Thresholds;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * How the calls at a difference follow from the calls before it, and what each side calls of the other's later. "The ranks"
 * are those that leave, "the others" those that stay.
 *
 * @param predictability how the ranks' call follows from their own history
 * @param othersPredictability how the others' call follows from theirs
 * @param iterationLength how many calls one iteration of the others' loop makes, the innermost that their
 *     call continues; 0 where it continues none that has run twice
 * @param startsIteration whether the others' call starts an iteration of their loop
 * @param callsAhead where the ranks end at the difference: after how many calls the others make, or are predicted to make, the
 *     call that the ranks are in; 0 where they do not
 * @param callsBack where {@code callsAhead} is a prediction: after how many calls the ranks make the others' call; 0 where
 *     they do not
 * @param kindsAhead how many different calls {@code callsAhead} are: a loop that is left out makes few
 * @param crossesIteration whether {@code callsAhead} crosses the start of an iteration: no one branch leaves such calls out
 * @param endsIteration whether {@code callsAhead} is the rest of an iteration
 * @param anotherTurn whether the ranks' call continues an inner loop that the others' call leaves
 * @param again whether the ranks' call is the one before once more
 * @param madeByOthers whether the others make the ranks' call before the difference or after it
 * @param threads how the ranks' call stands to the threads that made their calls before
 * @param wholeIterations whether the missing calls are whole iterations of a running loop
 * @param resumes whether the ranks' calls from the difference on, up to the others' call, repeat a stretch of their history
 */
public record HistoryComparison(
        Predictability predictability,
        Predictability othersPredictability,
        int iterationLength,
        boolean startsIteration,
        int callsAhead,
        int callsBack,
        int kindsAhead,
        boolean crossesIteration,
        boolean endsIteration,
        boolean anotherTurn,
        boolean again,
        boolean madeByOthers,
        CallThreads threads,
        boolean wholeIterations,
        boolean resumes) {

    /** Compares the histories of a class that leaves and of one that stays, at the edit by which it leaves. */
    static HistoryComparison of(RankClass own, RankClass others, Edit edit, CallTokens tokens) {
        int at = edit.position();
        int othersAt = edit.otherPosition();
        CallPredictor predictor = tokens.predictor(others, othersAt);
        int othersCall = othersAt < others.length() ? tokens.token(others, othersAt) : -1;
        Predictability othersPredictability =
                othersCall < 0 ? Predictability.NEW : tokens.predictability(others, othersAt);
        int iteration = predictor.iterationLength(othersCall);
        int ahead = edit.kind() == EditKind.OPEN ? callsAhead(own, at, others, othersAt, tokens) : 0;
        LoopPosition loop = LoopPosition.of(others, othersAt, tokens);
        int missing = edit.kind() == EditKind.MISSING ? edit.length() : ahead;
        boolean predicted = ahead > 0 && othersAt + ahead >= others.length();
        return new HistoryComparison(
                at < own.length() ? tokens.predictability(own, at) : Predictability.NEW,
                othersPredictability,
                iteration,
                iteration > 0
                        ? startsIteration(predictor, othersCall, others, othersAt)
                        : othersPredictability == Predictability.KNOWN,
                ahead,
                predicted ? callsUntil(own, at, othersCall, tokens) : 0,
                kinds(others, othersAt, ahead, tokens),
                loop.crossesStart(ahead),
                loop.endsAfter(ahead),
                at < own.length() && loop.innerLoopContinues(tokens.token(own, at)),
                at > 0 && at < own.length() && tokens.token(own, at) == tokens.token(own, at - 1),
                at < own.length() && makes(others, own, at, tokens),
                CallThreads.of(own, at, others, othersAt),
                missing > 0 && wholeIterations(others, othersAt, missing, iteration, tokens),
                resumes(own, at, othersCall, tokens));
    }

    /**
     * Where the oldest calls are overwritten, the history does not show where iterations start, but a step to an earlier line
     * of one method does.
     */
    private static boolean startsIteration(CallPredictor predictor, int call, RankClass others, int position) {
        if (predictor.startsIteration(call)) {
            return true;
        }
        return predictor.iterationLength(call) > 1
                && others.sequence(0) > 1
                && position > 0
                && position < others.length()
                && others.call(position)
                        .stack()
                        .isAbove(others.call(position - 1).stack());
    }

    private static int callsAhead(RankClass own, int at, RankClass others, int othersAt, CallTokens tokens) {
        if (at >= own.length()) {
            return 0;
        }
        int call = tokens.token(own, at);
        int made = others.length();
        int calls = callsUntil(others, othersAt, call, tokens);
        if (calls > 0) {
            return calls;
        }
        CallPredictor predictor = tokens.predictor(others, made);
        if (!predictor.known() || othersAt >= made) {
            return 0;
        }
        for (int i = made; i < othersAt + Thresholds.LONGEST_LOOK_AHEAD; i++) {
            if (predictor.expected(i - made) == call) {
                return i - othersAt;
            }
        }
        return 0;
    }

    private static int kinds(RankClass calls, int from, int length, CallTokens tokens) {
        if (length == 0) {
            return 0;
        }
        CallPredictor predictor = tokens.predictor(calls, calls.length());
        Set<Integer> kinds = new HashSet<>();
        for (int i = from; i < from + length; i++) {
            kinds.add(i < calls.length() ? tokens.token(calls, i) : predictor.expected(i - calls.length()));
        }
        return kinds.size();
    }

    /** Returns how many calls after a position a class makes a call; 0 where it does not. */
    private static int callsUntil(RankClass calls, int position, int call, CallTokens tokens) {
        int end = Math.min(calls.length(), position + Thresholds.LONGEST_LOOK_AHEAD);
        for (int i = position + 1; i < end; i++) {
            if (tokens.token(calls, i) == call) {
                return i - position;
            }
        }
        return 0;
    }

    private static boolean makes(RankClass others, RankClass own, int at, CallTokens tokens) {
        for (int i = 0; i < others.length(); i++) {
            if (others.code(i) == own.code(at) && tokens.path(others, i) == tokens.path(own, at)) {
                return true;
            }
        }
        return false;
    }

    private static boolean resumes(RankClass own, int at, int until, CallTokens tokens) {
        int[] all = tokens.before(own, own.length());
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
     * Whether the calls from a position on, made or predicted, repeat those just before; or repeat each other, where no
     * longer iteration was running.
     */
    private static boolean wholeIterations(RankClass others, int position, int length, int running, CallTokens tokens) {
        int made = Math.min(others.length(), position + length);
        int[] stretch = Arrays.copyOf(tokens.before(others, made), position + length);
        if (made < stretch.length) {
            CallPredictor predictor = tokens.predictor(others, made);
            for (int i = made; i < stretch.length; i++) {
                stretch[i] = predictor.expected(i - made);
            }
        }
        for (int iteration = 1; iteration <= length; iteration++) {
            boolean continued = iteration <= position && repeats(stretch, position, iteration);
            boolean several =
                    running <= length && iteration < length && repeats(stretch, position + iteration, iteration);
            if (length % iteration == 0 && (continued || several)) {
                return true;
            }
        }
        return false;
    }

    private static boolean repeats(int[] calls, int from, int distance) {
        for (int i = from; i < calls.length; i++) {
            if (calls[i] != calls[i - distance]) {
                return false;
            }
        }
        return true;
    }
}
