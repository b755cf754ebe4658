package dev.rollcall.analyzer.align;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.Communicator;
import java.util.List;
import java.util.Set;

/**
 * One place where ranks called something else than the others: the facts, without a cause.
 *
 * @param communicator where
 * @param ranks the global ranks that differ, ascending
 * @param others the global ranks that follow the consensus and got to the place, ascending
 * @param sided whether it is known which side diverged: by a majority, or because only one side kept its place
 * @param majority whether it is known by a majority
 * @param own what the ranks called
 * @param at the position in it
 * @param consensus what the others called
 * @param there the position in it
 * @param shape how they differ
 * @param length how many calls are extra or missing; 1 otherwise
 * @param ahead where the shape is open: how many calls later the others make, or are about to make, the very call that
 *     the ranks are in; 0 where they do not
 * @param wholeTurns whether the missing calls are whole turns of a loop that was running
 * @param manner how the ranks' call follows from what they called before
 * @param consensusManner how the others' call follows from what they called before
 * @param turn how many calls one turn of the others' loop makes; 0 where none has turned twice
 * @param turnBegins whether the others' call begins a turn of their loop
 * @param callsFromPlace how many calls of one turn of the others' loop come from their call's place
 * @param consensusReturns whether the others made the ranks' call before
 * @param fields what differs between the two calls
 * @param samePlace whether both calls come from the same, known place
 */
public record Difference(
        Communicator communicator,
        List<Integer> ranks,
        List<Integer> others,
        boolean sided,
        boolean majority,
        Lane own,
        int at,
        Lane consensus,
        int there,
        Shape shape,
        int length,
        int ahead,
        boolean wholeTurns,
        Manner manner,
        Manner consensusManner,
        int turn,
        boolean turnBegins,
        int callsFromPlace,
        boolean consensusReturns,
        Set<Field> fields,
        boolean samePlace) {

    public Difference {
        ranks = List.copyOf(ranks);
        others = List.copyOf(others);
        fields = Set.copyOf(fields);
    }

    /** Returns the ranks' call at the place; null where they lack it at the end. */
    public Call call() {
        return at < own.length() ? own.call(at) : null;
    }

    /** Returns the others' call at the place; null where they have none there. */
    public Call othersCall() {
        return there < consensus.length() ? consensus.call(there) : null;
    }
}
