package dev.rollcall.library;

import java.util.Set;

/** By which buffer an operation is counted: the one that has the same size on all ranks. */
final class CountedBuffer {
    private static final Set<String> BY_OUTPUT = Set.of("recv", "scatter", "reduce_scatter");

    private CountedBuffer() {}

    /** Returns whether an operation is counted by what it writes; others by what they read. */
    static boolean byOutput(String operation) {
        return BY_OUTPUT.contains(operation);
    }
}
