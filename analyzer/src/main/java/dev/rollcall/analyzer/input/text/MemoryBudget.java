package dev.rollcall.analyzer.input.text;

/**
 * Bounds the memory for what one file shows, so that no text fills the heap: a quarter of the heap, by estimates. What comes after
 * that is left out. Not thread-safe.
 */
public final class MemoryBudget {
    private static final int PART_OF_HEAP = 4;

    private long left;

    /** Makes a budget for one file. */
    public MemoryBudget() {
        this(Runtime.getRuntime().maxMemory() / PART_OF_HEAP);
    }

    /** Makes a budget of so many bytes. */
    public MemoryBudget(long bytes) {
        this.left = bytes;
    }

    /** Takes some bytes. Returns whether they were left; once they are not, none are. */
    public boolean take(long bytes) {
        left = left < bytes ? 0 : left - bytes;
        return left > 0;
    }

    /** Returns whether nothing is left. */
    public boolean isSpent() {
        return left == 0;
    }
}
