package dev.rollcall.trace;

import java.nio.ByteBuffer;

/**
 * Writes the entry of one communicator, for one of this process's ranks, and numbers its calls.
 *
 * <p>Thread-safe without a lock; each setter may be called as soon as its value is known. Where the table was full, the entry
 * is outside the file: it numbers calls but is not recorded.
 */
public final class CommunicatorWriter {
    private final ByteBuffer memory;
    private final int entry;
    private final int index;
    private final HeapWriter heap;
    private final NewestListsWriter newestLists;

    CommunicatorWriter(ByteBuffer memory, int entry, int index, HeapWriter heap, NewestListsWriter newestLists) {
        this.memory = memory;
        this.entry = entry;
        this.index = index;
        this.heap = heap;
        this.newestLists = newestLists;
    }

    /** Publishes a new entry, in which everything but the time is unknown. */
    void begin(long nanos) {
        putInt(CommunicatorTable.SIZE_OFFSET, -1);
        putInt(CommunicatorTable.RANK_OFFSET, -1);
        putInt(CommunicatorTable.GLOBAL_RANK_OFFSET, -1);
        putInt(CommunicatorTable.DEVICE_OFFSET, -1);
        putInt(CommunicatorTable.SPLIT_COLOUR_OFFSET, -1);
        phase(CommunicatorPhase.JOINING, nanos);
    }

    /** Returns the number by which calls refer to the communicator, from 1; 0 where the table was full. */
    public int index() {
        return index;
    }

    /** Returns the sequence number of the next collective, from 1. */
    public long nextCollective() {
        return next(CommunicatorTable.COLLECTIVES);
    }

    /** Returns the sequence number of the next send or receive, from 1. Collectives are counted separately. */
    public long nextPointToPoint() {
        return next(CommunicatorTable.POINT_TO_POINT);
    }

    private long next(int lane) {
        int counter = CommunicatorTable.lane(entry, lane) + CommunicatorTable.LAST_ENQUEUED_OFFSET;
        return AtomicWords.getAndAdd(memory, counter, 1) + 1;
    }

    /** Sets the phase, and when it began, in nanoseconds of the monotonic clock. */
    public void phase(CommunicatorPhase phase, long nanos) {
        int time = switch (phase) {
            case JOINING -> CommunicatorTable.CREATION_TIME_OFFSET;
            case JOINED, FAILED -> CommunicatorTable.CREATION_ENDED_OFFSET;
            case LEFT -> CommunicatorTable.LEFT_OFFSET;
            case SPLIT, UNKNOWN -> throw new IllegalArgumentException(phase + " is not a phase of an entry");
        };
        AtomicWords.setRelease(memory, entry + time, nanos);
        putInt(CommunicatorTable.PHASE_OFFSET, phase.code());
    }

    /** Sets the text that is equal on all its ranks and differs between communicators. */
    public void identity(String identity) {
        putInt(CommunicatorTable.IDENTITY_OFFSET, heap.string(identity));
    }

    /** Sets the name that reports print. */
    public void name(String name) {
        putInt(CommunicatorTable.NAME_OFFSET, heap.string(name));
    }

    /** Sets the library it belongs to, such as {@code c10d/gloo}. */
    public void library(String library) {
        putInt(CommunicatorTable.LIBRARY_OFFSET, heap.string(library));
    }

    /** Sets the number of its ranks. */
    public void size(int size) {
        putInt(CommunicatorTable.SIZE_OFFSET, size);
    }

    /** Sets this process's rank in it, from 0. */
    public void rank(int rank) {
        putInt(CommunicatorTable.RANK_OFFSET, rank);
    }

    /** Sets the global rank that this entry belongs to, from 0; a process that holds several ranks has an entry for each. */
    public void globalRank(int globalRank) {
        putInt(CommunicatorTable.GLOBAL_RANK_OFFSET, globalRank);
    }

    /** Sets the ordinal of the device it works on, from 0. */
    public void device(int device) {
        putInt(CommunicatorTable.DEVICE_OFFSET, device);
    }

    /** Sets the library's own handle or address. */
    public void handle(long handle) {
        AtomicWords.setRelease(memory, entry + CommunicatorTable.HANDLE_OFFSET, handle);
    }

    /** Sets the global ranks of its members, by rank in it; -1 for an unknown one. */
    public void members(long[] globalRanks) {
        putInt(CommunicatorTable.MEMBERS_OFFSET, heap.list(globalRanks, globalRanks.length));
    }

    /**
     * Sets the communicator that it was split from.
     *
     * @param parent {@link #index} of the parent, 0 where unknown
     * @param ordinal ordinal among the parent's splits, from 1
     * @param colour the colour given, -1 for none
     */
    public void split(int parent, int ordinal, int colour) {
        putInt(CommunicatorTable.PARENT_OFFSET, parent);
        putInt(CommunicatorTable.SPLIT_ORDINAL_OFFSET, ordinal);
        putInt(CommunicatorTable.SPLIT_COLOUR_OFFSET, colour);
    }

    /** Sets the heap ids of the stack of the creation call and of the name of its thread. */
    public void creation(int stack, int thread) {
        putInt(CommunicatorTable.CREATION_STACK_OFFSET, stack);
        putInt(CommunicatorTable.CREATION_THREAD_OFFSET, thread);
    }

    /** Sets the text of the error of the creation call; null where the call is repeated. */
    public void failure(String text) {
        putInt(CommunicatorTable.FAILURE_OFFSET, heap.text(text));
    }

    /**
     * Keeps the lists of the newest call in full, in place of older ones. Meant for lists that change at every step, which would
     * fill the heap. The call's slot holds their hash.
     *
     * @param sequence the call's sequence number
     * @param hash {@link ListHash#of} of the lists
     * @param input counts that the call reads; may be null if {@code inputCount} is 0
     * @param output counts that the call writes; may be null if {@code outputCount} is 0
     * @return false, counted as a loss, where the heap is full, another thread is writing the area, or both areas hold newer
     *     calls
     */
    public boolean keepNewestLists(
            long sequence, long hash, long[] input, int inputCount, long[] output, int outputCount) {
        return index != 0 && newestLists.keep(sequence, hash, input, inputCount, output, outputCount);
    }

    private void putInt(int field, int value) {
        AtomicWords.setIntRelease(memory, entry + field, value);
    }
}
