package dev.rollcall.trace;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Stores strings, frames, stacks and lists in the heap, equal content once, and returns the ids that refer to them.
 *
 * <p>Thread-safe without a lock; nothing here throws. Finding stored content allocates nothing. When the heap is full, new
 * content gets id 0, which readers show as unknown, and is counted as lost.
 */
public final class HeapWriter {
    private static final int MAX_CACHED = 1 << 16;
    private static final ThreadLocal<int[]> SCRATCH = ThreadLocal.withInitial(() -> new int[64]);

    private final ByteBuffer memory;
    private final HeapAllocator allocator;
    private final LossCounters losses;
    private final HeapIndex index;
    private final int maxString;
    private final int reserve;
    private final ConcurrentHashMap<String, Integer> strings = new ConcurrentHashMap<>();

    HeapWriter(ByteBuffer memory, FileLayout layout, HeapAllocator allocator, LossCounters losses) {
        this.memory = memory;
        this.allocator = allocator;
        this.losses = losses;
        this.index = HeapIndex.of(layout.heapLength());
        this.maxString = Math.min(HeapEntry.MAX_STRING, layout.heapLength() / 8);
        this.reserve = layout.heapLength() / 4;
    }

    /** Returns the id of a string; 0 for null and where the heap is full. A very long string is cut, and counted. */
    public int string(String value) {
        return string(value, maxString, 0);
    }

    /**
     * Returns the id of a text whose values have no bound, such as an error's text or the name that a task gives its thread. The
     * text is cut at 4 KiB. It leaves the last quarter of the heap to stacks and other strings, and returns 0 when only that is
     * left, or when the Java heap or the thread's stack is exhausted.
     */
    public int text(String value) {
        try {
            return string(value, Math.min(HeapEntry.MAX_ERROR_TEXT, maxString), reserve);
        } catch (OutOfMemoryError | StackOverflowError e) {
            losses.count(LossKind.STRINGS);
            return 0;
        }
    }

    private int string(String value, int most, int reserved) {
        if (value == null) {
            return 0;
        }
        Integer known = strings.get(value);
        if (known != null) {
            return known;
        }
        String head = head(value, most);
        byte[] bytes = head.getBytes(StandardCharsets.UTF_8);
        int length = cut(bytes, most);
        boolean whole = length == bytes.length && head.length() == value.length();
        if (!whole) {
            losses.count(LossKind.STRINGS_CUT);
        }
        int[] words = new int[(length + 3) / 4];
        for (int i = 0; i < length; i++) {
            words[i / 4] |= (bytes[i] & 0xFF) << i % 4 * 8;
        }
        int id = intern(HeapEntry.STRING, words, words.length, length, LossKind.STRINGS, reserved);
        if (id != 0 && whole && strings.size() < MAX_CACHED) {
            strings.put(value, id);
        }
        return id;
    }

    /** Returns the characters that may fit into {@code most} bytes, so that no more are encoded. */
    private static String head(String value, int most) {
        if (value.length() <= most) {
            return value;
        }
        boolean splits = most > 0 && Character.isHighSurrogate(value.charAt(most - 1));
        return value.substring(0, splits ? most - 1 : most);
    }

    /**
     * Returns the id of a frame; 0 where the heap is full.
     *
     * @param classId id of the class's name, fully qualified; 0 where unknown
     * @param methodId id of the method's name; 0 where unknown
     * @param fileId id of the source file's name; 0 where unknown
     * @param line line in the file, from 1; 0 where unknown
     */
    public int frame(int classId, int methodId, int fileId, int line) {
        int[] words = SCRATCH.get();
        words[0] = classId;
        words[1] = methodId;
        words[2] = fileId;
        words[3] = line;
        return intern(HeapEntry.FRAME, words, 4, HeapEntry.FRAME_LENGTH, LossKind.STACKS, 0);
    }

    /** Returns the id of a stack of the first {@code count} frame ids, innermost first; 0 where the heap is full. */
    public int stack(int[] frameIds, int count) {
        return intern(HeapEntry.STACK, frameIds, count, count * Integer.BYTES, LossKind.STACKS, 0);
    }

    /** Counts a stack as lost that the caller did not try to store, because the heap had no room for it before. */
    public void stackLeftOut() {
        losses.count(LossKind.STACKS);
    }

    /** Returns the id of a list of the first {@code count} values; 0 where the heap is full. */
    public int list(long[] values, int count) {
        int[] words = SCRATCH.get();
        if (words.length < 2 * count) {
            words = new int[2 * count];
            SCRATCH.set(words);
        }
        for (int i = 0; i < count; i++) {
            words[2 * i] = (int) values[i];
            words[2 * i + 1] = (int) (values[i] >>> 32);
        }
        return intern(HeapEntry.LIST, words, 2 * count, count * Long.BYTES, LossKind.LISTS, 0);
    }

    /** Returns how many bytes of a text in UTF-8 to keep, at most {@code most}, so that no character is split. */
    static int cut(byte[] text, int most) {
        int length = Math.min(text.length, most);
        while (length < text.length && length > 0 && (text[length] & 0xC0) == 0x80) {
            length--;
        }
        return length;
    }

    private int intern(int kind, int[] words, int count, int length, LossKind loss, int reserved) {
        int hash = hash(kind, words, count, length);
        int stored = 0;
        HeapIndex level = index;
        int place = level.first(hash);
        for (; ; ) {
            int id = level.id(place, hash);
            if (id == HeapIndex.EMPTY) {
                level.sealWhereFull(place);
                id = level.id(place, hash);
            }
            if (id == HeapIndex.EMPTY) {
                if (stored == 0) {
                    stored = allocator.append(kind, words, count, length, reserved);
                    if (stored == 0) {
                        losses.count(loss);
                        return 0;
                    }
                }
                if (level.insert(place, hash, stored)) {
                    return stored;
                }
                id = level.id(place, hash);
            }
            if (id == HeapIndex.SEALED) {
                level = level.next();
                if (level == null) {
                    losses.count(loss);
                    abandon(stored, length);
                    return 0;
                }
                place = level.first(hash);
            } else if (id > 0 && equal(id, kind, words, count, length)) {
                abandon(stored, length);
                return id;
            } else {
                place = level.after(place);
            }
        }
    }

    private void abandon(int stored, int length) {
        if (stored != 0) {
            allocator.abandon(stored, length);
        }
    }

    private boolean equal(int id, int kind, int[] words, int count, int length) {
        int offset = allocator.offset(id);
        if (memory.getLong(offset) != HeapEntry.header(kind, length)) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            if (memory.getInt(offset + HeapEntry.HEADER_LENGTH + i * Integer.BYTES) != words[i]) {
                return false;
            }
        }
        return true;
    }

    private static int hash(int kind, int[] words, int count, int length) {
        int hash = kind * 31 + length;
        for (int i = 0; i < count; i++) {
            hash = (hash ^ words[i]) * 0x9E37_79B1;
            hash ^= hash >>> 15;
        }
        return hash;
    }
}
