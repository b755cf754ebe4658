package dev.rollcall.trace;

/**
 * The layout of an entry of the communicator table. Every field is one aligned word of its own, so that what is learned
 * late can be set late.
 *
 * <pre>
 *     +-------------------+-------------------+
 *   0 | phase (pub. last) | zero              |
 *     +-------------------+-------------------+
 *   8 | identity          | name              |
 *     +-------------------+-------------------+
 *  16 | size              | rank              |
 *     +-------------------+-------------------+
 *  24 | global rank       | device            |
 *     +-------------------+-------------------+
 *  32 | handle                                |
 *     +---------------------------------------+
 *  40 | creation time, joined, left           |
 *     +-------------------+-------------------+
 *  64 | members           | parent            |
 *     +-------------------+-------------------+
 *  72 | library           | split colour      |
 *     +-------------------+-------------------+
 *  80 | split ordinal     | creation stack    |
 *     +-------------------+-------------------+
 *  88 | creation thread   | failure           |
 *     +-------------------+-------------------+
 *  96 | newest lists      | zero              |
 *     +-------------------+-------------------+
 * 128 | lane of collectives: last enqueued,   |
 *     | started, completed, oldest pending    |
 * 192 +---------------------------------------+
 *     | lane of sends and receives            |
 * 256 +---------------------------------------+
 *     | carried collective, as a CALL slot    |
 * 384 +---------------------------------------+
 *     | carried send or receive               |
 * 512 +---------------------------------------+
 * </pre>
 */
final class CommunicatorDescriptor {
    static final int LENGTH = 512;

    static final int PHASE_OFFSET = 0;
    static final int IDENTITY_OFFSET = 8;
    static final int NAME_OFFSET = 12;
    static final int SIZE_OFFSET = 16;
    static final int RANK_OFFSET = 20;
    static final int GLOBAL_RANK_OFFSET = 24;
    static final int DEVICE_OFFSET = 28;
    static final int HANDLE_OFFSET = 32;
    static final int CREATION_TIME_OFFSET = 40;
    static final int JOINED_OFFSET = 48;
    static final int LEFT_OFFSET = 56;
    static final int MEMBERS_OFFSET = 64;
    static final int PARENT_OFFSET = 68;
    static final int LIBRARY_OFFSET = 72;
    static final int SPLIT_COLOUR_OFFSET = 76;
    static final int SPLIT_ORDINAL_OFFSET = 80;
    static final int CREATION_STACK_OFFSET = 84;
    static final int CREATION_THREAD_OFFSET = 88;
    static final int FAILURE_OFFSET = 92;
    static final int NEWEST_LISTS_OFFSET = 96;

    static final int LANES_OFFSET = 128;
    static final int LANE_LENGTH = 64;
    static final int COLLECTIVES = 0;
    static final int POINT_TO_POINT = 1;
    static final int LANES = 2;
    static final int LAST_ENQUEUED_OFFSET = 0;
    static final int LAST_STARTED_OFFSET = 8;
    static final int LAST_COMPLETED_OFFSET = 16;
    /** Position of the oldest pending call, plus one; 0 for none. A hint: a reader checks it. */
    static final int OLDEST_PENDING_OFFSET = 24;

    static final int CARRIED_OFFSET = 256;

    private CommunicatorDescriptor() {}

    /** Returns the offset of a lane of the entry at {@code entry}. */
    static int lane(int entry, int lane) {
        return entry + LANES_OFFSET + lane * LANE_LENGTH;
    }

    /** Returns the offset of the place for a carried call of a lane of the entry at {@code entry}. */
    static int carried(int entry, int lane) {
        return entry + CARRIED_OFFSET + lane * SlotDescriptor.LENGTH;
    }
}
