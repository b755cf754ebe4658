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
 * The collective calls of one communicator's ranks, aligned: the lanes, and where they differ.
 *
 * @param lineup the ranks side by side
 * @param differences each rank's first, the earliest first
 */
public record Alignment(RankClasses lineup, List<CallDifference> differences) {
    private static final int MOST_LANES_COMPARED_BY_PLACE = 64;

    public Alignment {
        differences = List.copyOf(differences);
    }

    /**
     * Aligns the collective calls of a communicator.
     *
     * @param unobserved the ranks whose recording stopped, so that their calls' end is not the end of what they called
     * @param code decides between sides where nothing else does
     * @param departures tells who left what ranks of other groups call that had called the same until then
     */
    public static Alignment of(
            Communicator communicator,
            SignatureMatcher comparability,
            Set<Integer> unobserved,
            CodeStructure code,
            DivergenceFinder departures) {
        RankClasses lineup = RankClasses.of(communicator, comparability, unobserved);
        CallTokens places = new CallTokens();
        TieBreak sides = new TieBreak(communicator, code, departures, places);
        Consensus consensus = Consensus.of(lineup, sides);
        DifferenceFinder finder = new DifferenceFinder(lineup, consensus, sides);
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
        return new Alignment(lineup, differences);
    }

    /**
     * Returns whether a rank's calls from one on, a turn of its loop and three calls at least, are what its past announces by
     * what they ask for, from wherever they come: it goes on as before, and has not left.
     *
     * @param rank a global rank whose trace was read
     * @param sequence the number of a call that is in the window
     */
    public boolean continues(int rank, long sequence) {
        for (RankClass lane : lineup.lanes()) {
            int position = (int) (sequence - lineup.start());
            if (position > 0 && position < lane.length() && lane.ranks().contains(rank)) {
                int[] past = new int[position];
                for (int i = 0; i < position; i++) {
                    past[i] = lane.code(i);
                }
                CallPredictor habit = CallPredictor.of(past);
                int calls = lane.length() - position;
                boolean kept = habit.turn() > 0 && calls >= Math.max(Thresholds.FEWEST_RECOGNIZED_CALLS, habit.turn());
                for (int i = 0; kept && i < calls; i++) {
                    kept = lane.code(position + i) == habit.expected(i);
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
        RankClass own = lane(rank, sequence);
        return own != null
                && other.lineup != lineup
                && other.lineup.missing() == 0
                && other.lineup.communicator().size() == lineup.communicator().size()
                && other.lineup.lanes().stream().allMatch(lane -> {
                    long position = sequence - other.lineup.start();
                    int at = (int) (sequence - lineup.start());
                    return position >= 0
                            && position < lane.length()
                            && lane.same((int) position, own, at)
                            && lane.site((int) position) == own.site(at);
                });
    }

    private RankClass lane(int rank, long sequence) {
        long position = sequence - lineup.start();
        return lineup.lanes().stream()
                .filter(lane -> position >= 0
                        && position < lane.length()
                        && lane.ranks().contains(rank))
                .findFirst()
                .orElse(null);
    }

    /**
     * Returns how a rank's call follows from what it called before.
     *
     * @param rank a global rank whose trace was read
     * @param sequence the number of a call that is in the window
     */
    public Predictability manner(int rank, long sequence) {
        for (RankClass lane : lineup.lanes()) {
            long position = sequence - lineup.start();
            if (position >= 0 && position < lane.length() && lane.ranks().contains(rank)) {
                return HistoryTieBreak.manner(lane, (int) position, new CallTokens(), new InternTable<>());
            }
        }
        return Predictability.NEW;
    }
}
