package dev.rollcall.analyzer.incident;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.PeerLoss;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.wait.Wait;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Tells failures of a rank's own from those that follow from another rank's. One death makes many: a rank that lost a
 * connection or waited in vain is never the origin.
 */
public final class FailureOrigin {
    private FailureOrigin() {}

    /** Returns whether a rank ended, and not because it lost a peer. */
    static boolean endedByItself(Rank rank) {
        return rank != null && rank.ending().hasEnded() && !lostPeer(rank);
    }

    /** Returns whether a rank ended by a failure, and not because it lost a peer. */
    public static boolean hasFailedByItself(Rank rank) {
        return endedByItself(rank) && rank.ending().failed();
    }

    /**
     * Returns whether a rank failed by an error of its device, which calls that do not fit can cause, too: they make the device use
     * memory beyond a buffer, or of a process that is gone. A failed assertion is the program's own.
     */
    static boolean failedOnDevice(Rank rank) {
        String reason = rank.ending().reason();
        return hasFailedByItself(rank) && reason.contains("CUDA error") && !reason.contains("device-side assert");
    }

    private static boolean lostPeer(Rank rank) {
        return rank.ending().kind() == Ending.Kind.UNCAUGHT_EXCEPTION
                && (PeerLoss.anyOf(rank.ending().reason())
                        || PeerLoss.namesAnother(rank.ending().reason(), rank.number()));
    }

    /** Returns whether a call failed because a connection was closed. */
    static boolean severed(Wait wait) {
        return failed(wait) && PeerLoss.closed(wait.call().failure());
    }

    /** Returns whether a call failed because nobody came in time. */
    static boolean timedOut(Wait wait) {
        return failed(wait) && PeerLoss.timedOut(wait.call().failure());
    }

    /** Returns whether a call failed with an error of its own. */
    static boolean failedByItself(Wait wait) {
        return failed(wait) && !PeerLoss.anyOf(wait.call().failure());
    }

    /** Returns whether a call failed. */
    static boolean failed(Wait wait) {
        return wait.call().state() == CallState.FAILED;
    }

    /** Returns the ranks that ended first, as far as their times show; a death without a record has no time of its own. */
    static List<Integer> first(Collection<Rank> gone) {
        List<Rank> recorded = new ArrayList<>();
        List<Rank> died = new ArrayList<>();
        gone.forEach(rank -> (rank.ending().kind() == Ending.Kind.DIED ? died : recorded).add(rank));
        long earliest =
                recorded.stream().mapToLong(rank -> rank.ending().time()).min().orElse(Call.NO_TIME);
        if (earliest != Call.NO_TIME) {
            String reason = recorded.stream()
                    .filter(rank -> rank.ending().time() == earliest)
                    .findFirst()
                    .orElseThrow()
                    .ending()
                    .reason();
            // Ranks that fail for one reason fail together, though not in one instant.
            recorded.removeIf(rank ->
                    rank.ending().time() > earliest && !rank.ending().reason().equals(reason));
            died.removeIf(rank -> rank.lastAlive() > earliest);
        }
        return (died.isEmpty() ? recorded : died)
                .stream().map(Rank::number).sorted().toList();
    }
}
