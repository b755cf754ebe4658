package dev.rollcall.gpu;

/** Why a copy is not verified. */
public enum UnverifiedReason {
    /** Nothing is copied. */
    NOTHING("nothing is copied"),
    /** The driver does not know the memory, and the host cannot read it, or may not. */
    UNKNOWN_MEMORY("the memory of a side is not known"),
    /** It migrates between the host and devices, and whoever sums it moves it. */
    MANAGED("the memory of a side is managed"),
    /** The driver, too, will refuse it. */
    OUT_OF_BOUNDS("the copy goes beyond the memory of a side"),
    /** To sum it, the agent would have to make one. */
    NO_CONTEXT("there is no CUDA context that it is known to be in"),
    /** More are in flight than there is room for. */
    NO_ROOM("too many copies were in flight"),
    /** The host would read it for seconds. */
    SLOW_MEMORY("the host's memory is write-combined, and slow to read"),
    /** The copy is not over when the method returns, and nobody may read the memory after that. */
    NOT_OVER("the host's memory is not pinned, and the copy was not over when the call returned"),
    /** Devices copy the host's memory when they come to it. */
    PAGES("the host's memory is not pinned, and this device reads it in its own time"),
    /** When a copy of another library than CUDA's is over is not known. */
    LIBRARY("when a copy of this library is over is not known");

    private final String words;

    UnverifiedReason(String words) {
        this.words = words;
    }

    /** Returns it as the trace has it. */
    public String words() {
        return words;
    }
}
