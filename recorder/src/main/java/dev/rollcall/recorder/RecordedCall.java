package dev.rollcall.recorder;

import dev.rollcall.trace.CallEncoder;
import dev.rollcall.trace.CommunicatorWriter;
import dev.rollcall.trace.ElementType;
import dev.rollcall.trace.ListHash;
import dev.rollcall.trace.Operation;
import dev.rollcall.trace.Reduction;

/** What a call is and what it was given. Reused from call to call; one a thread. */
public final class RecordedCall {
    private static final long[] NONE = {};

    /** What it does. */
    public Operation operation = Operation.UNKNOWN;

    /** The type of its elements. */
    public ElementType type = ElementType.UNKNOWN;

    /** How it combines elements. */
    public Reduction reduction = Reduction.NONE;

    /** The elements that it reads on this rank, -1 where unknown. */
    public long countIn = -1;

    /** The elements that it writes on this rank, -1 where unknown. */
    public long countOut = -1;

    /** The root, or the other rank of a send or receive, -1 without one. */
    public int rootOrPeer = -1;

    /** The tag of a send or receive, -1 without one. */
    public long tag = -1;

    /** The id in the heap of the library's function. */
    public int function;

    /** Whether the call ends when it returns. */
    public boolean blocking;

    private long[] reads = NONE;
    private int readCount;
    private long[] writes = NONE;
    private int writeCount;

    RecordedCall() {}

    /** Sets how many elements it reads for each rank; the array is used until the call has begun. */
    public void reads(long[] shares, int count) {
        reads = shares;
        readCount = count;
    }

    /** Sets how many elements it writes of each rank; the array is used until the call has begun. */
    public void writes(long[] shares, int count) {
        writes = shares;
        writeCount = count;
    }

    /** Writes all this into a slot, and lists into the entry of the call's communicator. */
    void write(CallEncoder slot, CommunicatorWriter communicator, long sequence) {
        slot.operation(operation).type(type).reduction(reduction);
        if (countIn >= 0) {
            slot.countIn(countIn);
        }
        if (countOut >= 0) {
            slot.countOut(countOut);
        }
        if (rootOrPeer >= 0) {
            slot.rootOrPeer(rootOrPeer);
        }
        if (tag >= 0) {
            slot.messageTag((int) tag);
        }
        if (blocking) {
            slot.blocking();
        }
        if (readCount + writeCount > 0) {
            long hash = ListHash.of(reads, readCount, writes, writeCount);
            slot.listHash(hash);
            communicator.keepNewestLists(sequence, hash, reads, readCount, writes, writeCount);
        }
    }
}
