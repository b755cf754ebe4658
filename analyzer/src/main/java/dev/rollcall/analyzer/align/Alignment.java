package dev.rollcall.analyzer.align;

import dev.rollcall.analyzer.model.CodeStructure;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.Thresholds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * The collective calls of one communicator's ranks, aligned: the rankClasses, and where they differ.
 *
 * @param rankClasses the ranks side by side
 * @param differences each rank's first, the earliest first
 */
public record Alignment(RankClasses rankClasses, List<CallDifference> differences) {
    private static final int MOST_LANES_COMPARED_BY_PLACE = 64;

    public Alignment {
        differences = List.copyOf(differences);
    }

    /**
     * Aligns the collective calls of a communicator.
     *
     * @param unobserved the ranks whose recording stopped, so that their calls' end is not the end of what they called
     * @param code decides between sides where nothing else does
     * @param divergences tells who left what ranks of other groups call that had called the same until then
     */
    public static Alignment of(
            Communicator communicator,
            SignatureMatcher matcher,
            Set<Integer> unobserved,
            CodeStructure code,
            DivergenceFinder divergences) {
        RankClasses rankClasses = RankClasses.of(communicator, matcher, unobserved);
        CallTokens paths = new CallTokens();
        TieBreak tieBreak = new TieBreak(communicator, code, divergences, paths);
        Consensus consensus = Consensus.of(rankClasses, tieBreak);
        DifferenceFinder finder = new DifferenceFinder(rankClasses, consensus, tieBreak);
        List<CallDifference> differences = new ArrayList<>();
        for (Consensus.Split split : consensus.splits()) {
            differences.addAll(finder.at(split));
        }
        if (consensus.followers().size() <= MOST_LANES_COMPARED_BY_PLACE) {
            differences.addAll(finder.shifted());
        }
        differences.sort(
                Comparator.<CallDifference>comparingInt(d -> d.staying().position())
                        .thenComparingInt(d -> d.ranks().get(0)));
        return new Alignment(rankClasses, differences);
    }

    /** Returns the communicator whose calls are aligned. */
    public Communicator communicator() {
        return rankClasses.communicator();
    }

    /**
     * Returns whether a rank's calls from one on, a turn of its loop and three calls at least, are what its past announces by
     * what they ask for, from wherever they come: it goes on as before, and has not left.
     *
     * @param rank a global rank whose trace was read
     * @param sequence the number of a call that is in the window
     */
    public boolean continuesAsBefore(int rank, long sequence) {
        for (RankClass rankClass : rankClasses.all()) {
            int position = (int) (sequence - rankClasses.start());
            if (position > 0
                    && position < rankClass.length()
                    && rankClass.ranks().contains(rank)) {
                int[] past = new int[position];
                for (int i = 0; i < position; i++) {
                    past[i] = rankClass.code(i);
                }
                CallPredictor predictor = CallPredictor.of(past);
                int calls = rankClass.length() - position;
                boolean kept = predictor.iterationLength() > 0
                        && calls >= Math.max(Thresholds.FEWEST_RECOGNIZED_CALLS, predictor.iterationLength());
                for (int i = 0; kept && i < calls; i++) {
                    kept = rankClass.code(position + i) == predictor.expected(i);
                }
                return kept;
            }
        }
        return false;
    }

    /**
     * Returns whether all members of another communicator made a call that is like one on this, from the same place and by the
     * same number: so its program says that all members come to it. The other is of the same size.
     *
     * @param other how the other communicator's calls are aligned
     * @param rank a global rank whose trace was read
     * @param sequence the number of a call of its on this communicator
     */
    public boolean madeByAll(Alignment other, int rank, long sequence) {
        RankClass own = rankClass(rank, sequence);
        return own != null
                && other.rankClasses != rankClasses
                && other.rankClasses.missing() == 0
                && other.rankClasses.communicator().size()
                        == rankClasses.communicator().size()
                && other.rankClasses.all().stream().allMatch(rankClass -> {
                    long position = sequence - other.rankClasses.start();
                    int at = (int) (sequence - rankClasses.start());
                    return position >= 0
                            && position < rankClass.length()
                            && rankClass.same((int) position, own, at)
                            && rankClass.site((int) position) == own.site(at);
                });
    }

    private RankClass rankClass(int rank, long sequence) {
        long position = sequence - rankClasses.start();
        return rankClasses.all().stream()
                .filter(rankClass -> position >= 0
                        && position < rankClass.length()
                        && rankClass.ranks().contains(rank))
                .findFirst()
                .orElse(null);
    }

    /**
     * Returns how a rank's call follows from what it called before.
     *
     * @param rank a global rank whose trace was read
     * @param sequence the number of a call that is in the window
     */
    public Predictability predictability(int rank, long sequence) {
        for (RankClass rankClass : rankClasses.all()) {
            long position = sequence - rankClasses.start();
            if (position >= 0
                    && position < rankClass.length()
                    && rankClass.ranks().contains(rank)) {
                return HistoryTieBreak.predictability(rankClass, (int) position, new CallTokens(), new InternTable<>());
            }
        }
        return Predictability.NEW;
    }
}
