package dev.rollcall.samples.generate.program;

import dev.rollcall.trace.ElementType;
import dev.rollcall.trace.Operation;
import dev.rollcall.trace.Reduction;
import java.util.Arrays;

/**
 * One call of a simulated program. Immutable and thread-safe, if the splits are left alone.
 *
 * @param operation the operation
 * @param type the element type
 * @param countIn the elements that the call reads on this rank
 * @param countOut the elements that it writes on this rank
 * @param reduction the reduction
 * @param rootOrPeer the root, or the peer of a send or receive, as a rank in the communicator; -1 without one
 * @param splits the elements for each rank in an all-to-all, not to be changed; null in other operations
 * @param site the line that makes the call
 * @param layer the layer of the model that the call belongs to, from 0; -1 without one
 * @param awaited whether the rank waits for the call's end before it continues
 * @param stalls whether the call never ends, although all ranks make it
 */
public record SimulatedCall(
        Operation operation,
        ElementType type,
        long countIn,
        long countOut,
        Reduction reduction,
        int rootOrPeer,
        long[] splits,
        ScriptLine site,
        int layer,
        boolean awaited,
        boolean stalls) {

    /** Returns a call that the rank waits for, with equal counts in and out; all_reduce and reduce_scatter sum. */
    public static SimulatedCall of(Operation operation, ElementType type, long count, ScriptLine site, int layer) {
        Reduction reduction = operation == Operation.ALL_REDUCE || operation == Operation.REDUCE_SCATTER
                ? Reduction.SUM
                : Reduction.NONE;
        return new SimulatedCall(operation, type, count, count, reduction, -1, null, site, layer, true, false);
    }

    /** Returns the same call with another operation. A broadcast starts from rank 0; only an all_reduce keeps the reduction. */
    public SimulatedCall withOperation(Operation changed) {
        Reduction kept = changed == Operation.ALL_REDUCE ? reduction : Reduction.NONE;
        int root = changed == Operation.BROADCAST ? 0 : rootOrPeer;
        return new SimulatedCall(changed, type, countIn, countOut, kept, root, splits, site, layer, awaited, stalls);
    }

    public SimulatedCall withType(ElementType changed) {
        return new SimulatedCall(
                operation, changed, countIn, countOut, reduction, rootOrPeer, splits, site, layer, awaited, stalls);
    }

    public SimulatedCall withCounts(long in, long out) {
        return new SimulatedCall(operation, type, in, out, reduction, rootOrPeer, splits, site, layer, awaited, stalls);
    }

    public SimulatedCall withReduction(Reduction changed) {
        return new SimulatedCall(
                operation, type, countIn, countOut, changed, rootOrPeer, splits, site, layer, awaited, stalls);
    }

    public SimulatedCall withRootOrPeer(int changed) {
        return new SimulatedCall(
                operation, type, countIn, countOut, reduction, changed, splits, site, layer, awaited, stalls);
    }

    public SimulatedCall withSplits(long[] changed) {
        return new SimulatedCall(
                operation, type, countIn, countOut, reduction, rootOrPeer, changed, site, layer, awaited, stalls);
    }

    /** Returns the same call made from another line; the rank waits for it there. */
    public SimulatedCall at(ScriptLine changed) {
        return new SimulatedCall(
                operation, type, countIn, countOut, reduction, rootOrPeer, splits, changed, layer, true, stalls);
    }

    /** Returns the same call; the rank waits for it. */
    public SimulatedCall awaiting() {
        return at(site);
    }

    public SimulatedCall unawaited() {
        return new SimulatedCall(
                operation, type, countIn, countOut, reduction, rootOrPeer, splits, site, layer, false, stalls);
    }

    public SimulatedCall stalling() {
        return new SimulatedCall(
                operation, type, countIn, countOut, reduction, rootOrPeer, splits, site, layer, awaited, true);
    }

    /**
     * Returns whether a library can complete these two calls as one operation. Reductions may differ: that spoils the result,
     * but nothing hangs. Of a send and its receive only type and count must agree.
     */
    public boolean matches(SimulatedCall that) {
        boolean pair = operation.pointToPoint() && that.operation.pointToPoint();
        return (pair || operation == that.operation && rootOrPeer == that.rootOrPeer)
                && type == that.type
                && countIn == that.countIn
                && countOut == that.countOut
                && Arrays.equals(splits, that.splits)
                && !stalls
                && !that.stalls;
    }
}
