package dev.rollcall.analyzer.incident;

import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.wait.PeerHabit;
import dev.rollcall.analyzer.wait.Wait;

/**
 * A send or receive whose other half never came, from a peer that no other rank waits for and that waits for nobody: the half
 * may be one too many, or the peer may have left out its own.
 */
final class LoneHalf {
    private LoneHalf() {}

    /**
     * Returns whether a send or receive may be one too many: the rank's history did not predict it, and its peer ended well,
     * or exchanged messages with others and never with this rank, or nothing is known of it but that no other rank lacks it.
     */
    static boolean open(Wait wait, AlignedJob aligned) {
        if (aligned.waitOf(wait.absent().get(0)) != null || PeerHabit.kept(wait)) {
            return false;
        }
        int peer = wait.absent().get(0);
        Rank rank = aligned.job().rank(peer);
        boolean alone = rank.threads().isEmpty() && onlyOne(wait, peer, aligned);
        return switch (rank.ending().kind()) {
            case EXITED -> rank.ending().exitCode() == 0;
            case UNKNOWN -> PeerHabit.strangers(wait) || alone;
            case ALIVE -> alone;
            default -> false;
        };
    }

    private static boolean onlyOne(Wait wait, int peer, AlignedJob aligned) {
        return aligned.waits().waits().values().stream()
                .noneMatch(other -> other.rank() != wait.rank() && other.awaits(peer));
    }
}
