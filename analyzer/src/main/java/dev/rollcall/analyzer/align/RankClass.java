package dev.rollcall.analyzer.align;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Signature;
import java.util.List;

/**
 * The calls of ranks that made equal calls from equal call sites, inside the window of their communicator. Positions count the
 * window's calls from 0. Immutable; as thread-safe as the {@link CallSequence} and the {@link SignatureMatcher} that it reads.
 */
public final class RankClass {
    private final List<Integer> ranks;
    private final CallSequence calls;
    private final SignatureMatcher matcher;
    private final long start;
    private final int offset;
    private final int end;
    private final boolean blocked;
    private final boolean cut;

    /**
     * Makes a class.
     *
     * @param ranks the global ranks, ascending
     * @param calls the first rank's calls
     * @param matcher compares the job's signatures
     * @param start the window's first sequence number
     * @param blocked whether any of the ranks is still in its last call, or failed in it
     * @param cut whether recording stopped, so that later calls are unknown
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
        this.offset = offset(calls, start);
        this.end = end(calls, offset);
        this.blocked = blocked || cut;
        this.cut = cut;
    }

    /** Returns how many calls are older than a window. */
    static int offset(CallSequence calls, long start) {
        return (int) Math.min(Math.max(0, start - calls.firstSequence()), calls.size());
    }

    /**
     * Returns where the calls to compare end: after the first of the failed calls that a rank ends with. Once a connection is
     * broken, each later call fails at once, and what an application tries then, such as the same call again, shows no fault.
     */
    static int end(CallSequence calls, int offset) {
        int end = calls.size();
        while (end - 2 >= offset
                && calls.state(end - 1) == CallState.FAILED
                && calls.state(end - 2) == CallState.FAILED) {
            end--;
        }
        return end;
    }

    /** Returns the global ranks, ascending. */
    public List<Integer> ranks() {
        return ranks;
    }

    /** Returns how many calls are in the window, without those that a rank tried after a failure. */
    public int length() {
        return end - offset;
    }

    /** Returns whether the end says nothing about what comes next: a rank is still in its last call, failed in it, or is cut. */
    boolean blocked() {
        return blocked;
    }

    /** Returns whether the calls end because recording stopped; the ranks may have called more. */
    boolean cut() {
        return cut;
    }

    /** Returns the code of the signature at a position, see {@link SignatureMatcher#code}. */
    public int code(int position) {
        return matcher.code(calls.signatureNumber(offset + position));
    }

    /** Returns the job's number of the call site at a position. */
    int site(int position) {
        return calls.siteNumber(offset + position);
    }

    /** Returns the sequence number of a position, whether or not it was reached. */
    public long sequence(int position) {
        return start + position;
    }

    /** Returns the whole call at a position, as the first rank made it; it may be read from a file. */
    public Call call(int position) {
        return calls.call(offset + position);
    }

    /** Returns the signature of the call at a position. */
    Signature signature(int position) {
        return calls.signature(offset + position);
    }

    /** Returns whether calls of this class and another may be one call. */
    boolean same(int position, RankClass other, int otherPosition) {
        return matcher.same(code(position), other.code(otherPosition));
    }

    /** Returns whether the record of the call at a position was lost. */
    boolean lost(int position) {
        return matcher.lost(code(position));
    }

    /** Returns the class with the most calls, the first of equals. */
    static RankClass longest(List<RankClass> classes) {
        RankClass longest = classes.get(0);
        for (RankClass each : classes) {
            if (each.length() > longest.length()) {
                longest = each;
            }
        }
        return longest;
    }

    /** Returns how many ranks some classes have together. */
    static int countRanks(List<RankClass> classes) {
        return classes.stream().mapToInt(each -> each.ranks().size()).sum();
    }
}
