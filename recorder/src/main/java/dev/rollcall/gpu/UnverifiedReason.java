package dev.rollcall.gpu;

/** Why a copy is not verified. */
public enum UnverifiedReason {
    /** The copy has no bytes. */
    EMPTY("nothing is copied"),
    /** The driver does not know the memory, and the host cannot or must not read it. */
    UNKNOWN_MEMORY("the memory of a side is not known"),
    /** The layout of a CUDA array is not documented. */
    ARRAY("a side is a CUDA array"),
    /** Summing managed memory would move it between the host and devices. */
    MANAGED("the memory of a side is managed"),
    /** The driver will refuse this copy, too. */
    OUT_OF_BOUNDS("the copy goes beyond the memory of a side"),
    /** To sum it, the agent would have to create a context. */
    NO_CONTEXT("there is no CUDA context to sum it in"),
    /** The buffers for checksums are all in use. */
    NO_BUFFER("too many copies were in flight"),
    /** The host would need seconds to read it. */
    SLOW_MEMORY("the host's memory is write-combined, and slow to read"),
    /** The memory must not be read after the copying method has returned. */
    NOT_COMPLETE("the host's memory is not pinned, and the copy was not complete when the call returned"),
    /** The device copies pageable memory after the copying method has returned. */
    PAGEABLE_MEMORY("the host's memory is not pinned, and this device reads it after the call has returned"),
    /** It is not known when a copy of another library than CUDA's is complete. */
    LIBRARY("it is not known when a copy of this library is complete");

    private final String words;

    UnverifiedReason(String words) {
        this.words = words;
    }

    /** Returns the text that the trace holds. */
    public String words() {
        return words;
    }
}
