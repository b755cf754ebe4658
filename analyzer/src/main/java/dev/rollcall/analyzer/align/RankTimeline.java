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
 * All calls of one rank in the order in which it made them, on whatever communicator, as numbers: equal where what is called,
 * from where, and by how many ranks together are equal. So ranks that play one role in different groups have one timeline.
 */
final class RankTimeline {
    /** Stands for a call of which nothing tells. */
    static final int UNTOLD = -1;

    private static final int MOST_COMPARED = 128;

    private final List<Made> made;
    private final int[] tokens;

    private RankTimeline(List<Made> made) {
        this.made = made;
        this.tokens = made.stream().mapToInt(Made::token).toArray();
    }

    /** One call, and where it was made. */
    record Made(Communicator communicator, Call call, int token) {}

    /** What stands for a call. */
    record Token(int code, int site, int size) {}

    /**
     * Puts a rank's calls into order; empty where nothing tells the order, or a record is lost.
     *
     * @param tokens the job's
     */
    static RankTimeline of(Job job, int rank, SignatureMatcher matcher, InternTable<Token> tokens) {
        List<Made> made = new ArrayList<>();
        for (Communicator communicator : job.communicators()) {
            Membership member = communicator.memberships().get(rank);
            if (member == null) {
                continue;
            }
            for (CallSequence calls : List.of(member.collectives(), member.pointToPoint())) {
                for (int i = 0; i < calls.size(); i++) {
                    Call call = calls.call(i);
                    if (call.enqueued() == Call.NO_TIME || call.signature().equals(Signature.LOST)) {
                        return new RankTimeline(List.of());
                    }
                    Token token = new Token(matcher.code(calls.signature(i)), calls.site(i), communicator.size());
                    made.add(new Made(communicator, call, tokens.id(token)));
                }
            }
        }
        made.sort(Comparator.comparingLong(call -> call.call().enqueued()));
        return new RankTimeline(made);
    }

    /** Returns how many calls it has. */
    int length() {
        return tokens.length;
    }

    /** Returns the number of the call at a position. */
    int token(int position) {
        return tokens[position];
    }

    /** Returns the call at a position. */
    Made made(int position) {
        return made.get(position);
    }

    /** Returns whether another timeline begins with a call of the same number as this one: both go back equally far. */
    boolean beginsWith(RankTimeline other) {
        return length() > 0
                && other.length() > 0
                && made.get(0).call().sequence() == other.made.get(0).call().sequence();
    }

    /** Returns whether a call is like an earlier one. */
    boolean repeats(Call call) {
        for (int i = length() - 1; i > 0; i--) {
            if (made.get(i).call().equals(call)) {
                int token = tokens[i];
                return Arrays.stream(tokens, 0, i).anyMatch(earlier -> earlier == token);
            }
        }
        return false;
    }

    /** Returns where a rank made a collective call of a communicator; -1 where it did not. */
    int position(Communicator communicator, long sequence) {
        for (int i = length() - 1; i >= 0; i--) {
            Call call = made.get(i).call();
            if (made.get(i).communicator() == communicator
                    && call.sequence() == sequence
                    && call.signature().peer() < 0) {
                return i;
            }
        }
        return -1;
    }

    /** Returns whether a call with this number is made at a position or later. */
    boolean contains(int token, int from) {
        return contains(token, from, length());
    }

    /** Returns whether a call with this number is made in a stretch. */
    boolean contains(int token, int from, int to) {
        return Arrays.stream(tokens, from, to).anyMatch(made -> made == token);
    }

    /**
     * Returns whether the calls from a position on, three at least, are those to come one after the other once a call was left out,
     * as far as these are told.
     *
     * @param expected what comes a number of calls, from 1, after the one that was left out; {@link #UNTOLD} where nothing tells
     */
    boolean resumes(int position, IntUnaryOperator expected) {
        int steps = 0;
        while (position + steps < length()
                && steps < MOST_COMPARED
                && expected.applyAsInt(steps + 1) == token(position + steps)) {
            steps++;
        }
        boolean whole =
                position + steps == length() || steps == MOST_COMPARED || expected.applyAsInt(steps + 1) == UNTOLD;
        return whole && steps >= Thresholds.FEWEST_RECOGNIZED_CALLS;
    }

    /** Returns a rank's divergence at a position. */
    Divergence divergence(
            int rank, int position, boolean unprecedented, Made expected, boolean resumed, List<Integer> peers) {
        Made own = made(position);
        return new Divergence(
                rank,
                own.communicator(),
                own.call(),
                unprecedented,
                expected.call(),
                expected.communicator(),
                resumed,
                peers);
    }

    /** Returns whether a stretch of another timeline is somewhere in this one, call by call. */
    boolean holds(RankTimeline other, int from, int to) {
        int length = to - from;
        for (int start = 0; start + length <= tokens.length; start++) {
            int i = 0;
            while (i < length && tokens[start + i] == other.tokens[from + i]) {
                i++;
            }
            if (i == length) {
                return true;
            }
        }
        return false;
    }
}
