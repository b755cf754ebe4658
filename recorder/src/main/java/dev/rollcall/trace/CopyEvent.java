package dev.rollcall.trace;

/**
 * A copy between the memories of GPUs, or of a GPU and the host.
 *
 * @param state the state bits of the slot, see {@link #completed} and {@link #failed}; ignored when written
 * @param enqueued when it was issued
 * @param ended when it ended; 0 unless it completed or failed
 * @param kind the memories it reads and writes
 * @param path the path it takes
 * @param sourceDevice ordinal of the source's device; -1 for the host, and where unknown
 * @param destinationDevice ordinal of the destination's device; -1 for the host, and where unknown
 * @param sourcePointer address of the source
 * @param destinationPointer address of the destination
 * @param bytes length of a row in bytes; of the whole copy if it has one row
 * @param rows rows of a plane; 1 for a linear copy
 * @param sourcePitch distance between rows of the source in bytes; 0 for a linear copy
 * @param destinationPitch distance between rows of the destination in bytes; 0 for a linear copy
 * @param volume the third dimension; null for a copy without one
 * @param stream handle of the stream; 0 for the default one
 * @param stack heap id of the stack; 0 where unknown
 * @param thread heap id of the thread's name; 0 where unknown
 * @param function heap id of the name of the library's function; 0 where unknown
 * @param text heap id of the error's text if the copy failed, or of the reason why it was not verified; 0 for none
 * @param check the result of comparing both sides; {@link CopyCheck#NONE} unless it completed
 */
public record CopyEvent(
        int state,
        long enqueued,
        long ended,
        CopyKind kind,
        CopyPath path,
        int sourceDevice,
        int destinationDevice,
        long sourcePointer,
        long destinationPointer,
        long bytes,
        long rows,
        long sourcePitch,
        long destinationPitch,
        CopyVolume volume,
        long stream,
        int stack,
        int thread,
        int function,
        int text,
        CopyCheck check)
        implements Event {
    /*
     *     +---------------------------------------+    +---------------------------------------+
     *   0 | control                               | 64 | destination pitch                     |
     *     +---------------------------------------+    +---------------------------------------+
     *   8 | enqueued                              | 72 | stream                                |
     *     +---------------------------------------+    +---------------------------------------+
     *  16 | ended (valid: COMPLETED or FAILED)    | 80 | source sum (valid: COMPLETED)         |
     *     +---------------------------------------+    +---------------------------------------+
     *  24 | bytes                                 | 88 | destination sum (valid: COMPLETED)    |
     *     +-------------------+-------------------+    +---------+---------+----+----+----+----+
     *  32 | rows              | text              | 96 | src dev | dst dev |kind|path|verd|bsh |
     *     +-------------------+-------------------+    +---------+---------+----+----+----+----+
     *  40 | source pointer                        |104 | first bad block   | bad blocks        |
     *     +---------------------------------------+    +-------------------+-------------------+
     *  48 | destination pointer                   |112 | stack             | thread            |
     *     +---------------------------------------+    +-------------------+-------------------+
     *  56 | source pitch                          |120 | function          | continued after   |
     *     +---------------------------------------+    +-------------------+-------------------+
     *
     *     verd, bsh (verdict, block shift), first bad block, bad blocks: valid with COMPLETED.
     *     continued after: how many positions later the volume's CONTINUATION is; 0 for none.
     */
    private static final int ENQUEUED_OFFSET = 8;
    static final int ENDED_OFFSET = 16;
    private static final int BYTES_OFFSET = 24;
    private static final int ROWS_OFFSET = 32;
    static final int TEXT_OFFSET = 36;
    private static final int SOURCE_POINTER_OFFSET = 40;
    private static final int DESTINATION_POINTER_OFFSET = 48;
    private static final int SOURCE_PITCH_OFFSET = 56;
    private static final int DESTINATION_PITCH_OFFSET = 64;
    private static final int STREAM_OFFSET = 72;
    static final int SOURCE_SUM_OFFSET = 80;
    static final int DESTINATION_SUM_OFFSET = 88;
    private static final int SOURCE_DEVICE_OFFSET = 96;
    private static final int DESTINATION_DEVICE_OFFSET = 98;
    private static final int KIND_OFFSET = 100;
    private static final int PATH_OFFSET = 101;
    static final int VERDICT_OFFSET = 102;
    static final int BLOCK_SHIFT_OFFSET = 103;
    static final int FIRST_BAD_BLOCK_OFFSET = 104;
    static final int BAD_BLOCKS_OFFSET = 108;
    private static final int STACK_OFFSET = 112;
    private static final int THREAD_OFFSET = 116;
    private static final int FUNCTION_OFFSET = 120;
    private static final int CONTINUED_AFTER_OFFSET = 124;

    @Override
    public EventTag tag() {
        return EventTag.COPY;
    }

    /** Writes the copy as it was issued, after its volume, so that a reader who sees the copy sees both. */
    long write(Ring ring) {
        SlotWriter slot = SlotWriter.claim(ring, tag())
                .putLong(ENQUEUED_OFFSET, enqueued)
                .putLong(BYTES_OFFSET, bytes)
                .putInt(ROWS_OFFSET, (int) rows)
                .putLong(SOURCE_POINTER_OFFSET, sourcePointer)
                .putLong(DESTINATION_POINTER_OFFSET, destinationPointer)
                .putLong(SOURCE_PITCH_OFFSET, sourcePitch)
                .putLong(DESTINATION_PITCH_OFFSET, destinationPitch)
                .putLong(STREAM_OFFSET, stream)
                .putShort(SOURCE_DEVICE_OFFSET, sourceDevice)
                .putShort(DESTINATION_DEVICE_OFFSET, destinationDevice)
                .put(KIND_OFFSET, kind.code())
                .put(PATH_OFFSET, path.code())
                .putInt(STACK_OFFSET, stack)
                .putInt(THREAD_OFFSET, thread)
                .putInt(FUNCTION_OFFSET, function)
                .putInt(TEXT_OFFSET, text);
        long position = slot.position();
        if (volume != null && position >= 0) {
            long continuation = volume.write(ring, position);
            slot.putInt(CONTINUED_AFTER_OFFSET, continuation < 0 ? 0 : (int) (continuation - position));
        }
        return slot.publish();
    }

    /** Returns how many positions after a copy's slot its volume is; 0 for a copy without one. */
    static long continuedAfter(SlotReader slot) {
        return Integer.toUnsignedLong(slot.getInt(CONTINUED_AFTER_OFFSET));
    }

    static CopyEvent read(SlotReader slot, CopyVolume volume) {
        return new CopyEvent(
                slot.state(),
                slot.getLong(ENQUEUED_OFFSET),
                slot.has(Slot.COMPLETED | Slot.FAILED) ? slot.getLong(ENDED_OFFSET) : 0,
                CopyKind.ofCode(slot.getUnsignedByte(KIND_OFFSET)),
                CopyPath.ofCode(slot.getUnsignedByte(PATH_OFFSET)),
                slot.getShort(SOURCE_DEVICE_OFFSET),
                slot.getShort(DESTINATION_DEVICE_OFFSET),
                slot.getLong(SOURCE_POINTER_OFFSET),
                slot.getLong(DESTINATION_POINTER_OFFSET),
                slot.getLong(BYTES_OFFSET),
                Integer.toUnsignedLong(slot.getInt(ROWS_OFFSET)),
                slot.getLong(SOURCE_PITCH_OFFSET),
                slot.getLong(DESTINATION_PITCH_OFFSET),
                volume,
                slot.getLong(STREAM_OFFSET),
                slot.getInt(STACK_OFFSET),
                slot.getInt(THREAD_OFFSET),
                slot.getInt(FUNCTION_OFFSET),
                slot.getInt(TEXT_OFFSET),
                slot.has(Slot.COMPLETED) ? CopyCheck.read(slot) : CopyCheck.NONE);
    }
    /** Returns this copy with the time, stack and thread of its issue, and a text. */
    public CopyEvent issued(long nanos, int stackId, int threadId, int textId) {
        return with(nanos, path, stackId, threadId, textId);
    }

    /** Returns this copy on another path. */
    public CopyEvent by(CopyPath other) {
        return with(enqueued, other, stack, thread, text);
    }

    private CopyEvent with(long newEnqueued, CopyPath newPath, int newStack, int newThread, int newText) {
        return new CopyEvent(
                state,
                newEnqueued,
                ended,
                kind,
                newPath,
                sourceDevice,
                destinationDevice,
                sourcePointer,
                destinationPointer,
                bytes,
                rows,
                sourcePitch,
                destinationPitch,
                volume,
                stream,
                newStack,
                newThread,
                function,
                newText,
                check);
    }

    /** Returns whether the copy is known to have succeeded. */
    public boolean completed() {
        return (state & Slot.COMPLETED) != 0;
    }

    /** Returns whether the copy is known to have failed. */
    public boolean failed() {
        return (state & Slot.FAILED) != 0;
    }
}
