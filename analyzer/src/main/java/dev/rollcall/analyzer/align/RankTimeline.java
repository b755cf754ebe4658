package dev.rollcall.analyzer.align;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.model.Thresholds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * All calls of one rank on all its communicators, in the order in which it made them, as numbers: equal where signature, call
 * site and size of the communicator are equal. Ranks that play one role in different groups have equal timelines. Immutable.
 */
final class RankTimeline {
    /** Stands for a call that is not known. */
    static final int UNKNOWN_TOKEN = -1;

    /** Bounds the comparison: a rank that goes on like the expected calls for so long has resumed. */
    private static final int MOST_COMPARED = 128;

    private final List<MadeCall> calls;
    private final int[] tokens;

    private RankTimeline(List<MadeCall> calls) {
        this.calls = calls;
        this.tokens = calls.stream().mapToInt(MadeCall::token).toArray();
    }

    /** One call, where it was made, and its number. */
    record MadeCall(Communicator communicator, boolean collective, Call call, int token) {}

    /** What makes calls equal. */
    record Token(int code, int site, int size) {}

    /**
     * Puts a rank's calls into order. The timeline is empty where the source has no times, or a record is lost.
     *
     * @param tokens numbers the calls of all ranks of the job
     */
    static RankTimeline of(Job job, int rank, SignatureMatcher matcher, InternTable<Token> tokens) {
        List<MadeCall> calls = new ArrayList<>();
        for (Communicator communicator : job.communicators()) {
            Membership member = communicator.memberships().get(rank);
            if (member == null) {
                continue;
            }
            for (CallSequence sequence : List.of(member.collectives(), member.pointToPoint())) {
                for (int i = 0; i < sequence.size(); i++) {
                    Call call = sequence.call(i);
                    if (call.enqueued() == Call.NO_TIME || call.signature().equals(Signature.LOST)) {
                        return new RankTimeline(List.of());
                    }
                    Token token = new Token(
                            matcher.code(sequence.signatureNumber(i)), sequence.siteNumber(i), communicator.size());
                    boolean collective = sequence == member.collectives();
                    calls.add(new MadeCall(communicator, collective, call, tokens.id(token)));
                }
            }
        }
        calls.sort(Comparator.comparingLong(made -> made.call().enqueued()));
        return new RankTimeline(calls);
    }

    /** Returns how many calls the timeline has. */
    int length() {
        return tokens.length;
    }

    /** Returns the number of the call at a position. */
    int token(int position) {
        return tokens[position];
    }

    /** Returns the call at a position. */
    MadeCall at(int position) {
        return calls.get(position);
    }

    /** Returns whether both timelines go back equally far; those of rings that wrapped elsewhere are alike only by chance. */
    boolean startsWith(RankTimeline other) {
        return length() > 0
                && other.length() > 0
                && calls.get(0).call().sequence() == other.calls.get(0).call().sequence();
    }

    /** Returns whether a call equals an earlier one. */
    boolean madeBefore(Call call) {
        for (int i = length() - 1; i > 0; i--) {
            if (calls.get(i).call().equals(call)) {
                return contains(tokens[i], 0, i);
            }
        }
        return false;
    }

    /** Returns the position of a collective call; -1 where the rank did not make it. */
    int position(Communicator communicator, long sequence) {
        for (int i = length() - 1; i >= 0; i--) {
            MadeCall made = calls.get(i);
            if (made.collective()
                    && made.communicator() == communicator
                    && made.call().sequence() == sequence) {
                return i;
            }
        }
        return -1;
    }

    /** Returns whether a call with this number is made in a stretch. */
    boolean contains(int token, int from, int to) {
        for (int i = from; i < to; i++) {
            if (tokens[i] == token) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether a stretch of another timeline is anywhere in this one. */
    boolean contains(RankTimeline other, int from, int to) {
        int length = to - from;
        for (int start = 0; start + length <= tokens.length; start++) {
            if (Arrays.equals(tokens, start, start + length, other.tokens, from, to)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns whether the calls from a position on, three at least, are those expected after a skipped call, as far as these are
     * known.
     *
     * @param expected the call that is expected a number of calls, from 1, after the skipped one; {@link #UNKNOWN_TOKEN} where
     *     it is not known
     */
    boolean resumes(int position, IntUnaryOperator expected) {
        int steps = 0;
        while (position + steps < length()
                && steps < MOST_COMPARED
                && expected.applyAsInt(steps + 1) == token(position + steps)) {
            steps++;
        }
        boolean whole = position + steps == length()
                || steps == MOST_COMPARED
                || expected.applyAsInt(steps + 1) == UNKNOWN_TOKEN;
        return whole && steps >= Thresholds.FEWEST_RECOGNIZED_CALLS;
    }
}
