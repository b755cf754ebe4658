package dev.rollcall.analyzer.input.pytorch;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Makes texts of bytes. The keys of PyTorch's dumps come out as the constants of this program, so that a dictionary is asked
 * for them by comparing references. Immutable and thread-safe.
 */
final class InternedTexts {
    private static final int SIZE = 256;

    /** The keys of an entry and of a frame (c10d's FlightRecorder.hpp). */
    private static final List<String> KEYS = List.of(
            "entries",
            "pg_config",
            "pg_status",
            "version",
            "rank",
            "frames",
            "name",
            "filename",
            "line",
            "record_id",
            "pg_id",
            "process_group",
            "thread_name",
            "thread_id",
            "collective_seq_id",
            "seq_id",
            "p2p_seq_id",
            "op_id",
            "profiling_name",
            "time_created_ns",
            "duration_ms",
            "input_sizes",
            "input_dtypes",
            "output_sizes",
            "output_dtypes",
            "state",
            "time_discovered_started_ns",
            "time_discovered_completed_ns",
            "retired",
            "timeout_ms",
            "is_p2p");

    private static final String[] TEXTS = new String[SIZE];
    private static final byte[][] BYTES = new byte[SIZE][];

    static {
        for (String key : KEYS) {
            byte[] bytes = key.getBytes(StandardCharsets.US_ASCII);
            int at = hash(bytes, 0, bytes.length);
            while (TEXTS[at] != null) {
                at = at + 1 & SIZE - 1;
            }
            TEXTS[at] = key;
            BYTES[at] = bytes;
        }
    }

    private InternedTexts() {}

    /** Returns the text that stands as UTF-8 in an array. */
    static String of(byte[] bytes, int from, int length) {
        if (length > 0) {
            for (int at = hash(bytes, from, length); TEXTS[at] != null; at = at + 1 & SIZE - 1) {
                if (equal(BYTES[at], bytes, from, length)) {
                    return TEXTS[at];
                }
            }
        }
        return new String(bytes, from, length, StandardCharsets.UTF_8);
    }

    private static int hash(byte[] bytes, int from, int length) {
        return (length * 31 + bytes[from] * 7 + bytes[from + length / 2] * 3 + bytes[from + length - 1]) & SIZE - 1;
    }

    private static boolean equal(byte[] key, byte[] bytes, int from, int length) {
        if (key.length != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (key[i] != bytes[from + i]) {
                return false;
            }
        }
        return true;
    }
}
