package dev.rollcall.analyzer.align;

import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.Membership;
import java.util.List;

/**
 * A run of collectives that one rank made and another did not, or the other way round. From there on, calls of different numbers
 * are one call.
 *
 * @param sequence the number at which the run begins, the same on both ranks
 * @param length how many calls the run has
 * @param extra whether the first of the two ranks made the run; otherwise the second one did
 */
public record CallShift(long sequence, int length, boolean extra) {

    /**
     * Finds the first shift between two ranks of a communicator, by the cheapest script of edits.
     *
     * @param matcher compares the job's signatures
     * @return null where their first difference is another one, or is too late for later calls to show which it is
     */
    public static CallShift between(Membership own, Membership reference, SignatureMatcher matcher) {
        CallSequence ownCalls = own.collectives();
        CallSequence referenceCalls = reference.collectives();
        long start = Math.max(ownCalls.firstSequence(), referenceCalls.firstSequence());
        RankClass one = rankClass(own, matcher, start);
        RankClass other = rankClass(reference, matcher, start);
        int shared = Math.min(one.length(), other.length());
        int split = 0;
        while (split < shared && one.same(split, other, split)) {
            split++;
        }
        CallTokens tokens = CallTokens.withPaths();
        Edit edit = split < shared
                ? FirstEdit.of(one, other, split, tokens)
                : one.length() == other.length() ? null : FirstEdit.ofShift(one, other, tokens);
        return edit == null || edit.kind() != EditKind.EXTRA && edit.kind() != EditKind.MISSING
                ? null
                : new CallShift(one.sequence(edit.position()), edit.length(), edit.kind() == EditKind.EXTRA);
    }

    private static RankClass rankClass(Membership member, SignatureMatcher matcher, long start) {
        CallSequence calls = member.collectives();
        return new RankClass(List.of(member.rank()), calls, matcher, start, RankClasses.blocked(calls), false);
    }
}
