package dev.rollcall.trace;

/**
 * The layout of the heap entry that keeps a communicator's newest lists in full: two areas that are overwritten in turn,
 * so that one is whole at any instant.
 *
 * <pre>
 *     +-------------------+-------------------+
 *   0 | values per area   | zero              |
 *     +-------------------+-------------------+
 *   8 | area 0                                |
 *     +---------------------------------------+
 *     | area 1                                |
 *     +---------------------------------------+
 *
 *     an area
 *     +---------------------------------------+
 *   0 | version: odd while it is written      |
 *     +---------------------------------------+
 *   8 | sequence                              |
 *     +---------------------------------------+
 *  16 | list hash                             |
 *     +-------------------+-------------------+
 *  24 | input values      | output values     |
 *     +-------------------+-------------------+
 *  32 | input, then output values, 64 bits    |
 *     +---------------------------------------+
 * </pre>
 */
final class NewestListsDescriptor {
    static final int CAPACITY_OFFSET = 0;
    static final int AREAS_OFFSET = 8;
    static final int AREAS = 2;

    static final int VERSION_OFFSET = 0;
    static final int SEQUENCE_OFFSET = 8;
    static final int HASH_OFFSET = 16;
    static final int INPUT_COUNT_OFFSET = 24;
    static final int OUTPUT_COUNT_OFFSET = 28;
    static final int VALUES_OFFSET = 32;

    private NewestListsDescriptor() {}

    static int areaLength(int capacity) {
        return VALUES_OFFSET + capacity * Long.BYTES;
    }

    static int contentLength(int capacity) {
        return AREAS_OFFSET + AREAS * areaLength(capacity);
    }
}
