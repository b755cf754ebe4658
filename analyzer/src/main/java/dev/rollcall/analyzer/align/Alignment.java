package dev.rollcall.analyzer.align;

import dev.rollcall.analyzer.model.CodeStructure;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Thresholds;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * The collective calls of one communicator's ranks, aligned.
 *
 * @param rankClasses the ranks' calls side by side
 * @param differences the first place at which each class leaves the consensus, the earliest first
 */
public record Alignment(RankClasses rankClasses, List<CallDifference> differences) {

    public Alignment {
        differences = List.copyOf(differences);
    }

    /**
     * Aligns the collective calls of a communicator.
     *
     * @param matcher compares the job's signatures
     * @param unobserved the global ranks whose recording stopped, so that the last call held need not be their last
     * @param code decides between two sides where the calls do not
     * @param divergences compares a rank with peers of other communicators where nothing else decides
     */
    public static Alignment of(
            Communicator communicator,
            SignatureMatcher matcher,
            Set<Integer> unobserved,
            CodeStructure code,
            DivergenceFinder divergences) {
        RankClasses rankClasses = RankClasses.of(communicator, matcher, unobserved);
        CallTokens tokens = CallTokens.withPaths();
        TieBreak tieBreak = new TieBreak(communicator, code, divergences, tokens);
        return new Alignment(rankClasses, DifferenceFinder.find(rankClasses, tieBreak, tokens));
    }

    /** Returns the communicator whose calls are aligned. */
    public Communicator communicator() {
        return rankClasses.communicator();
    }

    /**
     * Returns whether a rank continues its loop from a call on: its signatures, for one iteration and three calls at least,
     * are those that its history predicts. Call sites may differ.
     *
     * @param rank a global rank whose trace was read
     * @param sequence the sequence number of the call
     */
    public boolean continuesAsBefore(int rank, long sequence) {
        RankClass own = classOf(rank, sequence);
        int position = (int) (sequence - rankClasses.start());
        if (own == null || position == 0) {
            return false;
        }
        int[] all = CallTokens.ofSignatures().before(own, own.length());
        CallPredictor predictor = CallPredictor.of(Arrays.copyOf(all, position));
        int calls = all.length - position;
        int iteration = predictor.known() ? predictor.iterationLength(predictor.expected(0)) : 0;
        boolean continues = iteration > 0 && calls >= Math.max(Thresholds.FEWEST_RECOGNIZED_CALLS, iteration);
        for (int i = 0; continues && i < calls; i++) {
            continues = all[position + i] == predictor.expected(i);
        }
        return continues;
    }

    /**
     * Returns whether all members of another communicator of the same size made a call like one on this communicator, from the
     * same call site and with the same sequence number. Then the program makes all members call it.
     *
     * @param other the alignment of the other communicator
     * @param rank a global rank whose trace was read
     * @param sequence the sequence number of the rank's call on this communicator
     */
    public boolean madeByAll(Alignment other, int rank, long sequence) {
        RankClass own = classOf(rank, sequence);
        RankClasses others = other.rankClasses;
        if (own == null
                || others == rankClasses
                || others.missing() > 0
                || others.communicator().size() != communicator().size()) {
            return false;
        }
        int position = (int) (sequence - rankClasses.start());
        long otherPosition = sequence - others.start();
        return otherPosition >= 0
                && others.all().stream()
                        .allMatch(each -> otherPosition < each.length()
                                && each.same((int) otherPosition, own, position)
                                && each.site((int) otherPosition) == own.site(position));
    }

    /**
     * Returns how a rank's call follows from its calls before; {@link Predictability#NEW} where the call is not in the window.
     *
     * @param rank a global rank whose trace was read
     * @param sequence the sequence number of the call
     */
    public Predictability predictability(int rank, long sequence) {
        RankClass own = classOf(rank, sequence);
        return own == null
                ? Predictability.NEW
                : CallTokens.withPaths().predictability(own, (int) (sequence - rankClasses.start()));
    }

    /** Returns the class of a rank; null where the window does not hold the rank's call. */
    private RankClass classOf(int rank, long sequence) {
        long position = sequence - rankClasses.start();
        for (RankClass each : rankClasses.all()) {
            if (position >= 0 && position < each.length() && each.ranks().contains(rank)) {
                return each;
            }
        }
        return null;
    }
}
