package dev.rollcall.analyzer.input.elf;

import java.io.IOException;

/** How much work the tables of one module may make. Not thread-safe. */
final class StepLimit {
    private long left;

    StepLimit(long steps) {
        this.left = steps;
    }

    /** Takes some of the steps that are left; fails where those are fewer. */
    void take(long steps) throws IOException {
        left -= steps;
        if (left < 0) {
            throw new IOException("the tables of a module take too long");
        }
    }
}
