package dev.rollcall.analyzer.wording;

import dev.rollcall.analyzer.incident.AlignedJob;
import dev.rollcall.analyzer.model.PeerLoss;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.RankSource;
import dev.rollcall.analyzer.wait.Wait;
import java.util.List;
import java.util.Objects;

/** Ranks whose calls are not known, in words. */
final class UnreadRankText {
    private UnreadRankText() {}

    /**
     * Returns what is known of ranks: where one is, or why nothing shows its call.
     *
     * @param who the ranks in words, such as {@code it}
     * @param read what is said of ranks that were read and show nothing of it, without {@code who}
     */
    static String of(List<Integer> ranks, String who, String read, AlignedJob aligned) {
        List<Rank> known =
                ranks.stream().map(aligned.job()::rank).filter(Objects::nonNull).toList();
        if (known.isEmpty()) {
            String noun = RankSource.noun(aligned.job().ranks());
            return noun.isEmpty()
                    ? "the console shows no call of " + (who.equals("they") ? "them" : who)
                    : who + Wording.either(ranks, " has no ", " have no ") + noun;
        }
        Wait wait = aligned.waitOf(ranks.get(0));
        if (ranks.size() == 1 && wait != null) {
            return who + " waits in " + Wording.operationOn(wait);
        }
        if (ranks.size() == 1 && known.get(0).ending().hasEnded()) {
            return RankStateText.of(ranks, aligned);
        }
        String printed = RankStateText.printed(known.get(0));
        if (ranks.size() == 1
                && !printed.isEmpty()
                && !PeerLoss.anyOf(known.get(0).ending().printedException())) {
            return who + " " + printed;
        }
        boolean stopped = known.stream().allMatch(rank -> rank.ending().isUnobserved());
        if (ranks.size() == 1 && aligned.position(ranks.get(0)) != null) {
            return RankStateText.of(ranks, aligned);
        }
        if (known.stream()
                .allMatch(
                        rank -> rank.ending().isUnresponsive() || rank.ending().isFiltered())) {
            return who + " " + known.get(0).ending().reason();
        }
        if (!stopped) {
            return who + " " + read;
        }
        return who
                + (known.stream().anyMatch(rank -> madeCalls(rank, aligned))
                        ? " stopped recording"
                        : " recorded no call");
    }

    /** A log can be of a kind that shows who joined a communicator, and no calls. */
    private static boolean madeCalls(Rank rank, AlignedJob aligned) {
        return aligned.job().communicators().stream()
                .map(communicator -> communicator.memberships().get(rank.number()))
                .anyMatch(member -> member != null
                        && member.collectives().lastSequence()
                                        + member.pointToPoint().size()
                                > 0);
    }
}
