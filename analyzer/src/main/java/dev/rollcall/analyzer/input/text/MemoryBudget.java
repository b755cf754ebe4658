package dev.rollcall.analyzer.input.text;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Bounds the memory for what all files of one reading show, so that no text fills the heap: a quarter of the heap, by estimates that
 * include what the job needs later for the same evidence. What comes after that is left out. Thread-safe.
 */
public final class MemoryBudget {
    private static final int PART_OF_HEAP = 4;

    /** Several files are read at once. */
    private static final int PART_FOR_A_FILE = 16;

    private final long open;
    private final AtomicLong left;

    /** Makes a budget for one reading. */
    public MemoryBudget() {
        this(Runtime.getRuntime().maxMemory() / PART_OF_HEAP);
    }

    /** Makes a budget of so many bytes. */
    public MemoryBudget(long bytes) {
        this.open = bytes / PART_FOR_A_FILE;
        this.left = new AtomicLong(bytes);
    }

    /** Returns how many bytes a parser may keep, beside what it takes, for what is not read to its end. */
    public long forOpenParts() {
        return open;
    }

    /** Takes some bytes. Returns whether they were left; once they are not, none are. */
    public boolean take(long bytes) {
        return left.updateAndGet(known -> known < bytes ? 0 : known - bytes) > 0;
    }

    /** Returns whether nothing is left. */
    public boolean isSpent() {
        return left.get() == 0;
    }
}
