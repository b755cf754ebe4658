package dev.rollcall.trace;

/**
 * The layout of the header of a trace file, and the order of the file's parts.
 *
 * <pre>
 *     the file                            the header (4,096 bytes)
 *     +---------------------+           0 +-----------------------------------------+
 *     | header              |             | magic (written last)                    |
 *     +---------------------+           8 +--------------------+--------------------+
 *     | communicator table  |             | write version      | read version       |
 *     +---------------------+          16 +--------------------+--------------------+
 *     | ring of calls       |             | file length, offsets, geometry, flags   |
 *     +---------------------+         128 +-----------------------------------------+
 *     | ring of copies      |             | identity                                |
 *     +---------------------+         176 +-----------------------------------------+
 *     | heap                |             | clock at start                          |
 *     +---------------------+         192 +--------------------+--------------------+
 *                                         | newest note        | communicators used |
 *                                     256 +--------------------+--------------------+
 *                                         | beats, two clock pairs                  |
 *                                     384 +-----------------------------------------+
 *                                         | losses, 16 counters                     |
 *                                     512 +--------------------+--------------------+
 *                                         | device count       | zero               |
 *                                     528 +--------------------+--------------------+
 *                                         | device UUIDs, 64 of 16 bytes            |
 *                                    2048 +-----------------------------------------+
 *                                         | next position of calls  (own 128 bytes) |
 *                                    2176 +-----------------------------------------+
 *                                         | next position of copies (own 128 bytes) |
 *                                    2304 +-----------------------------------------+
 *                                         | heap used               (own 128 bytes) |
 *                                    2432 +--------------------+--------------------+
 *                                         | time when recording stopped             |
 *                                    2440 +--------------------+--------------------+
 *                                         | length of reason   | zero               |
 *                                    2448 +--------------------+--------------------+
 *                                         | reason, UTF-8, 1,024 bytes              |
 *                                         +-----------------------------------------+
 * </pre>
 */
final class TraceHeader {
    /** The first eight bytes of a whole file: "ROLLCALL" in ASCII. */
    static final long MAGIC = 0x4C4C_4143_4C4C_4F52L;

    /** The format version that this code writes. */
    static final int WRITE_VERSION = 2;

    /** The oldest reader version that can read what this code writes, and the newest that this code can read. */
    static final int READ_VERSION = 1;

    static final int LENGTH = 4096;

    static final int MAGIC_OFFSET = 0;
    static final int WRITE_VERSION_OFFSET = 8;
    static final int READ_VERSION_OFFSET = 12;
    static final int FILE_LENGTH_OFFSET = 16;
    static final int COMMUNICATORS_OFFSET = 24;
    static final int CALLS_OFFSET = 32;
    static final int COPIES_OFFSET = 40;
    static final int HEAP_OFFSET = 48;
    static final int HEAP_LENGTH_OFFSET = 56;
    static final int SLOTS_OFFSET = 64;
    static final int SLOT_LENGTH_OFFSET = 68;
    static final int COMMUNICATOR_COUNT_OFFSET = 72;
    static final int COMMUNICATOR_LENGTH_OFFSET = 76;
    static final int HEADER_LENGTH_OFFSET = 80;
    static final int FLAGS_OFFSET = 84;

    /** Flag: the writer closed the file; nothing more is recorded. */
    static final int CLOSED = 1;

    /** Flag: the recorder stopped while the process went on; the time is at {@link #STOP_TIME_OFFSET}, the reason follows. */
    static final int STOPPED = 2;

    static final int PID_OFFSET = 128;
    static final int START_TIME_OFFSET = 136;
    /** Rank in the low half, world size in the high half: one word, so that both change at once. */
    static final int RANK_AND_WORLD_OFFSET = 144;

    static final int JOB_ID_OFFSET = 152;
    static final int HOST_OFFSET = 156;
    static final int RECORDER_VERSION_OFFSET = 160;
    static final int COMMAND_LINE_OFFSET = 164;
    static final int CLASS_PATH_OFFSET = 168;

    static final int START_CLOCK_OFFSET = 176;
    static final int NEWEST_NOTE_OFFSET = 192;
    static final int COMMUNICATORS_USED_OFFSET = 196;

    static final int BEATS_OFFSET = 256;
    /** Two clock pairs; heartbeat {@code n}, from 1, is in pair {@code n & 1}. */
    static final int BEAT_PAIRS_OFFSET = 264;

    static final int CLOCK_PAIR_LENGTH = 16;

    static final int LOSSES_OFFSET = 384;
    static final int LOSSES = 16;

    static final int DEVICE_COUNT_OFFSET = 512;
    static final int DEVICES_OFFSET = 528;
    static final int MAX_DEVICES = 64;
    static final int UUID_LENGTH = 16;

    static final int CALLS_NEXT_OFFSET = 2048;
    static final int COPIES_NEXT_OFFSET = 2176;
    static final int HEAP_USED_OFFSET = 2304;

    static final int STOP_TIME_OFFSET = 2432;
    static final int STOP_REASON_LENGTH_OFFSET = 2440;
    /** In the header, because a full heap may be the reason. */
    static final int STOP_REASON_OFFSET = 2448;

    static final int MAX_STOP_REASON = 1024;

    private TraceHeader() {}
}
