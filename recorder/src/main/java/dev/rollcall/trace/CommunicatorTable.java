package dev.rollcall.trace;

import java.nio.ByteBuffer;

/**
 * The layout of the communicator table, and where its parts are. Every field of an entry is one aligned word, so that a fact
 * learned late can be set late. Thread-safe.
 *
 * <pre>
 *     +-------------------+-------------------+
 *   0 | phase             | zero              |   a new entry's phase is written last
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
final class CommunicatorTable {
    static final int ENTRY_LENGTH = 512;
    static final int PHASE_OFFSET = 0;
    static final int IDENTITY_OFFSET = 8;
    static final int NAME_OFFSET = 12;
    static final int SIZE_OFFSET = 16;
    static final int RANK_OFFSET = 20;
    static final int GLOBAL_RANK_OFFSET = 24;
    static final int DEVICE_OFFSET = 28;
    static final int HANDLE_OFFSET = 32;
    static final int CREATION_TIME_OFFSET = 40;
    static final int CREATION_ENDED_OFFSET = 48;
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

    /** The lanes of an entry. */
    static final int COLLECTIVES = 0;

    static final int POINT_TO_POINT = 1;
    static final int LANES = 2;
    private static final int LANES_OFFSET = 128;
    private static final int LANE_LENGTH = 64;
    static final int LAST_ENQUEUED_OFFSET = 0;
    static final int LAST_STARTED_OFFSET = 8;
    static final int LAST_COMPLETED_OFFSET = 16;
    /** Position of the oldest pending call, plus one; 0 for none. A hint, which readers check. */
    static final int OLDEST_PENDING_OFFSET = 24;

    private static final int CARRIED_OFFSET = 256;

    private final ByteBuffer memory;
    private final int base;
    private final int entries;

    CommunicatorTable(ByteBuffer memory, FileLayout layout) {
        this.memory = memory;
        this.base = layout.table();
        this.entries = layout.communicators();
    }

    /** Takes the next free entry; returns its number, from 1, or 0 where the table is full. */
    int take() {
        for (; ; ) {
            int used = AtomicWords.getIntAcquire(memory, TraceHeader.COMMUNICATORS_USED_OFFSET);
            if (used >= entries) {
                return 0;
            }
            if (AtomicWords.compareAndSetInt(memory, TraceHeader.COMMUNICATORS_USED_OFFSET, used, used + 1)) {
                return used + 1;
            }
        }
    }

    /** Returns the number of entries that were taken. */
    int used() {
        return Math.min(memory.getInt(TraceHeader.COMMUNICATORS_USED_OFFSET), entries);
    }

    /** Returns the offset of the entry with this number, from 1; -1 where there is none. */
    int entry(int number) {
        return number < 1 || number > entries ? -1 : base + (number - 1) * ENTRY_LENGTH;
    }

    /** Returns the offset of a lane of the entry at {@code entry}. */
    static int lane(int entry, int lane) {
        return entry + LANES_OFFSET + lane * LANE_LENGTH;
    }

    /** Returns the offset of the place for a carried call of a lane of the entry at {@code entry}. */
    static int carried(int entry, int lane) {
        return entry + CARRIED_OFFSET + lane * Slot.LENGTH;
    }

    /** Returns the offset of the lane of the call in the slot at {@code slot}; -1 where it has no communicator. */
    int laneOf(int slot) {
        int entry = entry(memory.getInt(slot + CallEvent.COMMUNICATOR_OFFSET));
        return entry < 0 ? -1 : lane(entry, laneIndex(slot));
    }

    /** Returns the offset of the place for carrying the call in the slot at {@code slot}; -1 where it has no communicator. */
    int carriedOf(int slot) {
        int entry = entry(memory.getInt(slot + CallEvent.COMMUNICATOR_OFFSET));
        return entry < 0 ? -1 : carried(entry, laneIndex(slot));
    }

    private int laneIndex(int slot) {
        return memory.getShort(slot + CallEvent.FLAGS_OFFSET) & CallEvent.POINT_TO_POINT;
    }
}
