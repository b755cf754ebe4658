package dev.rollcall.analyzer.align;

import dev.rollcall.analyzer.model.Thresholds;
import java.util.Arrays;

/**
 * Predicts the next call from the calls before. It finds the earlier place that agrees with the newest calls over the longest
 * stretch, and expects what followed there. Calls are numbers, equal where calls are equal.
 *
 * <p>Stretches are found in linear time by the Z-function of the reversed history (Gusfield, <i>Algorithms on Strings, Trees,
 * and Sequences</i>, 1997, section 1.3). Immutable.
 */
final class CallPredictor {
    private final int[] past;

    /** By distance: how many of the newest calls equal those that many calls earlier. */
    private final int[] overlap;

    /** The distance with the longest overlap, the smallest of equals; 0 where no earlier call equals the newest. */
    private final int distance;

    private CallPredictor(int[] past, int[] overlap, int distance) {
        this.past = past;
        this.overlap = overlap;
        this.distance = distance;
    }

    /** Makes a predictor from the calls before, oldest first. The array must not change afterwards. */
    static CallPredictor of(int[] past) {
        int[] overlap = overlaps(past);
        int best = 0;
        for (int d = 1; d < past.length; d++) {
            if (overlap[d] > (best == 0 ? 0 : overlap[best])) {
                best = d;
            }
        }
        return new CallPredictor(past, overlap, best);
    }

    /** Returns whether anything is predicted: the newest call was made before. */
    boolean known() {
        return distance > 0;
    }

    /** Returns the predicted call after a number of further predicted calls, from 0. Only where {@link #known}. */
    int expected(int steps) {
        return past[position(steps)];
    }

    /** Returns whether all places that agree over as long a stretch predict the same next call. */
    boolean agreed() {
        for (int d = 1; known() && d < past.length; d++) {
            if (overlap[d] == reach() && past[past.length - d] != expected(0)) {
                return false;
            }
        }
        return known();
    }

    /** Returns the position of the earlier call that {@link #expected} returns. */
    int position(int steps) {
        return past.length - distance + steps % distance;
    }

    /** Returns the length of the longest stretch before the end that was called before; 0 where nothing is predicted. */
    int reach() {
        return overlap.length == 0 ? 0 : overlap[distance];
    }

    /**
     * Returns whether a call is a habit: the last times that it was made, the calls before predicted it. A call that comes
     * round once in many iterations is none until it has come round a few times.
     *
     * @param past all calls before, oldest first
     */
    static boolean settled(int[] past, int call) {
        int times = 0;
        for (int i = past.length - 1; i > 0 && times < Thresholds.FEWEST_PREDICTED; i--) {
            if (past[i] == call) {
                CallPredictor then = of(Arrays.copyOf(past, i));
                if (!then.agreed() || then.expected(0) != call) {
                    return false;
                }
                times++;
            }
        }
        return times == Thresholds.FEWEST_PREDICTED;
    }

    /** Returns whether the history holds a call. */
    boolean calledBefore(int call) {
        for (int earlier : past) {
            if (earlier == call) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns how many calls one iteration makes of the innermost running loop that a call continues; 0 where it continues no
     * loop that has run twice.
     */
    int iterationLength(int call) {
        for (int d = 1; d <= past.length / 2; d++) {
            if (overlap[d] >= d && past[past.length - d] == call) {
                return d;
            }
        }
        return 0;
    }

    /** Returns how many calls one iteration makes of the outermost loop that has repeated; 0 where the calls show none. */
    int longestIteration() {
        return reach() >= Math.min(distance, Thresholds.FEWEST_RECOGNIZED_CALLS) ? distance : 0;
    }

    /** Returns whether a call starts an iteration of the loop that it continues, counted from where that loop first repeated. */
    boolean startsIteration(int call) {
        int length = iterationLength(call);
        return length > 0 && overlap[length] % length == 0;
    }

    /** Returns the Z-function of the reversed history. */
    private static int[] overlaps(int[] past) {
        int n = past.length;
        int[] z = new int[n];
        for (int i = 1, left = 0, right = 0; i < n; i++) {
            int k = i < right ? Math.min(right - i, z[i - left]) : 0;
            while (i + k < n && past[n - 1 - k] == past[n - 1 - i - k]) {
                k++;
            }
            z[i] = k;
            if (i + k > right) {
                left = i;
                right = i + k;
            }
        }
        return z;
    }
}
