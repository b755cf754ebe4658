package dev.rollcall.recorder;

import dev.rollcall.trace.CallEncoder;
import dev.rollcall.trace.CommunicatorWriter;
import dev.rollcall.trace.ElementType;
import dev.rollcall.trace.ListHash;
import dev.rollcall.trace.Operation;
import dev.rollcall.trace.Reduction;

/**
 * One call on its way into its slot. The hook puts in what the application passed, the library's adapter resolves that, and
 * {@link CallRecorder#begin} writes the result. Each thread reuses one, so that recording allocates nothing.
 */
public final class RecordedCall {
    /** The buffer that this rank contributes, or that the operation changes in place; null without one. */
    public Object input;

    /** The buffer of the results; null without one. */
    public Object output;

    /** The library's object of further arguments; null without one. */
    public Object options;

    /** The argument that says what an element is; null without one. */
    public Object typeArgument;

    /** The argument that says how elements are combined; null without one. */
    public Object reductionArgument;

    /** The argument that splits the input among the ranks; null without one. */
    public Object inputSplitsArgument;

    /** The argument that splits the output among the ranks; null without one. */
    public Object outputSplitsArgument;

    /** The stream that does the work; null without one. */
    public Object streamArgument;

    /** The number of elements as an argument, -1 without one. */
    public long count;

    /** The root's rank, -1 without one. */
    public long root;

    /** The other rank of a send or receive, -1 without one. */
    public long peer;

    /** The tag of a send or receive, -1 without one. */
    public long tag;

    /** The type of the elements. */
    public ElementType type;

    /** How the call combines elements. */
    public Reduction reduction;

    /** The elements that this rank reads, -1 where unknown. */
    public long countIn;

    /** The elements that this rank writes, -1 where unknown. */
    public long countOut;

    /** The elements that this rank reads for each rank. */
    public final Splits inputSplits = new Splits();

    /** The elements that this rank writes of each rank. */
    public final Splits outputSplits = new Splits();

    /** The address of the first buffer, 0 where unknown. */
    public long buffer;

    /** The bytes of that buffer, 0 where unknown. */
    public long bufferBytes;

    /** The address of the buffer of the results, 0 where unknown and where it is the first buffer. */
    public long outputBuffer;

    /** The bytes of that one, 0 where unknown. */
    public long outputBytes;

    /** Whether addresses and sizes of buffers are wanted that cost more than a field to read. */
    public boolean followsBuffers;

    /** The elements that the call writes on this rank into its last buffer, 0 where unknown and where it writes nothing. */
    public long resultElements;

    /** The handle of the stream that does the work, 0 for the default stream and where there is none. */
    public long stream;

    /** Whether that stream is being captured into a graph, so that the work is not done now. */
    public boolean captured;

    /** The number of ranks of the communicator, -1 where unknown. */
    public int ranks;

    /** This process's rank in the communicator, -1 where unknown. */
    public int rank;

    /** What the call does. */
    public Operation operation;

    /** The id in the heap of the library's function. */
    public int function;

    /** Whether the call ends when it returns. */
    public boolean blocking;

    /** Makes a call about which nothing is known. */
    public RecordedCall() {
        clear();
    }

    /** Sets everything to none or unknown. */
    public void clear() {
        releaseArguments();
        count = -1;
        root = -1;
        peer = -1;
        tag = -1;
        type = ElementType.UNKNOWN;
        reduction = Reduction.NONE;
        countIn = -1;
        countOut = -1;
        inputSplits.clear();
        outputSplits.clear();
        buffer = 0;
        bufferBytes = 0;
        outputBuffer = 0;
        outputBytes = 0;
        followsBuffers = false;
        resultElements = 0;
        stream = 0;
        captured = false;
        ranks = -1;
        rank = -1;
        operation = Operation.UNKNOWN;
        function = 0;
        blocking = false;
    }

    /** Drops the application's objects, which must not be kept alive from here. */
    public void releaseArguments() {
        input = null;
        output = null;
        options = null;
        typeArgument = null;
        reductionArgument = null;
        inputSplitsArgument = null;
        outputSplitsArgument = null;
        streamArgument = null;
    }

    /** Writes the call into a slot, and its splits into the entry of its communicator. */
    void write(CallEncoder slot, CommunicatorWriter communicator, long sequence) {
        slot.operation(operation).type(type).reduction(reduction);
        if (countIn >= 0) {
            slot.countIn(countIn);
        }
        if (countOut >= 0) {
            slot.countOut(countOut);
        }
        int rootOrPeer = (int) (operation.pointToPoint() ? peer : root);
        if (rootOrPeer >= 0) {
            slot.rootOrPeer(rootOrPeer);
        }
        if (tag >= 0) {
            slot.messageTag((int) tag);
        }
        if (blocking) {
            slot.blocking();
        }
        if (captured) {
            slot.captured();
        }
        if (buffer != 0) {
            slot.buffer(buffer);
        }
        if (stream != 0) {
            slot.stream(stream);
        }
        int reads = inputSplits.size();
        int writes = outputSplits.size();
        if (reads + writes > 0) {
            long hash = ListHash.of(inputSplits.values(), reads, outputSplits.values(), writes);
            slot.listHash(hash);
            communicator.keepNewestLists(sequence, hash, inputSplits.values(), reads, outputSplits.values(), writes);
        }
    }
}
