package dev.rollcall.analyzer.report.picture;

import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.RankText;
import dev.rollcall.analyzer.report.view.RankState;
import dev.rollcall.analyzer.report.view.RollOfRanks;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Severity;
import dev.rollcall.analyzer.verdict.Verdict;
import dev.rollcall.analyzer.verdict.WaitDistance;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The level of each rank of a verdict, and its words, for all pictures. */
final class RankLevels {
    private static final int MOST_TOLD = 3;
    /** After these, a rank may wait in a call that its source does not show. */
    private static final Set<RankState> UNSURE = EnumSet.of(RankState.UNRECORDED, RankState.LOST, RankState.UNKNOWN);

    private final Verdict verdict;
    private final SortedMap<Integer, RankLevel> levels = new TreeMap<>();

    private RankLevels(Verdict verdict) {
        this.verdict = verdict;
    }

    /** Returns the levels of the ranks that were read, that are expected, or that are named. */
    static RankLevels of(Verdict verdict) {
        RankLevels levels = new RankLevels(verdict);
        levels.read();
        return levels;
    }

    private void read() {
        Job job = verdict.job();
        for (int rank = 0; rank < job.coverage().expected(); rank++) {
            levels.put(rank, RankLevel.UNREAD);
        }
        for (Rank rank : job.ranks()) {
            levels.put(rank.number(), rank.ending().hasEnded() ? RankLevel.ENDED : RankLevel.FREE);
        }
        RollOfRanks.positions(job).stream()
                .filter(position -> verdict.outcome().exitCode() != 0 && UNSURE.contains(position.state()))
                .flatMap(position -> position.ranks().stream())
                .forEach(rank -> levels.replace(rank, RankLevel.FREE, RankLevel.UNKNOWN));
        verdict.waits()
                .classes()
                .forEach(each -> each.ranks()
                        .forEach(rank -> levels.merge(
                                rank, level(each.distance()), (own, waits) -> waits == RankLevel.FREE ? own : waits)));
        if (verdict.mainFinding() == null) {
            verdict.findings().stream()
                    .filter(finding -> finding.severity() == Severity.NOTE)
                    .map(Finding::ranks)
                    .filter(ranks -> ranks.size() < levels.size())
                    .forEach(ranks -> ranks.forEach(rank -> levels.put(rank, RankLevel.NOTED)));
        }
        RankLevel named = verdict.culprits().isEmpty() ? RankLevel.SUSPECT : RankLevel.CULPRIT;
        verdict.named().forEach(rank -> levels.put(rank, named));
    }

    private static RankLevel level(WaitDistance distance) {
        return switch (distance) {
            case DIRECT -> RankLevel.DIRECT;
            case SECOND_HAND -> RankLevel.SECOND_HAND;
            case FURTHER -> RankLevel.FURTHER;
            case APART -> RankLevel.APART;
            case NAMED, NONE -> RankLevel.FREE;
        };
    }

    /** Returns the levels by rank, ascending. */
    Map<Integer, RankLevel> byRank() {
        return levels;
    }

    /** Returns the level of a rank. */
    RankLevel of(int rank) {
        return levels.getOrDefault(rank, RankLevel.UNREAD);
    }

    /** Returns the most important level of some ranks. */
    RankLevel worst(List<Integer> ranks) {
        return ranks.stream().map(this::of).min(RankLevel::compareTo).orElse(RankLevel.UNREAD);
    }

    /** Returns the named ranks as {@code rank 42}, or {@code the culprits} where they are many. */
    String named() {
        List<Integer> ranks = verdict.named();
        return ranks.size() <= MOST_TOLD
                ? RankText.describe(ranks)
                : verdict.culprits().isEmpty() ? "the suspects" : "the culprits";
    }

    /** Returns what a level means for some ranks. */
    String words(RankLevel level, int count) {
        boolean none = verdict.named().isEmpty();
        boolean one = verdict.named().size() == 1;
        String waits = count == 1 ? "waits" : "wait";
        boolean well = verdict.outcome().exitCode() == 0;
        return switch (level) {
            case CULPRIT -> one ? "culprit" : "culprits";
            case SUSPECT -> one ? "suspect: look here first" : "suspects: look here first";
            case NOTED ->
                "see the note: "
                        + verdict.findings().stream()
                                .filter(finding -> finding.severity() == Severity.NOTE)
                                .findFirst()
                                .map(finding -> finding.cause().id())
                                .orElse("")
                        + ", not at fault";
            case DIRECT -> waits + " for " + named();
            case SECOND_HAND -> waits + " for those";
            case FURTHER -> waits + " further behind";
            case APART -> well ? "in a call, not stuck" : none ? waits : waits + ", not for " + named();
            case ENDED -> "ended";
            case UNKNOWN -> "not known";
            case FREE -> well ? "fine" : count == 1 ? "does not wait" : "do not wait";
            case UNREAD -> "not read";
        };
    }
}
