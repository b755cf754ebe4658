package dev.rollcall.trace;

import java.nio.ByteBuffer;

/**
 * Where the parts of one file are. All offsets are bytes from the file's start, multiples of 128.
 *
 * @param communicators entries of the communicator table
 * @param slots slots of each ring
 * @param table offset of the communicator table
 * @param calls offset of the ring of calls
 * @param copies offset of the ring of copies
 * @param heap offset of the heap
 * @param heapLength length of the heap in bytes
 * @param length length of the file in bytes
 */
record FileLayout(
        int communicators, int slots, int table, int calls, int copies, int heap, int heapLength, int length) {

    /** Lays out a file. Throws IllegalArgumentException for one of 2 GiB or more, which cannot be mapped at once. */
    static FileLayout of(TraceGeometry geometry) {
        long table = HeaderDescriptor.LENGTH;
        long calls = table + (long) geometry.communicators() * CommunicatorDescriptor.LENGTH;
        long ring = (long) geometry.slots() * SlotDescriptor.LENGTH;
        long heap = calls + 2 * ring;
        long length = heap + geometry.heapBytes();
        if (length > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "a trace file of " + length + " bytes: fewer slots or a smaller heap must keep it below 2 GiB");
        }
        return new FileLayout(
                geometry.communicators(),
                geometry.slots(),
                (int) table,
                (int) calls,
                (int) (calls + ring),
                (int) heap,
                (int) geometry.heapBytes(),
                (int) length);
    }

    void write(ByteBuffer header) {
        header.putLong(HeaderDescriptor.FILE_LENGTH_OFFSET, length);
        header.putLong(HeaderDescriptor.COMMUNICATORS_OFFSET, table);
        header.putLong(HeaderDescriptor.CALLS_OFFSET, calls);
        header.putLong(HeaderDescriptor.COPIES_OFFSET, copies);
        header.putLong(HeaderDescriptor.HEAP_OFFSET, heap);
        header.putLong(HeaderDescriptor.HEAP_LENGTH_OFFSET, heapLength);
        header.putInt(HeaderDescriptor.SLOTS_OFFSET, slots);
        header.putInt(HeaderDescriptor.SLOT_LENGTH_OFFSET, SlotDescriptor.LENGTH);
        header.putInt(HeaderDescriptor.COMMUNICATOR_COUNT_OFFSET, communicators);
        header.putInt(HeaderDescriptor.COMMUNICATOR_LENGTH_OFFSET, CommunicatorDescriptor.LENGTH);
        header.putInt(HeaderDescriptor.HEADER_LENGTH_OFFSET, HeaderDescriptor.LENGTH);
    }

    /** Reads the layout that a header claims, and checks that it can be one. */
    static FileLayout read(ByteBuffer header) throws TraceFormatException {
        long length = header.getLong(HeaderDescriptor.FILE_LENGTH_OFFSET);
        long table = header.getLong(HeaderDescriptor.COMMUNICATORS_OFFSET);
        long calls = header.getLong(HeaderDescriptor.CALLS_OFFSET);
        long copies = header.getLong(HeaderDescriptor.COPIES_OFFSET);
        long heap = header.getLong(HeaderDescriptor.HEAP_OFFSET);
        long heapLength = header.getLong(HeaderDescriptor.HEAP_LENGTH_OFFSET);
        int slots = header.getInt(HeaderDescriptor.SLOTS_OFFSET);
        int communicators = header.getInt(HeaderDescriptor.COMMUNICATOR_COUNT_OFFSET);
        check(header.getInt(HeaderDescriptor.SLOT_LENGTH_OFFSET) == SlotDescriptor.LENGTH, "slot length");
        check(
                header.getInt(HeaderDescriptor.COMMUNICATOR_LENGTH_OFFSET) == CommunicatorDescriptor.LENGTH,
                "communicator entry length");
        check(slots > 0 && slots <= TraceGeometry.MAX_SLOTS && Integer.bitCount(slots) == 1, "number of slots");
        check(communicators > 0 && communicators <= TraceGeometry.MAX_COMMUNICATORS, "number of communicators");
        check(length > 0 && length <= Integer.MAX_VALUE, "file length");
        long ring = (long) slots * SlotDescriptor.LENGTH;
        checkPart(table, (long) communicators * CommunicatorDescriptor.LENGTH, length, "communicator table");
        checkPart(calls, ring, length, "ring of calls");
        checkPart(copies, ring, length, "ring of copies");
        checkPart(heap, heapLength, length, "heap");
        return new FileLayout(
                communicators, slots, (int) table, (int) calls, (int) copies, (int) heap, (int) heapLength, (int)
                        length);
    }

    private static void checkPart(long offset, long partLength, long fileLength, String part)
            throws TraceFormatException {
        boolean inside = offset >= HeaderDescriptor.LENGTH
                && offset % SlotDescriptor.LENGTH == 0
                && partLength >= 0
                && partLength <= fileLength
                && offset <= fileLength - partLength;
        check(inside, part);
    }

    private static void check(boolean holds, String what) throws TraceFormatException {
        if (!holds) {
            throw new TraceFormatException("damaged trace: its header gives an impossible " + what);
        }
    }
}
