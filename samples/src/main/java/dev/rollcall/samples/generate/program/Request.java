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
public record Request(
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
    public static Request of(Operation operation, ElementType type, long count, ScriptLine site, int layer) {
        Reduction reduction = operation == Operation.ALL_REDUCE || operation == Operation.REDUCE_SCATTER
                ? Reduction.SUM
                : Reduction.NONE;
        return new Request(operation, type, count, count, reduction, -1, null, site, layer, true, false);
    }

    public Request as(Operation changed) {
        Reduction none = changed == Operation.ALL_REDUCE ? reduction : Reduction.NONE;
        int root = changed == Operation.BROADCAST ? 0 : other;
        return new Request(changed, type, read, written, none, root, shares, site, layer, awaited, stalls);
    }

    public Request of(ElementType changed) {
        return new Request(operation, changed, read, written, reduction, other, shares, site, layer, awaited, stalls);
    }

    public Request counting(long reads, long writes) {
        return new Request(operation, type, reads, writes, reduction, other, shares, site, layer, awaited, stalls);
    }

    public Request by(Reduction changed) {
        return new Request(operation, type, read, written, changed, other, shares, site, layer, awaited, stalls);
    }

    public Request with(int changed) {
        return new Request(operation, type, read, written, reduction, changed, shares, site, layer, awaited, stalls);
    }

    public Request sharing(long[] changed) {
        return new Request(operation, type, read, written, reduction, other, changed, site, layer, awaited, stalls);
    }

    public Request at(ScriptLine changed) {
        return new Request(operation, type, read, written, reduction, other, shares, changed, layer, true, stalls);
    }

    public Request unawaited() {
        return new Request(operation, type, read, written, reduction, other, shares, site, layer, false, stalls);
    }

    public Request stalling() {
        return new Request(operation, type, read, written, reduction, other, shares, site, layer, awaited, true);
    }

    /** Returns what a send and its receive have in common, as one of them. */
    public Request halved() {
        return as(Operation.SEND).with(-1);
    }

    /** Returns whether ranks that make these two calls in one place can finish them; a differing reduction hurts only results. */
    public boolean meets(Request that) {
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
