package dev.rollcall.analyzer.align;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * The cheapest script of edits from the consensus to a rank class, over a stretch of both: Gotoh's alignment with affine gap
 * costs (1982), extended by swaps of two neighbours.
 *
 * <p>Costs are ordered. Edits come first; a run of extra or missing calls costs little more than one call, because one branch
 * makes them all. Then come calls that agree in signature and not in path, so that paths break ties and never make a
 * difference, then the calls left over at the end. What a class that is still in its last call would have called next costs
 * nothing. Of scripts with equal costs, the one that differs latest is taken.
 *
 * <p>Only a band around the diagonal is filled, and the stretch is bounded, so the table takes {@value #CELLS} bytes at most.
 */
final class EditScript {
    // An edit outweighs all unequal paths of a stretch; a further call of a run costs half as much as an unequal path.
    private static final long GAP = 3L << 40;
    private static final long LONGER = 1L << 15;
    private static final long REPLACE = 3L << 40;
    private static final long SWAP = 3L << 40;
    private static final long PLACE = 1L << 16;
    private static final long LEFT_OVER = 1L;
    private static final long NEVER = Long.MAX_VALUE / 4;

    /** Bounds the memory of one table; a stretch that needs more is compared as far as it fits. */
    private static final int CELLS = 12_000_000;
    /** Calls by which the two may be out of step, beyond the difference of their lengths. */
    private static final int BAND = 128;

    private static final int WIDEST_BAND = 1024;

    private static final byte PAIR = 0;
    private static final byte OWN = 1;
    private static final byte THEIRS = 2;
    private static final byte CROSS = 3;
    private static final byte OWN_LONGER = 4;
    private static final byte THEIRS_LONGER = 8;

    private final RankClass own;
    private final RankClass consensus;
    private final CallTokens tokens;
    private final int from;
    private final int rows;
    private final int columns;
    private final int band;
    private final byte[] moves;

    private long cost;
    private int endRow;
    private int endColumn;

    private EditScript(RankClass own, RankClass consensus, CallTokens tokens, int from) {
        this.own = own;
        this.consensus = consensus;
        this.tokens = tokens;
        this.from = from;
        int difference = Math.abs(own.length() - consensus.length());
        this.band = Math.min(WIDEST_BAND, Math.max(BAND, difference + BAND / 4));
        int longest = CELLS / (2 * band + 1);
        this.rows = Math.min(own.length() - from, longest);
        this.columns = Math.min(consensus.length() - from, longest);
        this.moves = new byte[(rows + 1) * (2 * band + 1)];
    }

    /**
     * Finds the edits from the consensus to a rank class.
     *
     * @param from the position in both before which nothing is to be changed
     * @return the edits in order; never empty where the two disagree in a signature
     */
    static List<Edit> between(RankClass own, RankClass consensus, CallTokens tokens, int from) {
        EditScript script = new EditScript(own, consensus, tokens, from);
        script.fill();
        return script.trace();
    }

    private boolean same(int row, int column) {
        return own.same(from + row - 1, consensus, from + column - 1);
    }

    private long pair(int row, int column) {
        if (!same(row, column)) {
            // An extra call would leave one over at the end, too: a replacement that calls follow on both sides
            // explains more.
            boolean last = row == rows || column == columns;
            return REPLACE + (last ? 2 : 1) * LEFT_OVER;
        }
        return pathCost(row, column);
    }

    private long pathCost(int row, int column) {
        int here = tokens.path(own, from + row - 1);
        int there = tokens.path(consensus, from + column - 1);
        return here == there || here == CallTokens.UNKNOWN_PATH || there == CallTokens.UNKNOWN_PATH ? 0 : PLACE;
    }

    private boolean crossed(int row, int column) {
        return row > 1
                && column > 1
                && same(row, column - 1)
                && same(row - 1, column)
                && !same(row, column)
                && !same(row - 1, column - 1);
    }

    /** Returns the cost of calls with which one class goes on where the other has ended. */
    private static long tail(int calls, RankClass ended) {
        if (calls == 0) {
            return 0;
        }
        return (ended.blocked() ? 0 : GAP + (calls - 1) * LONGER) + calls * LEFT_OVER;
    }

    private void fill() {
        int width = 2 * band + 1;
        long[][] best = new long[3][width];
        long[] theirs = new long[width];
        long[] ownGap = new long[width + 1];
        for (long[] row : best) {
            Arrays.fill(row, NEVER);
        }
        Arrays.fill(ownGap, NEVER);
        cost = NEVER;
        for (int row = 0; row <= rows; row++) {
            long[] now = best[row % 3];
            long[] before = best[(row + 2) % 3];
            long[] twoBefore = best[(row + 1) % 3];
            Arrays.fill(now, NEVER);
            Arrays.fill(theirs, NEVER);
            int first = Math.max(0, row - band);
            int last = Math.min(columns, row + band);
            for (int column = first; column <= last; column++) {
                int k = column - row + band;
                byte move = PAIR;
                long lowest = row == 0 && column == 0 ? 0 : NEVER;
                if (row > 0 && column > 0 && before[k] < NEVER) {
                    lowest = before[k] + pair(row, column);
                }
                if (row > 1 && column > 1 && twoBefore[k] < NEVER && crossed(row, column)) {
                    long crossing = twoBefore[k] + SWAP;
                    if (crossing < lowest) {
                        lowest = crossing;
                        move = CROSS;
                    }
                }
                byte longer = 0;
                if (row > 0 && k + 1 < width) {
                    long open = before[k + 1] + GAP + LEFT_OVER;
                    long extend = ownGap[k + 1] + LONGER + LEFT_OVER;
                    if (extend < open) {
                        longer |= OWN_LONGER;
                    }
                    ownGap[k] = Math.min(open, extend);
                    if (ownGap[k] <= lowest && ownGap[k] < NEVER) {
                        lowest = ownGap[k];
                        move = OWN;
                    }
                } else {
                    ownGap[k] = NEVER;
                }
                if (column > first) {
                    long open = now[k - 1] + GAP + LEFT_OVER;
                    long extend = theirs[k - 1] + LONGER + LEFT_OVER;
                    if (extend < open) {
                        longer |= THEIRS_LONGER;
                    }
                    theirs[k] = Math.min(open, extend);
                    if (theirs[k] <= lowest && theirs[k] < NEVER) {
                        lowest = theirs[k];
                        move = THEIRS;
                    }
                }
                now[k] = lowest;
                moves[row * width + k] = (byte) (move | longer);
                if (row == rows || column == columns) {
                    finish(row, column, lowest);
                }
            }
        }
    }

    private void finish(int row, int column, long soFar) {
        if (soFar >= NEVER) {
            return;
        }
        int ownRest = rows - row;
        int consensusRest = columns - column;
        long total = soFar
                + (from + rows < own.length() ? 0 : tail(ownRest, consensus))
                + (from + columns < consensus.length() ? 0 : tail(consensusRest, own));
        if (total < cost) {
            cost = total;
            endRow = row;
            endColumn = column;
        }
    }

    private List<Edit> trace() {
        List<Edit> edits = new ArrayList<>();
        boolean confirmed = false;
        int ownRest = rows - endRow;
        int consensusRest = columns - endColumn;
        if (ownRest > 0 && !consensus.blocked()) {
            edits.add(new Edit(EditKind.EXTRA, from + endRow, from + endColumn, ownRest, false));
        } else if (consensusRest > 0 && !own.blocked()) {
            edits.add(new Edit(EditKind.MISSING, from + endRow, from + endColumn, consensusRest, false));
        }
        int row = endRow;
        int column = endColumn;
        int width = 2 * band + 1;
        while (row > 0 || column > 0) {
            byte move = moves[row * width + column - row + band];
            switch (move & 3) {
                case OWN -> {
                    int length = 1;
                    while ((moves[row * width + column - row + band] & OWN_LONGER) != 0) {
                        row--;
                        length++;
                    }
                    row--;
                    edits.add(new Edit(EditKind.EXTRA, from + row, from + column, length, confirmed));
                }
                case THEIRS -> {
                    int length = 1;
                    while ((moves[row * width + column - row + band] & THEIRS_LONGER) != 0) {
                        column--;
                        length++;
                    }
                    column--;
                    edits.add(new Edit(EditKind.MISSING, from + row, from + column, length, confirmed));
                }
                case CROSS -> {
                    row -= 2;
                    column -= 2;
                    edits.add(new Edit(EditKind.SWAPPED, from + row, from + column, 1, true));
                    confirmed = true;
                }
                default -> {
                    if (same(row, column)) {
                        confirmed = true;
                    } else {
                        edits.add(new Edit(EditKind.REPLACED, from + row - 1, from + column - 1, 1, confirmed));
                    }
                    row--;
                    column--;
                }
            }
        }
        Collections.reverse(edits);
        return edits;
    }
}
