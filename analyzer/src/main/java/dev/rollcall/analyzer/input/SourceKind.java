package dev.rollcall.analyzer.input;

/**
 * The kinds of sources. The order matters: a job is read from the kind that covers the most ranks, and of kinds that cover
 * equally many, from the one that is listed first, which holds the most.
 */
public enum SourceKind {
    /** A trace of Rollcall's recorder. */
    TRACE("trace", true),
    /** A dump of PyTorch's flight recorder. */
    DUMP("dump", false),
    /** A log of NCCL. */
    LOG("log", false);

    private final String label;
    private final boolean heartbeat;

    SourceKind(String label, boolean heartbeat) {
        this.label = label;
        this.heartbeat = heartbeat;
    }

    /** Returns the noun for such a source. */
    public String label() {
        return label;
    }

    /** Returns whether such a source notes at short intervals that its process is alive, and so up to when it shows everything. */
    public boolean heartbeat() {
        return heartbeat;
    }
}
