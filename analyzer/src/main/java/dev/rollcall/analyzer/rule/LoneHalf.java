package dev.rollcall.analyzer.rule;

import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Evidence;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Severity;
import dev.rollcall.analyzer.wait.PeerHabit;
import dev.rollcall.analyzer.wait.Wait;
import java.util.List;
import java.util.Optional;

/**
 * One rank waits in a send or a receive whose other half never came, from a peer that nobody else waits for and that waits for
 * nobody: the half may be one too many, or the peer may have left its own out. Nothing tells which, unless the rank's own past
 * announced the half.
 */
final class LoneHalf {

    private LoneHalf() {}

    /**
     * Returns whether a send or receive may be one too many: the rank's own past did not announce it, and its peer ended well, or
     * never sent to it or received from it while it did with others, or nothing is known of it but that nobody else lacks it.
     */
    static boolean open(Wait wait, Situation situation) {
        if (!wait.pointToPoint()
                || wait.absent().isEmpty()
                || situation.waits().waits().containsKey(wait.absent().get(0))
                || PeerHabit.kept(wait)) {
            return false;
        }
        int peer = wait.absent().get(0);
        Rank rank = situation.job().rank(peer);
        return switch (rank.ending().kind()) {
            case EXITED -> rank.ending().exitCode() == 0;
            case UNKNOWN -> PeerHabit.strangers(wait) || unseen(rank) && onlyOne(wait, peer, situation);
            case ALIVE -> unseen(rank) && onlyOne(wait, peer, situation);
            default -> false;
        };
    }

    /** Whether nothing tells where a rank is. */
    private static boolean unseen(Rank rank) {
        return rank.threads().isEmpty();
    }

    private static boolean onlyOne(Wait wait, int peer, Situation situation) {
        return situation.waits().waits().values().stream().noneMatch(other -> other != wait && other.awaits(peer));
    }

    /** Returns the one half that lacks its other, where ranks wait in nothing but sends and receives and all others have theirs. */
    static Optional<Wait> alone(List<Wait> stuck) {
        List<Wait> lacking =
                stuck.stream().filter(wait -> !wait.absent().isEmpty()).toList();
        return stuck.stream().allMatch(Wait::pointToPoint) && lacking.size() == 1
                ? Optional.of(lacking.get(0))
                : Optional.empty();
    }

    /** Returns what is told of a half where no rule found why its rank waits: both sides of it. */
    static Finding finding(Wait wait, Situation situation) {
        int peer = wait.absent().get(0);
        boolean receives = wait.call().signature().traits().receives();
        Wait elsewhere = situation.waits().waits().get(peer);
        boolean left = situation.job().rank(peer).ending().kind() == Ending.Kind.EXITED;
        return new Finding(
                Cause.UNDETERMINED,
                Severity.NOTE,
                List.of(wait.rank()),
                wait.communicator(),
                wait.call().sequence(),
                "Two sides, two stories: rank " + wait.rank() + " waits in "
                        + wait.call().signature().operation()
                        + (receives ? " from rank " : " to rank ") + peer + ", call "
                        + Wording.grouped(wait.call().sequence()) + " on `"
                        + wait.communicator().name() + "`"
                        + Wording.at(wait.call().stack()) + ", and rank " + peer
                        + (receives ? " has not sent it and " : " has not received it and ")
                        + (elsewhere != null
                                ? "waits in " + Wording.in(elsewhere)
                                : left ? "ended" : "is in no other call")
                        + ". Nothing in the traces says which is wrong.",
                "A send and its receive complete only together. Either this "
                        + (receives ? "receive" : "send")
                        + " is one too many, or the other rank left out its "
                        + (receives ? "send." : "receive."),
                "Look at what rank " + peer + " is doing. If it has finished, add the matching "
                        + (receives ? "send" : "receive") + " there, or remove this call.",
                null,
                List.of(
                        new Evidence(wait.rank(), wait.call(), "has no match"),
                        new Evidence(peer, null, "made no matching call")));
    }
}
