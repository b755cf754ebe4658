package dev.rollcall.analyzer.verdict;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.DurationText;
import java.util.List;

/**
 * Ranks at one distance from the named ranks that wait in the same operation, called at the same line. Immutable.
 *
 * @param ranks the global ranks, ascending
 * @param distance how far they are from the named ranks
 * @param communicators where they wait; empty where they do not wait
 * @param call the call in which the rank waits that has waited longest; null where they do not wait
 * @param longest the rank that has waited longest; the first one where they do not wait
 * @param waited how long that rank has waited, in nanoseconds; {@link Call#NO_TIME} where unknown
 * @param atLeast whether it may have waited longer: its source does not show up to when it holds everything
 * @param waitsFor the places of the classes that they wait for in {@link WaitMap#classes}, ascending
 * @param cycle the number of the cycle of waits that they are in, from 0; -1 for none
 */
public record WaitClass(
        List<Integer> ranks,
        WaitDistance distance,
        List<Communicator> communicators,
        Call call,
        int longest,
        long waited,
        boolean atLeast,
        List<Integer> waitsFor,
        int cycle) {

    public WaitClass {
        ranks = List.copyOf(ranks);
        communicators = List.copyOf(communicators);
        waitsFor = List.copyOf(waitsFor);
    }

    /** Returns how long the ranks have waited, as in {@code at least 37 s}; empty where that is not known. */
    public String waitedText() {
        return waitedText("at least ");
    }

    /**
     * Returns how long the ranks have waited; empty where that is not known.
     *
     * @param bound what precedes a time that may be too short, such as {@code ≥ }
     */
    public String waitedText(String bound) {
        return waited == Call.NO_TIME || waited <= 0 ? "" : (atLeast ? bound : "") + DurationText.of(waited);
    }
}
