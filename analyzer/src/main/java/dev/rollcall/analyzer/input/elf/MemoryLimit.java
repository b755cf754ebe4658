package dev.rollcall.analyzer.input.elf;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;

/** How many bytes of the heap all tables together may take. Thread-safe. */
final class MemoryLimit {
    private final AtomicLong left;

    MemoryLimit(long bytes) {
        this.left = new AtomicLong(bytes);
    }

    /** Takes some of what is left; fails where that is less. */
    void take(long bytes) throws IOException {
        if (bytes < 0 || bytes > left.get() || left.addAndGet(-bytes) < 0) {
            throw new IOException("the tables of native code take too much memory");
        }
    }
}
