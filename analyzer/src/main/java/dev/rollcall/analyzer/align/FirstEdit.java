package dev.rollcall.analyzer.align;

import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.Thresholds;
import java.util.List;

/** Finds where and how two rankClasses first differ: the first edit of their script, read with care. */
final class FirstEdit {
    private FirstEdit() {}

    /**
     * Returns how a rankClass leaves another.
     *
     * @param split the first position where their signatures differ; the edit may be earlier, where the places say so
     */
    static Edit of(RankClass own, RankClass reference, int split, CallTokens paths) {
        int from = Math.max(
                Math.max(0, split - Thresholds.LONGEST_LOOK_BACK), otherPlace(own, reference, split, paths) - 1);
        List<Edit> edits = EditScript.between(own, reference, paths, from);
        Edit first = edits.isEmpty() ? null : edits.get(0);
        if (first == null || !first.followed()) {
            return new Edit(EditKind.OPEN, split, split, 1, false);
        }
        if (first.kind() == EditKind.SWAPPED && goesOn(own, reference, first, paths)) {
            return new Edit(EditKind.MISSING, first.at(), first.there(), 1, true);
        }
        if (edits.size() > 1 && moved(own, reference, first, edits.get(1))) {
            return new Edit(EditKind.SWAPPED, first.at(), first.there(), first.length(), true);
        }
        return first;
    }

    /**
     * Returns how a rankClass differs from another of which every signature agrees but the length does not, where its places
     * tell: all agree before one edit, and all agree after it. Null where they do not.
     */
    static Edit ofShift(RankClass own, RankClass reference, CallTokens paths) {
        int shared = Math.min(own.length(), reference.length());
        int away = otherPlace(own, reference, shared, paths);
        if (away >= shared || away == 0 && (own.sequence(0) > 1 || shared < Thresholds.FEWEST_RECOGNIZED_CALLS)) {
            return null;
        }
        List<Edit> edits = EditScript.between(own, reference, paths, Math.max(0, away - 1));
        return edits.size() == 1 && edits.get(0).followed() && agreeAfter(own, reference, edits.get(0), paths)
                ? edits.get(0)
                : null;
    }

    /** Returns the first position before an end where two rankClasses come from different paths; the end where none does. */
    static int otherPlace(RankClass rankClass, RankClass other, int end, CallTokens paths) {
        for (int i = Math.max(0, end - Thresholds.LONGEST_LOOK_BACK); i < end; i++) {
            if (rankClass.site(i) != other.site(i) || paths.at(rankClass, i) != paths.at(other, i)) {
                return i;
            }
        }
        return end;
    }

    private static boolean agreeAfter(RankClass rankClass, RankClass reference, Edit edit, CallTokens paths) {
        int i = edit.at() + (edit.kind() == EditKind.EXTRA ? edit.length() : 0);
        int j = edit.there() + (edit.kind() == EditKind.MISSING ? edit.length() : 0);
        for (; i < rankClass.length() && j < reference.length(); i++, j++) {
            if (paths.at(rankClass, i) != paths.at(reference, j)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Whether what looks like two calls in the other order, at the end of both rankClasses, comes from the very lines that the
     * others' calls come from: then the first was skipped, and the second is the first one of the next turn.
     */
    private static boolean goesOn(RankClass own, RankClass reference, Edit swap, CallTokens paths) {
        int at = swap.at();
        int there = swap.there();
        return own.length() == at + 2
                && paths.at(own, at) == paths.at(reference, there + 1)
                && paths.at(own, at + 1) == paths.at(reference, there)
                && paths.at(own, at) != paths.at(own, at + 1)
                && comesNext(own, at + 1, reference, there + 2, paths);
    }

    /** Whether a rankClass's call is what the others call at a position, or will by their habit; true where that is not known. */
    private static boolean comesNext(RankClass own, int at, RankClass reference, int position, CallTokens paths) {
        InternTable<Long> tokens = new InternTable<>();
        int call = HistoryTieBreak.token(own, at, paths, tokens);
        if (position < reference.length()) {
            return HistoryTieBreak.token(reference, position, paths, tokens) == call;
        }
        CallPredictor predictor = CallPredictor.of(HistoryTieBreak.past(reference, position, paths, tokens));
        return !predictor.known() || predictor.expected(0) == call;
    }

    /** Whether two edits are one: the calls that are extra at the one place are those that are missing at the other. */
    private static boolean moved(RankClass own, RankClass reference, Edit first, Edit second) {
        boolean earlier = first.kind() == EditKind.EXTRA && second.kind() == EditKind.MISSING;
        boolean later = first.kind() == EditKind.MISSING && second.kind() == EditKind.EXTRA;
        if (!earlier && !later
                || first.length() != second.length()
                || second.at() - first.at() > Thresholds.LONGEST_MOVE) {
            return false;
        }
        Edit extra = earlier ? first : second;
        Edit missing = earlier ? second : first;
        for (int i = 0; i < first.length(); i++) {
            if (!own.same(extra.at() + i, reference, missing.there() + i)) {
                return false;
            }
        }
        return true;
    }
}
