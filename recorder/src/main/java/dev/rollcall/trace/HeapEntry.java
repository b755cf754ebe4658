package dev.rollcall.trace;

/**
 * The layout of an entry in the heap of a trace file, where strings, stacks and lists are stored once. An entry's id is its
 * offset in the heap divided by 8; no entry has id 0, which means none.
 *
 * <pre>
 *      63               40 39     32 31                       0
 *     +-------------------+---------+--------------------------+
 *   0 | zero              | kind    | length in bytes          |   written last
 *     +-------------------+---------+--------------------------+
 *   8 | content, padded with zeros to a multiple of 8          |
 *     +--------------------------------------------------------+
 * </pre>
 */
final class HeapEntry {
    static final int ALIGNMENT = 8;
    static final int HEADER_LENGTH = 8;

    /** Length of the end of the heap, which holds no entry but the stamp of {@link TruncationCheck}. */
    static final int STAMP_LENGTH = 8;

    /** A text in UTF-8. */
    static final int STRING = 1;
    /** The string ids of class, method and file, and the line, 32 bits each. */
    static final int FRAME = 2;
    /** The ids of frames, 32 bits each, innermost first. */
    static final int STACK = 3;
    /** Numbers, 64 bits each: a communicator's members, or a call's counts by rank. */
    static final int LIST = 4;
    /** Whether a method was instrumented, and if not, why; {@link InstrumentedMethod} has the layout. */
    static final int NOTE = 5;
    /** The newest lists of a communicator; {@link NewestLists} has the layout. */
    static final int NEWEST_LISTS = 6;
    /** An entry that nothing refers to. */
    static final int ABANDONED = 255;

    static final int FRAME_LENGTH = 16;

    /** Longer strings are cut to this many bytes, or to an eighth of the heap if that is less. */
    static final int MAX_STRING = 1 << 20;

    /** Texts of errors are cut to this many bytes. */
    static final int MAX_ERROR_TEXT = 1 << 12;

    private HeapEntry() {}

    static long header(int kind, int length) {
        return (long) kind << 32 | length;
    }

    static int kind(long header) {
        return (int) (header >>> 32);
    }

    static int length(long header) {
        return (int) header;
    }

    /** Returns the length of an entry with content of this length. */
    static int entryLength(int contentLength) {
        return HEADER_LENGTH + (contentLength + ALIGNMENT - 1 & -ALIGNMENT);
    }
}
