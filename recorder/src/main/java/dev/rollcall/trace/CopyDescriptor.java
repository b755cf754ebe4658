package dev.rollcall.trace;

/**
 * The layout of a COPY slot, and of the CONTINUATION slot of a copy in three dimensions.
 *
 * <pre>
 *     +---------------------------------------+    +---------------------------------------+
 *   0 | control                               | 64 | destination pitch                     |
 *     +---------------------------------------+    +---------------------------------------+
 *   8 | enqueued                              | 72 | stream                                |
 *     +---------------------------------------+    +---------------------------------------+
 *  16 | ended (valid: COMPLETED or FAILED)    | 80 | source sum (valid: COMPLETED)         |
 *     +---------------------------------------+    +---------------------------------------+
 *  24 | bytes                                 | 88 | destination sum (valid: COMPLETED)    |
 *     +-------------------+-------------------+    +---------+---------+----+----+----+----+
 *  32 | rows              | text (v.: FAILED) | 96 | src dev | dst dev |kind|path|verd|bsh |
 *     +-------------------+-------------------+    +---------+---------+----+----+----+----+
 *  40 | source pointer                        |104 | first bad block   | bad blocks        |
 *     +---------------------------------------+    +-------------------+-------------------+
 *  48 | destination pointer                   |112 | stack             | thread            |
 *     +---------------------------------------+    +-------------------+-------------------+
 *  56 | source pitch                          |120 | function          | continued after   |
 *     +---------------------------------------+    +-------------------+-------------------+
 *
 *     the continuation
 *     +---------------------------------------+
 *   0 | control                               |
 *     +---------------------------------------+
 *   8 | position of the copy                  |
 *     +---------------------------------------+
 *  16 | depth, source and destination height, |
 *     | source and destination x, y, z        |
 *     +---------------------------------------+
 * </pre>
 */
final class CopyDescriptor {
    static final int ENQUEUED_OFFSET = 8;
    static final int ENDED_OFFSET = 16;
    static final int BYTES_OFFSET = 24;
    static final int ROWS_OFFSET = 32;
    static final int TEXT_OFFSET = 36;
    static final int SOURCE_POINTER_OFFSET = 40;
    static final int DESTINATION_POINTER_OFFSET = 48;
    static final int SOURCE_PITCH_OFFSET = 56;
    static final int DESTINATION_PITCH_OFFSET = 64;
    static final int STREAM_OFFSET = 72;
    static final int SOURCE_SUM_OFFSET = 80;
    static final int DESTINATION_SUM_OFFSET = 88;
    static final int SOURCE_DEVICE_OFFSET = 96;
    static final int DESTINATION_DEVICE_OFFSET = 98;
    static final int KIND_OFFSET = 100;
    static final int PATH_OFFSET = 101;
    /** What the comparison found; valid with COMPLETED. */
    static final int VERDICT_OFFSET = 102;
    /** Size of a block as a power of two: 12 for 4,096 bytes. */
    static final int BLOCK_SHIFT_OFFSET = 103;

    static final int FIRST_BAD_BLOCK_OFFSET = 104;
    static final int BAD_BLOCKS_OFFSET = 108;
    static final int STACK_OFFSET = 112;
    static final int THREAD_OFFSET = 116;
    static final int FUNCTION_OFFSET = 120;
    /** How many positions later the continuation is; 0 for none. */
    static final int CONTINUED_AFTER_OFFSET = 124;

    static final int CONTINUES_OFFSET = 8;
    static final int DEPTH_OFFSET = 16;
    static final int SOURCE_HEIGHT_OFFSET = 24;
    static final int DESTINATION_HEIGHT_OFFSET = 32;
    static final int SOURCE_ORIGIN_OFFSET = 40;
    static final int DESTINATION_ORIGIN_OFFSET = 64;

    private CopyDescriptor() {}
}
