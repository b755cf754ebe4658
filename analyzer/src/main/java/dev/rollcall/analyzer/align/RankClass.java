package dev.rollcall.analyzer.align;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Signature;
import java.util.List;

/**
 * What one or more ranks called on a communicator inside the window, where all of them called the same from the same
 * lines. Position 0 is the window's first call. Immutable.
 */
public final class RankClass {
    private final List<Integer> ranks;
    private final CallSequence calls;
    private final SignatureMatcher matcher;
    private final long start;
    private final int offset;
    private final boolean blocked;
    private final boolean cut;

    /**
     * Makes a rankClass.
     *
     * @param ranks the global ranks, ascending, the first of which gave {@code calls}
     * @param calls what they called
     * @param matcher of the job's signatures
     * @param start the window's first sequence number
     * @param blocked whether any of them is still in its last call, or failed in it
     * @param cut whether recording stopped, so that nothing tells what they called afterwards
     */
    RankClass(
            List<Integer> ranks,
            CallSequence calls,
            SignatureMatcher matcher,
            long start,
            boolean blocked,
            boolean cut) {
        this.ranks = List.copyOf(ranks);
        this.calls = calls;
        this.matcher = matcher;
        this.start = start;
        this.offset = (int) Math.min(Math.max(0, start - calls.firstSequence()), calls.size());
        this.blocked = blocked || cut;
        this.cut = cut;
    }

    /** Returns the global ranks, ascending. */
    public List<Integer> ranks() {
        return ranks;
    }

    /** Returns how many calls are in the window. */
    public int length() {
        return calls.size() - offset;
    }

    /** Returns whether the rankClass's end says nothing: its ranks are still in their last call or failed in it, or it is cut. */
    public boolean blocked() {
        return blocked;
    }

    /** Returns whether the rankClass ends because recording stopped; its ranks may have called more. */
    public boolean cut() {
        return cut;
    }

    /** Returns the code of the call at a position, see {@link SignatureMatcher#code}. */
    public int code(int position) {
        return matcher.code(calls.signature(offset + position));
    }

    /** Returns the job's number of the site of the call at a position. */
    public int site(int position) {
        return calls.site(offset + position);
    }

    /** Returns how far the call at a position got on the rankClass's first rank. */
    public CallState state(int position) {
        return calls.state(offset + position);
    }

    /** Returns the sequence number of a position, whether or not it was reached. */
    public long sequence(int position) {
        return start + position;
    }

    /** Returns the whole call at a position, as the rankClass's first rank made it. */
    public Call call(int position) {
        return calls.call(offset + position);
    }

    /** Returns what the call at a position asks for. */
    Signature asked(int position) {
        return calls.asked(offset + position);
    }

    /** Returns whether two positions, of this rankClass and another, may be one call. */
    boolean same(int position, RankClass other, int otherPosition) {
        return matcher.same(code(position), other.code(otherPosition));
    }

    /** Returns whether the call's record at a position was lost. */
    boolean lost(int position) {
        return matcher.lost(code(position));
    }

    /** Returns the rankClass with the most calls, the first of equals. */
    static RankClass longest(List<RankClass> rankClasses) {
        RankClass longest = rankClasses.get(0);
        for (RankClass rankClass : rankClasses) {
            if (rankClass.length() > longest.length()) {
                longest = rankClass;
            }
        }
        return longest;
    }
}
