package dev.rollcall.analyzer.code.match;

import dev.rollcall.analyzer.code.summary.CollectiveCall;
import dev.rollcall.analyzer.code.summary.Guard;
import dev.rollcall.analyzer.verdict.Cause;
import java.util.List;
import java.util.Optional;

/**
 * Ranks that make different calls. Immutable.
 *
 * @param guard the condition at which they part; empty where a call's own arguments differ
 * @param cause the kind of failure that would follow
 * @param ranks the ranks of the smaller side, ascending
 * @param other a rank of the larger side
 * @param world the number of ranks of the job that shows it
 * @param call the first call of {@code ranks} that differs; empty where they make none any more
 * @param othersCall the call of {@code other} in its place; empty where it makes none any more
 * @param reason why this is a warning, or a note
 */
public record Divergence(
        Optional<Guard> guard,
        Cause cause,
        List<Integer> ranks,
        int other,
        int world,
        Optional<CollectiveCall> call,
        Optional<CollectiveCall> othersCall,
        Reason reason) {

    /** Why a divergence is a warning or a note. */
    public enum Reason {
        /** The rank decides. */
        RANK,
        /** Data of one rank decides. */
        LOCAL_DATA,
        /** A clock or random numbers decide. */
        CLOCK,
        /** An exception on one rank alone decides. */
        EXCEPTION,
        /** What a function of the rank returns is not known. */
        UNKNOWN_FUNCTION,
        /** Only values that are not known decide. */
        VALUE,
        /** Ranks ask different conditions, which may belong together. */
        CONDITIONS,
        /** The call communicates in some configurations of its library alone. */
        MAY_COMMUNICATE,
        /** The members of the communicator are not known. */
        MEMBERS,
        /** A rank that fails a check raises an exception. */
        CHECK,
        /** A function on the way could not be summarized. */
        NOT_SUMMARIZED
    }

    /** Makes the list immutable. */
    public Divergence {
        ranks = List.copyOf(ranks);
    }

    /** Returns this as a note: what calls the function was not compared with it. */
    public Divergence inPart() {
        return new Divergence(
                guard, cause, ranks, other, world, call, othersCall, isWarning() ? Reason.NOT_SUMMARIZED : reason);
    }

    /** Returns whether this is a warning: the ranks are sure to part if the line runs. All else is a note. */
    public boolean isWarning() {
        return reason == Reason.RANK;
    }
}
