package dev.rollcall.analyzer.scan.run;

import java.util.List;

/**
 * Which calls of two ranks are each other's: as many as possible of one operation in order, of several such ways the one
 * in which the most are made at the same place of the program, or else on the ways out of one branch.
 */
final class Matching {
    /** Longer sequences are compared place by place: two such that differ would need too much room. */
    private static final long MOST = 4_000_000;

    private static final int[] NONE = {-1, -1};

    private final List<Event> left;
    private final List<Event> right;
    private final int[] partner;

    Matching(List<Event> left, List<Event> right) {
        this.left = left;
        this.right = right;
        partner = new int[left.size()];
        int from = 0;
        while (from < Math.min(left.size(), right.size()) && same(from, from)) {
            partner[from] = from++;
        }
        int endLeft = left.size();
        int endRight = right.size();
        while (endLeft > from && endRight > from && same(endLeft - 1, endRight - 1)) {
            partner[--endLeft] = --endRight;
        }
        if ((long) (endLeft - from) * (endRight - from) > MOST) {
            for (int i = from; i < endLeft; i++) {
                partner[i] = i < endRight && fits(i, i) ? i : -1;
            }
        } else {
            align(from, endLeft, endRight);
        }
    }

    private boolean same(int i, int k) {
        return left.get(i).instance() == right.get(k).instance() && fits(i, k);
    }

    private boolean fits(int i, int k) {
        return left.get(i).operation().equals(right.get(k).operation());
    }

    private void align(int from, int endLeft, int endRight) {
        int rows = endLeft - from;
        int columns = endRight - from;
        int weight = 2 * Math.min(rows, columns) + 1;
        int[][] best = new int[rows + 1][columns + 1];
        for (int i = rows - 1; i >= 0; i--) {
            for (int k = columns - 1; k >= 0; k--) {
                best[i][k] = Math.max(best[i + 1][k], best[i][k + 1]);
                if (fits(from + i, from + k)) {
                    best[i][k] = Math.max(best[i][k], best[i + 1][k + 1] + worth(from + i, from + k, weight));
                }
            }
        }
        int i = 0;
        int k = 0;
        while (i < rows) {
            if (k < columns
                    && fits(from + i, from + k)
                    && best[i][k] == best[i + 1][k + 1] + worth(from + i, from + k, weight)) {
                partner[from + i++] = from + k++;
            } else if (k < columns && best[i][k] == best[i][k + 1]) {
                k++;
            } else {
                partner[from + i++] = -1;
            }
        }
    }

    private int worth(int i, int k, int weight) {
        return weight + (same(i, k) ? 2 : besides(left.get(i), right.get(k)) ? 1 : 0);
    }

    /** Returns whether the innermost branch around one call is around the other, too. */
    private static boolean besides(Event one, Event other) {
        List<Open> around = Open.inside(one.open());
        List<Open> others = Open.inside(other.open());
        return !around.isEmpty() && !others.isEmpty() && (has(others, around.get(0)) || has(around, others.get(0)));
    }

    private static boolean has(List<Open> around, Open branch) {
        return around.stream().anyMatch(each -> each.instance == branch.instance);
    }

    /** Returns the partner of a call of the left rank; -1 where it has none. */
    int partner(int i) {
        return partner[i];
    }

    /** Returns where the first call without a partner is: how many calls of the left and of the right rank precede it. */
    int[] gap() {
        int expected = 0;
        for (int i = 0; i < partner.length; i++) {
            if (partner[i] != expected) {
                return new int[] {i, expected};
            }
            expected++;
        }
        return expected < right.size() ? new int[] {partner.length, expected} : NONE;
    }
}
