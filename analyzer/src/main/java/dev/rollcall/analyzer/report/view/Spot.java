package dev.rollcall.analyzer.report.view;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.NumberText;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.model.StackFrame;

/**
 * Where one rank is. It is worded when it is asked for, since of all a rank's communicators one tells where it is; all texts are
 * safe to print.
 *
 * @param state how the rank stands to the call
 * @param asked what the call asks for; null where it is in no call, or the call's record is lost
 * @param sequence the call's number; 0 where it has none
 * @param on where the call is; null for no place
 * @param site the call site; null where unknown
 * @param since since when, nanoseconds since the epoch; {@link Call#NO_TIME} where unknown
 */
record Spot(RankState state, Signature asked, long sequence, Communicator on, StackFrame site, long since) {
    /** Of a rank that called nothing. */
    static final Spot NOWHERE = new Spot(RankState.NONE, null, 0, null, null, Call.NO_TIME);

    /** Of a rank without a call on record, in a file that may lack calls. */
    static final Spot UNRECORDED = new Spot(RankState.UNRECORDED, null, 0, null, null, Call.NO_TIME);

    /** Returns the place of a rank that is in the making of a communicator. */
    static Spot joining(Communicator communicator, Membership member) {
        return new Spot(
                RankState.CREATING,
                null,
                0,
                communicator,
                member.join().site().siteFrame(),
                member.join().begun());
    }

    /** Returns the place of a rank of whose last call the number alone is left. */
    static Spot unrecorded(Communicator communicator, long sequence) {
        return new Spot(RankState.LOST, null, sequence, communicator, null, Call.NO_TIME);
    }

    /**
     * Returns the place of a rank by its last call.
     *
     * @param ended whether its process is gone, so that it cannot wait
     */
    static Spot of(Communicator communicator, Call call, boolean ended) {
        return new Spot(
                state(call.state(), ended),
                call.signature(),
                call.sequence(),
                communicator,
                call.stack().siteFrame(),
                call.enqueued());
    }

    private static RankState state(CallState call, boolean ended) {
        return switch (call) {
            case ENQUEUED, STARTED -> ended ? RankState.ENDED : RankState.WAITING;
            case COMPLETED -> RankState.COMPLETED;
            case FAILED -> RankState.FAILED;
            case UNKNOWN -> RankState.UNKNOWN;
        };
    }

    /** Returns whether the rank waits there. */
    boolean waiting() {
        return state == RankState.WAITING || state == RankState.CREATING;
    }

    /** The oldest wait wins over a later one, any wait over none, the latest finished call over an earlier one. */
    Spot or(Spot other) {
        if (waiting() != other.waiting()) {
            return waiting() ? this : other;
        }
        return since <= other.since == waiting() ? this : other;
    }

    /** Returns what the rank does with the call, such as {@code in }; of a call whose record is lost, which call it was. */
    String how() {
        return switch (state) {
            case WAITING -> "in ";
            case ENDED -> "was in ";
            case FAILED -> "failed in ";
            case COMPLETED, UNKNOWN -> "after ";
            case CREATING -> "creating ";
            case LOST ->
                on.numbersCalls()
                        ? "after call " + NumberText.grouped(sequence) + " on " + communicator()
                        : "not in this call on " + communicator();
            case NONE -> "made no call";
            case UNRECORDED -> "no call recorded";
        };
    }

    /** Returns what the call asks for without what differs between ranks in one place: the peer of a send or receive. */
    String alike() {
        return asked == null ? "" : Printable.of(asked.withPeer(-1).describe());
    }

    /** Returns the name of the communicator on which the call is; empty for no place. */
    String communicator() {
        return on == null ? "" : Printable.of(on.name());
    }

    /** Returns the call site; empty where unknown. */
    String place() {
        return FrameView.place(site);
    }

    /** Returns what the rank does there, such as {@code in barrier, call 12 on world}. */
    String what() {
        if (asked == null) {
            return state == RankState.CREATING ? how() + communicator() : how();
        }
        return how()
                + (sequence == 0
                        ? communicator()
                        : Printable.of(on.describe(asked)) + number() + " on " + communicator());
    }

    private String number() {
        return on.numbersCalls() ? ", call " + NumberText.grouped(sequence) : "";
    }

    /** Returns what ranks in this place do whose calls differ in number, peer or communicator. */
    String what(int communicators, boolean oneSequence) {
        String where = communicators == 1 ? communicator() : communicators + " communicators";
        if (asked == null) {
            return state == RankState.CREATING ? how() + where : how();
        }
        return how() + (sequence == 0 ? where : alike() + (oneSequence ? number() : "") + " on " + where);
    }
}
