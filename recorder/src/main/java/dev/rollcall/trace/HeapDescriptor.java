package dev.rollcall.trace;

/**
 * The layout of an entry of the heap. An entry's id is its offset in the heap divided by 8; id 0 is nothing.
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
final class HeapDescriptor {
    static final int ALIGNMENT = 8;
    static final int ENTRY_HEADER_LENGTH = 8;

    /** The end of the heap, which holds no entry; see {@link TruncationCheck}. */
    static final int STAMP_LENGTH = 8;

    /** UTF-8. */
    static final int STRING = 1;
    /** Class, method and file as string ids, then the line; four words of 32 bits. */
    static final int FRAME = 2;
    /** Frame ids, 32 bits each, innermost first. */
    static final int STACK = 3;
    /** Numbers, 64 bits each. */
    static final int LIST = 4;
    /** What was instrumented: next note, class, method, descriptor, reason, done; six words of 32 bits. */
    static final int NOTE = 5;
    /** The newest lists of a communicator; see {@link NewestListsDescriptor}. */
    static final int NEWEST_LISTS = 6;
    /** Space that nothing refers to. */
    static final int ABANDONED = 255;

    static final int FRAME_LENGTH = 16;
    static final int NOTE_LENGTH = 24;
    static final int NOTE_NEXT_OFFSET = 0;
    static final int NOTE_CLASS_OFFSET = 4;
    static final int NOTE_METHOD_OFFSET = 8;
    static final int NOTE_DESCRIPTOR_OFFSET = 12;
    static final int NOTE_REASON_OFFSET = 16;
    static final int NOTE_DONE_OFFSET = 20;

    /** Longer strings are cut to this many bytes, or to an eighth of the heap if that is less. */
    static final int MAX_STRING = 1 << 20;

    /** Texts of errors are cut to this many bytes. */
    static final int MAX_TEXT = 1 << 12;

    private HeapDescriptor() {}

    static long header(int kind, int length) {
        return (long) kind << 32 | length;
    }

    static int kind(long header) {
        return (int) (header >>> 32);
    }

    static int length(long header) {
        return (int) header;
    }

    /** Returns how much of the heap an entry with this much content takes. */
    static int entryLength(int contentLength) {
        return ENTRY_HEADER_LENGTH + (contentLength + ALIGNMENT - 1 & -ALIGNMENT);
    }
}
