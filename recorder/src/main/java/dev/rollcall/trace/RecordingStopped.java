package dev.rollcall.trace;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The recorder stopped while its process went on. The process's later calls were not observed.
 *
 * @param time when, nanoseconds of the process's monotonic clock
 * @param reason why, in a few words; empty where unknown
 */
public record RecordingStopped(long time, String reason) {
    /** Writes the fields, which the flag {@link TraceHeader#STOPPED} makes valid; cuts a long reason. */
    void write(ByteBuffer memory) {
        memory.putLong(TraceHeader.STOP_TIME_OFFSET, time);
        byte[] text = reason.getBytes(StandardCharsets.UTF_8);
        int length = HeapWriter.cut(text, TraceHeader.MAX_STOP_REASON);
        for (int i = 0; i < length; i++) {
            memory.put(TraceHeader.STOP_REASON_OFFSET + i, text[i]);
        }
        memory.putInt(TraceHeader.STOP_REASON_LENGTH_OFFSET, length);
    }

    static RecordingStopped read(ByteBuffer memory) {
        int length = memory.getInt(TraceHeader.STOP_REASON_LENGTH_OFFSET);
        byte[] text = new byte[Math.max(0, Math.min(length, TraceHeader.MAX_STOP_REASON))];
        memory.get(TraceHeader.STOP_REASON_OFFSET, text);
        return new RecordingStopped(
                memory.getLong(TraceHeader.STOP_TIME_OFFSET), new String(text, StandardCharsets.UTF_8));
    }
}
