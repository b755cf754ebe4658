package dev.rollcall.trace;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Reads heap entries. An id without an entry of the expected kind yields an unknown value. Thread-safe. */
final class HeapReader {
    private static final int MAX_FRAMES = 1024;
    private static final int MAX_LIST = 1 << 20;
    private static final int MAX_CACHED = 1 << 16;

    private final ByteBuffer memory;
    private final int base;
    private final int end;
    private final Map<Integer, String> strings = new ConcurrentHashMap<>();

    HeapReader(ByteBuffer memory, FileLayout layout) {
        this.memory = memory;
        this.base = layout.heap();
        this.end = Math.min(memory.limit(), layout.heap() + layout.heapLength());
    }

    String string(int id) {
        String known = strings.get(id);
        if (known != null) {
            return known;
        }
        int content = content(id, HeapEntry.STRING);
        if (content < 0) {
            return "";
        }
        byte[] bytes = new byte[Math.min(length(content), HeapEntry.MAX_STRING)];
        memory.get(content, bytes);
        String value = new String(bytes, StandardCharsets.UTF_8);
        // Caches short strings only, and not too many, because a damaged file must not exhaust the memory.
        if (bytes.length <= 1024 && strings.size() < MAX_CACHED) {
            strings.put(id, value);
        }
        return value;
    }

    TraceFrame frame(int id) {
        int content = content(id, HeapEntry.FRAME);
        if (content < 0 || length(content) < HeapEntry.FRAME_LENGTH) {
            return TraceFrame.UNKNOWN;
        }
        return new TraceFrame(
                string(memory.getInt(content)),
                string(memory.getInt(content + 4)),
                string(memory.getInt(content + 8)),
                memory.getInt(content + 12));
    }

    int[] frameIds(int stack) {
        int content = content(stack, HeapEntry.STACK);
        int count = content < 0 ? 0 : Math.min(length(content) / Integer.BYTES, MAX_FRAMES);
        int[] ids = new int[count];
        for (int i = 0; i < count; i++) {
            ids[i] = memory.getInt(content + i * Integer.BYTES);
        }
        return ids;
    }

    List<TraceFrame> stack(int id) {
        List<TraceFrame> frames = new ArrayList<>();
        for (int frame : frameIds(id)) {
            frames.add(frame(frame));
        }
        return List.copyOf(frames);
    }

    long[] list(int id) {
        return longs(content(id, HeapEntry.LIST), listLength(id));
    }

    /** Returns the length of a list. */
    int listLength(int id) {
        int content = content(id, HeapEntry.LIST);
        return content < 0 ? 0 : Math.min(length(content) / Long.BYTES, MAX_LIST);
    }

    /** Returns numbers that the caller knows to be inside the heap. */
    long[] longs(int offset, int count) {
        long[] values = new long[count];
        for (int i = 0; i < count; i++) {
            values[i] = memory.getLong(offset + i * Long.BYTES);
        }
        return values;
    }

    /** Returns the number of bytes of the heap that the file holds. */
    int capacity() {
        return end - base;
    }

    /** Returns the offset of an entry's content; -1 where there is no such entry, or the file does not hold all of it. */
    int content(int id, int kind) {
        long offset = base + Integer.toUnsignedLong(id) * HeapEntry.ALIGNMENT;
        if (id == 0 || offset > end - HeapEntry.HEADER_LENGTH) {
            return -1;
        }
        long header = AtomicWords.getAcquire(memory, (int) offset);
        int content = (int) offset + HeapEntry.HEADER_LENGTH;
        int length = HeapEntry.length(header);
        return HeapEntry.kind(header) == kind && length >= 0 && length <= end - content ? content : -1;
    }

    /** Returns the length of the content at an offset, limited to the heap. */
    int length(int content) {
        int length = HeapEntry.length(memory.getLong(content - HeapEntry.HEADER_LENGTH));
        // A foreign writer may change the length between two readings.
        return Math.max(0, Math.min(length, end - content));
    }
}
