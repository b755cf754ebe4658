package dev.rollcall.analyzer.align;

import dev.rollcall.analyzer.model.Thresholds;
import java.util.Arrays;

/**
 * What a rankClass's own past says should come next: the calls that followed the last time when the longest possible stretch
 * of calls before was the same. A loop is its own prophet.
 *
 * <p>Found by the Z-function over the reversed past (Gusfield, <i>Algorithms on Strings, Trees and Sequences</i>, 1.3), in
 * linear time.
 */
public final class CallPredictor {
    private final int[] past;
    private final int[] overlap;
    private final int distance;

    private CallPredictor(int[] past, int[] overlap, int distance) {
        this.past = past;
        this.overlap = overlap;
        this.distance = distance;
    }

    /**
     * Looks at what was called before.
     *
     * @param past what was called, oldest first, equal calls from equal places having equal numbers
     */
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

    /** Returns whether the past says anything about what comes next. */
    public boolean known() {
        return distance > 0;
    }

    /** Returns the number of the call that should come, and after it the next ones, counted from 0. */
    int expected(int steps) {
        return past[position(steps)];
    }

    /** Returns whether all stretches of the past that are as like the last calls as any announce one and the same call. */
    boolean agreed() {
        for (int d = 1; known() && d < past.length; d++) {
            if (overlap[d] == reach() && past[past.length - d] != expected(0)) {
                return false;
            }
        }
        return known();
    }

    /** Returns where in the past the call was made that {@link #expected} repeats. */
    int position(int steps) {
        return past.length - distance + steps % distance;
    }

    /** Returns how many of the last calls were made in the same order before; 0 where the past says nothing. */
    int reach() {
        return overlap.length == 0 ? 0 : overlap[distance];
    }

    /**
     * Returns whether a call came when the calls before expected it, the last few times that it was made: so its rank has a
     * habit of it. One that comes round now and then only has none until it has come round some times.
     *
     * @param past what was called, oldest first
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

    /** Returns whether this was called before at all. */
    boolean calledBefore(int call) {
        for (int earlier : past) {
            if (earlier == call) {
                return true;
            }
        }
        return false;
    }

    /** Returns how many calls one turn of the innermost running loop makes; 0 where no loop has turned twice. */
    public int iterationLength() {
        for (int d = 1; d <= past.length / 2; d++) {
            if (overlap[d] >= d) {
                return d;
            }
        }
        return 0;
    }

    /** Returns whether the next call begins a new turn of the loop, as seen from where the loop began. */
    public boolean startsIteration() {
        int turn = iterationLength();
        return turn > 0 && overlap[turn] % turn == 0;
    }

    /** Returns how often the number occurs in the last turn. */
    int timesInIteration(int call) {
        int times = 0;
        for (int i = past.length - iterationLength(); i < past.length; i++) {
            times += past[i] == call ? 1 : 0;
        }
        return times;
    }

    /** For each distance, how many of the last calls equal the calls that distance before them. */
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
