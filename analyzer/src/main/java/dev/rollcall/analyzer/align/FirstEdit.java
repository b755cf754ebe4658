package dev.rollcall.analyzer.align;

import dev.rollcall.analyzer.model.Thresholds;
import java.util.List;

/**
 * Finds where and how a rank class first leaves another: the first edit of their cheapest script, corrected where call paths
 * or later edits show that the script is only the cheapest one.
 */
final class FirstEdit {
    private FirstEdit() {}

    /**
     * Returns how a class leaves another.
     *
     * @param split the first position with unequal signatures; the edit is earlier where paths show that
     */
    static Edit of(RankClass own, RankClass reference, int split, CallTokens tokens) {
        int otherPath = firstOtherPath(own, reference, split, tokens);
        Edit single = otherPath == split ? SingleEdit.of(own, reference, split, tokens) : null;
        if (single != null) {
            return single;
        }
        int from = Math.max(Math.max(0, split - Thresholds.LONGEST_LOOK_BACK), otherPath - 1);
        List<Edit> edits = EditScript.between(own, reference, tokens, from);
        Edit first = edits.isEmpty() ? null : edits.get(0);
        if (first == null || !first.confirmed()) {
            return new Edit(EditKind.OPEN, split, split, 1, false);
        }
        if (edits.size() > 1 && isOneMove(own, reference, first, edits.get(1))) {
            return new Edit(EditKind.SWAPPED, first.position(), first.otherPosition(), first.length(), true);
        }
        return first;
    }

    /**
     * Returns how a class leaves another that has equal signatures and another length, where their paths agree everywhere but at
     * one edit; null where they do not.
     */
    static Edit ofShift(RankClass own, RankClass reference, CallTokens tokens) {
        int shared = Math.min(own.length(), reference.length());
        int split = firstOtherPath(own, reference, shared, tokens);
        if (split >= shared || split == 0 && (own.sequence(0) > 1 || shared < Thresholds.FEWEST_RECOGNIZED_CALLS)) {
            return null;
        }
        List<Edit> edits = EditScript.between(own, reference, tokens, Math.max(0, split - 1));
        return edits.size() == 1 && edits.get(0).confirmed() && agreeAfter(own, reference, edits.get(0), tokens)
                ? edits.get(0)
                : null;
    }

    /** Returns the first position before an end at which two classes call from different paths; the end for none. */
    static int firstOtherPath(RankClass own, RankClass other, int end, CallTokens tokens) {
        for (int i = Math.max(0, end - Thresholds.LONGEST_LOOK_BACK); i < end; i++) {
            if (own.site(i) != other.site(i) || tokens.path(own, i) != tokens.path(other, i)) {
                return i;
            }
        }
        return end;
    }

    private static boolean agreeAfter(RankClass own, RankClass reference, Edit edit, CallTokens tokens) {
        int i = edit.position() + (edit.kind() == EditKind.EXTRA ? edit.length() : 0);
        int j = edit.otherPosition() + (edit.kind() == EditKind.MISSING ? edit.length() : 0);
        for (; i < own.length() && j < reference.length(); i++, j++) {
            if (tokens.path(own, i) != tokens.path(reference, j)) {
                return false;
            }
        }
        return true;
    }

    /** Whether two edits are one move: the calls that are extra at one place are those that are missing at the other. */
    private static boolean isOneMove(RankClass own, RankClass reference, Edit first, Edit second) {
        boolean earlier = first.kind() == EditKind.EXTRA && second.kind() == EditKind.MISSING;
        boolean later = first.kind() == EditKind.MISSING && second.kind() == EditKind.EXTRA;
        if (!earlier && !later
                || first.length() != second.length()
                || second.position() - first.position() > Thresholds.LONGEST_MOVE) {
            return false;
        }
        Edit extra = earlier ? first : second;
        Edit missing = earlier ? second : first;
        for (int i = 0; i < first.length(); i++) {
            if (!own.same(extra.position() + i, reference, missing.otherPosition() + i)) {
                return false;
            }
        }
        return true;
    }
}
