package dev.rollcall.trace;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;

/**
 * Where the parts of one file are, as its header says. All offsets are in bytes from the file's start and multiples of 128.
 *
 * @param communicators number of entries of the communicator table
 * @param slots number of slots of each ring
 * @param table offset of the communicator table
 * @param calls offset of the ring of calls
 * @param copies offset of the ring of copies
 * @param heap offset of the heap
 * @param heapLength length of the heap in bytes
 * @param length length of the file in bytes
 */
record FileLayout(
        int communicators, int slots, int table, int calls, int copies, int heap, int heapLength, int length) {

    /** Lays out a file. Throws IllegalArgumentException for 2 GiB or more, which cannot be mapped as one buffer. */
    static FileLayout of(TraceGeometry geometry) {
        long table = TraceHeader.LENGTH;
        long calls = table + (long) geometry.communicators() * CommunicatorTable.ENTRY_LENGTH;
        long ring = (long) geometry.slots() * Slot.LENGTH;
        long heap = calls + 2 * ring;
        long length = heap + geometry.heapBytes();
        if (length > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("a trace file of " + length
                    + " bytes is too large: use fewer slots or a smaller heap, for less than 2 GiB");
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
        header.putLong(TraceHeader.FILE_LENGTH_OFFSET, length);
        header.putLong(TraceHeader.COMMUNICATORS_OFFSET, table);
        header.putLong(TraceHeader.CALLS_OFFSET, calls);
        header.putLong(TraceHeader.COPIES_OFFSET, copies);
        header.putLong(TraceHeader.HEAP_OFFSET, heap);
        header.putLong(TraceHeader.HEAP_LENGTH_OFFSET, heapLength);
        header.putInt(TraceHeader.SLOTS_OFFSET, slots);
        header.putInt(TraceHeader.SLOT_LENGTH_OFFSET, Slot.LENGTH);
        header.putInt(TraceHeader.COMMUNICATOR_COUNT_OFFSET, communicators);
        header.putInt(TraceHeader.COMMUNICATOR_LENGTH_OFFSET, CommunicatorTable.ENTRY_LENGTH);
        header.putInt(TraceHeader.HEADER_LENGTH_OFFSET, TraceHeader.LENGTH);
    }

    /** Reads the layout from the header of a file, after checking that this version can read the file. */
    static FileLayout read(FileChannel channel) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(TraceHeader.LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        while (header.hasRemaining() && channel.read(header, header.position()) >= 0) {
            continue;
        }
        int present = header.position();
        if (present == 0) {
            throw new TraceFormatException("not a trace: the file is empty");
        }
        if (present >= Long.BYTES && header.getLong(TraceHeader.MAGIC_OFFSET) == 0) {
            throw new TraceFormatException("unfinished trace: its process ended while the file was being made");
        }
        if (present < Long.BYTES || header.getLong(TraceHeader.MAGIC_OFFSET) != TraceHeader.MAGIC) {
            throw new TraceFormatException("not a trace: the file does not begin with ROLLCALL");
        }
        if (present < TraceHeader.LENGTH) {
            throw new TraceFormatException(
                    "truncated trace: it ends after " + present + " bytes, before the end of its header");
        }
        int version = header.getInt(TraceHeader.READ_VERSION_OFFSET);
        if (version <= 0) {
            throw new TraceFormatException("damaged trace: its header gives an impossible version");
        }
        if (version > TraceHeader.READ_VERSION) {
            throw new TraceFormatException("trace of a newer format: it needs a reader of version " + version
                    + ", this one reads up to version " + TraceHeader.READ_VERSION + "; use a newer rollcall");
        }
        return read(header);
    }

    private static FileLayout read(ByteBuffer header) throws TraceFormatException {
        long length = header.getLong(TraceHeader.FILE_LENGTH_OFFSET);
        long table = header.getLong(TraceHeader.COMMUNICATORS_OFFSET);
        long calls = header.getLong(TraceHeader.CALLS_OFFSET);
        long copies = header.getLong(TraceHeader.COPIES_OFFSET);
        long heap = header.getLong(TraceHeader.HEAP_OFFSET);
        long heapLength = header.getLong(TraceHeader.HEAP_LENGTH_OFFSET);
        int slots = header.getInt(TraceHeader.SLOTS_OFFSET);
        int communicators = header.getInt(TraceHeader.COMMUNICATOR_COUNT_OFFSET);
        check(header.getInt(TraceHeader.SLOT_LENGTH_OFFSET) == Slot.LENGTH, "slot length");
        check(
                header.getInt(TraceHeader.COMMUNICATOR_LENGTH_OFFSET) == CommunicatorTable.ENTRY_LENGTH,
                "communicator entry length");
        check(slots > 0 && slots <= TraceGeometry.MAX_SLOTS && Integer.bitCount(slots) == 1, "number of slots");
        check(communicators > 0 && communicators <= TraceGeometry.MAX_COMMUNICATORS, "number of communicators");
        check(length > 0 && length <= Integer.MAX_VALUE, "file length");
        long ring = (long) slots * Slot.LENGTH;
        checkPart(table, (long) communicators * CommunicatorTable.ENTRY_LENGTH, length, "communicator table");
        checkPart(calls, ring, length, "ring of calls");
        checkPart(copies, ring, length, "ring of copies");
        checkPart(heap, heapLength, length, "heap");
        return new FileLayout(
                communicators, slots, (int) table, (int) calls, (int) copies, (int) heap, (int) heapLength, (int)
                        length);
    }

    private static void checkPart(long offset, long partLength, long fileLength, String part)
            throws TraceFormatException {
        boolean inside = offset >= TraceHeader.LENGTH
                && offset % Slot.LENGTH == 0
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
