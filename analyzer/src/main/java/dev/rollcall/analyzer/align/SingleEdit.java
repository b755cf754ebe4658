package dev.rollcall.analyzer.align;

import dev.rollcall.analyzer.model.Thresholds;
import java.util.HashMap;
import java.util.Map;

/**
 * Finds the one edit that explains every call which a rank class makes from a split on. The other class may hang before its
 * calls show how they continue, so they are continued by prediction.
 *
 * <p>Where a call too many and a skipped or replaced one explain the same calls, the edit stays open.
 *
 * <p>The calls that a branch leaves out, and the calls that change places, belong to one iteration of the loop. So a stretch
 * that crosses the start of an iteration was not skipped: the rank made earlier calls again.
 */
final class SingleEdit {
    private final RankClass own;
    private final RankClass others;
    private final CallTokens tokens;
    private final int split;

    /** How many calls the class makes from the split on. */
    private final int calls;

    private final CallPredictor predictor;

    private final LoopPosition loop;

    private SingleEdit(RankClass own, RankClass others, int split, CallTokens tokens) {
        this.own = own;
        this.others = others;
        this.tokens = tokens;
        this.split = split;
        this.calls = own.length() - split;
        this.predictor = others.blocked() ? tokens.predictor(others, others.length()) : null;
        this.loop = LoopPosition.of(others, split, tokens);
    }

    /**
     * Returns the edit; null where no single one explains two calls or more.
     *
     * @param split the first position with unequal signatures
     */
    static Edit of(RankClass own, RankClass others, int split, CallTokens tokens) {
        if (own.length() - split < 2 || split >= others.length()) {
            return null;
        }
        return new SingleEdit(own, others, split, tokens).find();
    }

    private Edit find() {
        int skipped = skipped();
        int added = added();
        if (skipped > 0 && !loop.crossesStart(skipped)) {
            return added > 0 ? open() : edit(EditKind.MISSING, skipped);
        }
        int permuted = permuted();
        if (permuted > 0) {
            return edit(EditKind.SWAPPED, permuted);
        }
        boolean replaced = agree(split + 1, split + 1);
        // Behind a long extra stretch, a call or two may equal the others' by chance.
        boolean extra = added > 0 && (!replaced || added <= calls - added);
        if (replaced || extra) {
            return replaced && extra ? open() : replaced ? edit(EditKind.REPLACED, 1) : edit(EditKind.EXTRA, added);
        }
        return skipped > 0 ? edit(EditKind.MISSING, skipped) : null;
    }

    /** Of several explanations none is confirmed. */
    private Edit open() {
        return new Edit(EditKind.OPEN, split, split, 1, false);
    }

    private Edit edit(EditKind kind, int length) {
        return new Edit(kind, split, split, length, true);
    }

    /** Returns the position of an earlier call of the other class that equals the one made or predicted; -1 for none. */
    private int otherPosition(int position) {
        int beyond = position - others.length();
        if (beyond < 0) {
            return position;
        }
        return predictor != null && predictor.longestIteration() > 0 ? predictor.position(beyond) : -1;
    }

    /** Returns whether the calls from one place on equal the others' from another place on, to the end of the class. */
    private boolean agree(int position, int otherPosition) {
        for (int i = 0; position + i < own.length(); i++) {
            int other = otherPosition(otherPosition + i);
            if (other < 0
                    || own.code(position + i) != others.code(other)
                    || tokens.path(own, position + i) != tokens.path(others, other)) {
                return false;
            }
        }
        return true;
    }

    private int skipped() {
        for (int length = 1; length < Thresholds.LONGEST_LOOK_AHEAD; length++) {
            if (agree(split, split + length)) {
                return length;
            }
        }
        return 0;
    }

    private int added() {
        for (int length = 1; length < Math.min(calls, Thresholds.LONGEST_LOOK_AHEAD); length++) {
            if (agree(split + length, split)) {
                return length;
            }
        }
        return 0;
    }

    /** Whether skipped calls explain what both sides show, although the others' calls end first and no loop predicts them. */
    private boolean skippedSoFar() {
        boolean alike = true;
        for (int length = 1; length < calls && split + length < others.length(); length++) {
            alike &= others.code(split + length - 1) == others.code(split);
            // A few calls that others follow, or a loop that was left, rather than many calls before the last few.
            if (length > calls / 2 && !alike) {
                break;
            }
            int compared = Math.min(calls, others.length() - split - length);
            int equal = 0;
            while (equal < compared
                    && own.code(split + equal) == others.code(split + length + equal)
                    && tokens.path(own, split + equal) == tokens.path(others, split + length + equal)) {
                equal++;
            }
            if (equal == compared) {
                return true;
            }
        }
        return false;
    }

    /** Returns over how many calls the order differs; 0 where it does not, or other calls are made. */
    private int permuted() {
        boolean inLoop = tokens.path(others, split) == CallTokens.UNKNOWN_PATH || split > 0 && turnBegins(split);
        if (loop.rest() == 0 && inLoop && skippedSoFar()) {
            return 0;
        }
        int due = Math.min(Thresholds.LONGEST_MOVE, loop.rest() > 0 ? loop.rest() : firstTurn());
        Map<Integer, Integer> surplus = new HashMap<>();
        for (int i = 0; i < Math.min(calls, due); i++) {
            int other = otherPosition(split + i);
            if (other < 0) {
                break;
            }
            surplus.merge(others.code(other), 1, SingleEdit::sum);
            surplus.merge(own.code(split + i), -1, SingleEdit::sum);
            if (surplus.isEmpty() && agree(split + i + 1, split + i + 1)) {
                return i + 1;
            }
        }
        return partlyPermuted(due);
    }

    /** Returns how many calls the other class makes until a turn of some loop begins. */
    private int firstTurn() {
        int end = split + 1;
        while (end < others.length() && !turnBegins(end)) {
            end++;
        }
        return end - split;
    }

    /** Whether the other class makes a call once more, or from an earlier line than the one before. */
    private boolean turnBegins(int position) {
        return tokens.token(others, position) == tokens.token(others, position - 1)
                || others.call(position)
                        .stack()
                        .isAbove(others.call(position - 1).stack());
    }

    /** Returns a sum; null for zero, which removes it from a map. */
    private static Integer sum(int one, int other) {
        return one + other == 0 ? null : Integer.valueOf(one + other);
    }

    /** Whether all calls are due in this iteration, and not in this order: a rank that hangs has not made the rest. */
    private int partlyPermuted(int within) {
        if (calls > within) {
            return 0;
        }
        boolean[] made = new boolean[within];
        boolean ordered = true;
        int last = -1;
        for (int i = 0; i < calls; i++) {
            int found = -1;
            for (int j = 0; j < within && found < 0; j++) {
                int other = otherPosition(split + j);
                if (!made[j] && other >= 0 && others.code(other) == own.code(split + i)) {
                    found = j;
                }
            }
            if (found < 0) {
                return 0;
            }
            made[found] = true;
            ordered &= found > last;
            last = found;
        }
        return ordered ? 0 : calls;
    }
}
