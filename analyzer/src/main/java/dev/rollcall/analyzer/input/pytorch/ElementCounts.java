package dev.rollcall.analyzer.input.pytorch;

/** Counts the elements of tensors. More than can be counted, as a damaged dump may tell, is {@link #UNKNOWN}. */
final class ElementCounts {
    /** Nothing tells how many there are. */
    static final long UNKNOWN = -1;

    private ElementCounts() {}

    /** Returns how many a tensor has with one extent more. */
    static long times(long elements, long extent) {
        boolean countable = elements >= 0 && extent >= 0 && Math.multiplyHigh(elements, extent) == 0;
        return countable && elements * extent >= 0 ? elements * extent : UNKNOWN;
    }

    /** Returns how many two have together. */
    static long plus(long elements, long others) {
        return elements < 0 || others < 0 || elements + others < 0 ? UNKNOWN : elements + others;
    }
}
