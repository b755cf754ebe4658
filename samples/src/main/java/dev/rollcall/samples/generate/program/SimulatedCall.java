package dev.rollcall.samples.generate.program;

import dev.rollcall.trace.ElementType;
import dev.rollcall.trace.Operation;
import dev.rollcall.trace.Reduction;
import java.util.Arrays;

/**
 * What a rank asks of a communicator in one call.
 *
 * @param operation what it does
 * @param type the type of its elements
 * @param read the elements that it reads on this rank
 * @param written the elements that it writes on this rank
 * @param reduction how it combines them
 * @param other the root, or the other rank of a send or receive, as a rank in the communicator; -1 without one
 * @param shares the elements for each rank, of an all-to-all; null of others. Not to be changed
 * @param site where the script makes it
 * @param layer the layer that it belongs to, from 0; -1 where it belongs to none
 * @param awaited whether the rank waits for its end before it goes on
 * @param stalls whether it does not end although all ranks made it
 */
public record SimulatedCall(
        Operation operation,
        ElementType type,
        long read,
        long written,
        Reduction reduction,
        int other,
        long[] shares,
        ScriptLine site,
        int layer,
        boolean awaited,
        boolean stalls) {

    /** Returns a call that the rank waits for. */
    public static SimulatedCall of(Operation operation, ElementType type, long count, ScriptLine site, int layer) {
        Reduction reduction = operation == Operation.ALL_REDUCE || operation == Operation.REDUCE_SCATTER
                ? Reduction.SUM
                : Reduction.NONE;
        return new SimulatedCall(operation, type, count, count, reduction, -1, null, site, layer, true, false);
    }

    public SimulatedCall as(Operation changed) {
        Reduction none = changed == Operation.ALL_REDUCE ? reduction : Reduction.NONE;
        int root = changed == Operation.BROADCAST ? 0 : other;
        return new SimulatedCall(changed, type, read, written, none, root, shares, site, layer, awaited, stalls);
    }

    public SimulatedCall of(ElementType changed) {
        return new SimulatedCall(
                operation, changed, read, written, reduction, other, shares, site, layer, awaited, stalls);
    }

    public SimulatedCall counting(long reads, long writes) {
        return new SimulatedCall(
                operation, type, reads, writes, reduction, other, shares, site, layer, awaited, stalls);
    }

    public SimulatedCall by(Reduction changed) {
        return new SimulatedCall(operation, type, read, written, changed, other, shares, site, layer, awaited, stalls);
    }

    public SimulatedCall with(int changed) {
        return new SimulatedCall(
                operation, type, read, written, reduction, changed, shares, site, layer, awaited, stalls);
    }

    public SimulatedCall sharing(long[] changed) {
        return new SimulatedCall(
                operation, type, read, written, reduction, other, changed, site, layer, awaited, stalls);
    }

    public SimulatedCall at(ScriptLine changed) {
        return new SimulatedCall(
                operation, type, read, written, reduction, other, shares, changed, layer, true, stalls);
    }

    public SimulatedCall unawaited() {
        return new SimulatedCall(operation, type, read, written, reduction, other, shares, site, layer, false, stalls);
    }

    public SimulatedCall stalling() {
        return new SimulatedCall(operation, type, read, written, reduction, other, shares, site, layer, awaited, true);
    }

    /** Returns what a send and its receive have in common, as one of them. */
    public SimulatedCall halved() {
        return as(Operation.SEND).with(-1);
    }

    /** Returns whether ranks that make these two calls in one place can finish them; a differing reduction hurts only results. */
    public boolean meets(SimulatedCall that) {
        return operation == that.operation
                && type == that.type
                && read == that.read
                && written == that.written
                && other == that.other
                && Arrays.equals(shares, that.shares)
                && !stalls
                && !that.stalls;
    }
}
