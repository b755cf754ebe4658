package dev.rollcall.trace;

import java.nio.ByteBuffer;

/**
 * Writes the entry of one communicator, or of one of this process's ranks in it, and counts its calls.
 *
 * <p>Thread-safe without a lock; each setter changes one field at once, whenever it is learned. Where the table was full,
 * the entry lives outside of the file: it counts, and is not recorded.
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

    /** Fills a fresh entry, as far as anything is known, and publishes it. */
    void begin(long nanos) {
        putInt(CommunicatorDescriptor.SIZE_OFFSET, -1);
        putInt(CommunicatorDescriptor.RANK_OFFSET, -1);
        putInt(CommunicatorDescriptor.GLOBAL_RANK_OFFSET, -1);
        putInt(CommunicatorDescriptor.DEVICE_OFFSET, -1);
        putInt(CommunicatorDescriptor.SPLIT_COLOUR_OFFSET, -1);
        phase(CommunicatorPhase.JOINING, nanos);
    }

    /** Returns the number by which slots refer to the communicator, from 1; 0 where the table was full. */
    public int index() {
        return index;
    }

    /** Gives a collective its sequence number, from 1. */
    public long nextCollective() {
        return next(CommunicatorDescriptor.COLLECTIVES);
    }

    /** Gives a send or a receive its sequence number, from 1; they are counted apart from collectives. */
    public long nextPointToPoint() {
        return next(CommunicatorDescriptor.POINT_TO_POINT);
    }

    private long next(int lane) {
        int counter = CommunicatorDescriptor.lane(entry, lane) + CommunicatorDescriptor.LAST_ENQUEUED_OFFSET;
        return AtomicWords.getAndAdd(memory, counter, 1) + 1;
    }

    /** Sets how far the process got in the communicator's life, and when, in nanoseconds by the monotonic clock. */
    public void phase(CommunicatorPhase phase, long nanos) {
        int time = switch (phase) {
            case JOINING -> CommunicatorDescriptor.CREATION_TIME_OFFSET;
            case JOINED, FAILED -> CommunicatorDescriptor.JOINED_OFFSET;
            case LEFT -> CommunicatorDescriptor.LEFT_OFFSET;
            case SPLIT, UNKNOWN -> throw new IllegalArgumentException(phase + " is no phase of an entry");
        };
        AtomicWords.setRelease(memory, entry + time, nanos);
        putInt(CommunicatorDescriptor.PHASE_OFFSET, phase.code());
    }

    /** Sets what is equal on all its ranks and differs between communicators. */
    public void identity(String identity) {
        putInt(CommunicatorDescriptor.IDENTITY_OFFSET, heap.string(identity));
    }

    /** Sets the name that reports call it. */
    public void name(String name) {
        putInt(CommunicatorDescriptor.NAME_OFFSET, heap.string(name));
    }

    /** Sets the library it belongs to, such as {@code c10d/gloo}. */
    public void library(String library) {
        putInt(CommunicatorDescriptor.LIBRARY_OFFSET, heap.string(library));
    }

    /** Sets how many ranks it has. */
    public void size(int size) {
        putInt(CommunicatorDescriptor.SIZE_OFFSET, size);
    }

    /** Sets this process's rank in it, from 0. */
    public void rank(int rank) {
        putInt(CommunicatorDescriptor.RANK_OFFSET, rank);
    }

    /** Sets the global rank that this entry speaks for, from 0; where a process holds several ranks they differ. */
    public void globalRank(int globalRank) {
        putInt(CommunicatorDescriptor.GLOBAL_RANK_OFFSET, globalRank);
    }

    /** Sets the ordinal of the device it works on, from 0. */
    public void device(int device) {
        putInt(CommunicatorDescriptor.DEVICE_OFFSET, device);
    }

    /** Sets the library's own handle or address of it. */
    public void handle(long handle) {
        AtomicWords.setRelease(memory, entry + CommunicatorDescriptor.HANDLE_OFFSET, handle);
    }

    /** Sets the global ranks of its members, by rank in it; -1 for one that is not known. */
    public void members(long[] globalRanks) {
        putInt(CommunicatorDescriptor.MEMBERS_OFFSET, heap.list(globalRanks, globalRanks.length));
    }

    /**
     * Sets where it was split from.
     *
     * @param parent {@link #index} of the parent, 0 where unknown
     * @param ordinal ordinal among the parent's splits, from 1
     * @param colour the colour given, -1 for none
     */
    public void split(int parent, int ordinal, int colour) {
        putInt(CommunicatorDescriptor.PARENT_OFFSET, parent);
        putInt(CommunicatorDescriptor.SPLIT_ORDINAL_OFFSET, ordinal);
        putInt(CommunicatorDescriptor.SPLIT_COLOUR_OFFSET, colour);
    }

    /** Sets the ids of the stack and of the name of the thread that made it. */
    public void creation(int stack, int thread) {
        putInt(CommunicatorDescriptor.CREATION_STACK_OFFSET, stack);
        putInt(CommunicatorDescriptor.CREATION_THREAD_OFFSET, thread);
    }

    /** Sets the text of the error that its constructor ended in; null where it is tried again. */
    public void failure(String text) {
        putInt(CommunicatorDescriptor.FAILURE_OFFSET, heap.text(text));
    }

    /**
     * Keeps the lists of the newest call in full, in place of older ones; for lists that change at every step, which would
     * fill the heap. The call's slot keeps their hash.
     *
     * @param sequence the call's sequence number
     * @param hash {@link ListHash#of} of the lists
     * @param input counts that the call reads; may be null if {@code inputCount} is 0
     * @param output counts that the call writes; may be null if {@code outputCount} is 0
     * @return false, counted, where the heap is full or newer lists are being kept at the same time
     */
    public boolean keepNewestLists(
            long sequence, long hash, long[] input, int inputCount, long[] output, int outputCount) {
        return index != 0 && newestLists.keep(sequence, hash, input, inputCount, output, outputCount);
    }

    private void putInt(int field, int value) {
        AtomicWords.setIntRelease(memory, entry + field, value);
    }
}
