package dev.rollcall.library;

/** The trace's codes for element types and reductions, by label. Implementations are thread-safe. */
public interface Vocabulary {
    /** Returns the code of an element type such as {@code f32}, 0 for a label that has none. */
    int elementType(String label);

    /** Returns the code of a reduction such as {@code sum}, 0 for a label that has none. */
    int reduction(String label);
}
