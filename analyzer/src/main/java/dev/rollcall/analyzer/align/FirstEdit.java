package dev.rollcall.analyzer.align;

import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.Thresholds;
import java.util.List;

/** Finds where and how two lanes first differ: the first edit of their script, read with care. */
final class FirstEdit {
    private FirstEdit() {}

    /**
     * Returns how a lane leaves another.
     *
     * @param split the first position where their signatures differ; the edit may be earlier, where the places say so
     */
    static Edit of(RankClass own, RankClass reference, int split, CallTokens places) {
        int from = Math.max(
                Math.max(0, split - Thresholds.LONGEST_LOOK_BACK), otherPlace(own, reference, split, places) - 1);
        List<Edit> edits = EditScript.between(own, reference, places, from);
        Edit first = edits.isEmpty() ? null : edits.get(0);
        if (first == null || !first.followed()) {
            return new Edit(EditKind.OPEN, split, split, 1, false);
        }
        if (first.shape() == EditKind.SWAPPED && goesOn(own, reference, first, places)) {
            return new Edit(EditKind.MISSING, first.at(), first.there(), 1, true);
        }
        if (edits.size() > 1 && moved(own, reference, first, edits.get(1))) {
            return new Edit(EditKind.SWAPPED, first.at(), first.there(), first.length(), true);
        }
        return first;
    }

    /**
     * Returns how a lane differs from another of which every signature agrees but the length does not, where its places
     * tell: all agree before one edit, and all agree after it. Null where they do not.
     */
    static Edit ofShift(RankClass own, RankClass reference, CallTokens places) {
        int shared = Math.min(own.length(), reference.length());
        int away = otherPlace(own, reference, shared, places);
        if (away >= shared || away == 0 && (own.sequence(0) > 1 || shared < Thresholds.FEWEST_RECOGNIZED_CALLS)) {
            return null;
        }
        List<Edit> edits = EditScript.between(own, reference, places, Math.max(0, away - 1));
        return edits.size() == 1 && edits.get(0).followed() && agreeAfter(own, reference, edits.get(0), places)
                ? edits.get(0)
                : null;
    }

    /** Returns the first position before an end where two lanes come from different places; the end where none does. */
    static int otherPlace(RankClass lane, RankClass other, int end, CallTokens places) {
        for (int i = Math.max(0, end - Thresholds.LONGEST_LOOK_BACK); i < end; i++) {
            if (lane.site(i) != other.site(i) || places.at(lane, i) != places.at(other, i)) {
                return i;
            }
        }
        return end;
    }

    private static boolean agreeAfter(RankClass lane, RankClass reference, Edit edit, CallTokens places) {
        int i = edit.at() + (edit.shape() == EditKind.EXTRA ? edit.length() : 0);
        int j = edit.there() + (edit.shape() == EditKind.MISSING ? edit.length() : 0);
        for (; i < lane.length() && j < reference.length(); i++, j++) {
            if (places.at(lane, i) != places.at(reference, j)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Whether what looks like two calls in the other order, at the end of both lanes, comes from the very lines that the
     * others' calls come from: then the first was skipped, and the second is the first one of the next turn.
     */
    private static boolean goesOn(RankClass own, RankClass reference, Edit swap, CallTokens places) {
        int at = swap.at();
        int there = swap.there();
        return own.length() == at + 2
                && places.at(own, at) == places.at(reference, there + 1)
                && places.at(own, at + 1) == places.at(reference, there)
                && places.at(own, at) != places.at(own, at + 1)
                && comesNext(own, at + 1, reference, there + 2, places);
    }

    /** Whether a lane's call is what the others call at a position, or will by their habit; true where that is not known. */
    private static boolean comesNext(RankClass own, int at, RankClass reference, int position, CallTokens places) {
        InternTable<Long> tokens = new InternTable<>();
        int call = HistoryTieBreak.token(own, at, places, tokens);
        if (position < reference.length()) {
            return HistoryTieBreak.token(reference, position, places, tokens) == call;
        }
        CallPredictor habit = CallPredictor.of(HistoryTieBreak.past(reference, position, places, tokens));
        return !habit.known() || habit.expected(0) == call;
    }

    /** Whether two edits are one: the calls that are extra at the one place are those that are missing at the other. */
    private static boolean moved(RankClass own, RankClass reference, Edit first, Edit second) {
        boolean earlier = first.shape() == EditKind.EXTRA && second.shape() == EditKind.MISSING;
        boolean later = first.shape() == EditKind.MISSING && second.shape() == EditKind.EXTRA;
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
