package dev.rollcall.analyzer.verdict;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.Communicator;
import java.util.List;

/**
 * Ranks at one distance from the named ranks that wait in the same operation, called at the same line. Immutable.
 *
 * @param ranks the global ranks, ascending
 * @param distance how far they are from the named ranks
 * @param communicators where they wait; empty where they do not wait
 * @param call the call in which the rank waits that has waited longest; null where they do not wait
 * @param waited how long that rank has waited, in nanoseconds; {@link Call#NO_TIME} where unknown
 * @param waitsFor the places of the classes that they wait for in {@link WaitMap#classes}, ascending
 * @param cycle the number of the cycle of waits that they are in, from 0; -1 for none
 */
public record WaitClass(
        List<Integer> ranks,
        WaitDistance distance,
        List<Communicator> communicators,
        Call call,
        long waited,
        List<Integer> waitsFor,
        int cycle) {

    public WaitClass {
        ranks = List.copyOf(ranks);
        communicators = List.copyOf(communicators);
        waitsFor = List.copyOf(waitsFor);
    }
}
