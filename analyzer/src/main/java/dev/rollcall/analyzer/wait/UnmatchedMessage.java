package dev.rollcall.analyzer.wait;

import dev.rollcall.analyzer.model.Call;
import java.util.List;

/**
 * A send or a receive whose peer has gone on without the other half. The peer will not issue it any more, so this is a mismatch
 * of two programs and not a rank that is late.
 *
 * @param half the half that was issued, as the wait of its issuer
 * @param peer the global rank that did not issue the other half
 * @param fault which end is wrong
 * @param reason what shows which end it is, or only that the peer has gone on
 * @param peersCall the call in which the peer waits, or its last send or receive on the communicator; null where it has made
 *     none there, or its source does not have the communicator
 * @param instead the peer's half that has no partner either, because of another tag or peer; null where there is none
 */
public record UnmatchedMessage(Wait half, int peer, End fault, Reason reason, Call peersCall, Call instead) {

    /** An end of a message. */
    public enum End {
        /** The rank that issued the half: it should not have, or not so. */
        ISSUER,
        /** The rank that did not issue the other half. */
        PEER,
        /** Nothing tells which. */
        EITHER
    }

    /** What the facts rest on. */
    public enum Reason {
        /** All ranks in the same role make other calls in that place. */
        PATTERN_OF_PEERS,
        /** The rank made other calls in that place of each earlier step. */
        PATTERN_OF_PAST,
        /** Several ranks lack a half of the peer, more than there are ranks where the peer is. */
        SEVERAL_ISSUERS,
        /** The peer made such a half with another rank, which did not make its own. */
        OTHER_PEER,
        /** The peer made such a half under another tag, without a partner. */
        OTHER_TAG,
        /** The peer waits in a collective that the issuer cannot reach. */
        WENT_ON,
        /** The peer's process ended well. */
        ENDED,
        /** Each end waits for a half of the other. */
        MUTUAL
    }

    /** Returns the same with another judgement. */
    UnmatchedMessage of(End end, Reason why) {
        return new UnmatchedMessage(half, peer, end, why, peersCall, instead);
    }

    /** Returns the rank that issued the half. */
    public int issuer() {
        return half.rank();
    }

    /** Returns the ranks at fault, ascending: one where an end is known to be wrong, otherwise both. */
    public List<Integer> ranks() {
        return switch (fault) {
            case ISSUER -> List.of(issuer());
            case PEER -> List.of(peer);
            case EITHER -> List.of(Math.min(issuer(), peer), Math.max(issuer(), peer));
        };
    }
}
