package dev.rollcall.analyzer.input;

/**
 * The kinds of sources. The order matters: a job is read from the kind that covers the most ranks, and of kinds that cover
 * equally many, from the one that is listed first, which holds the most.
 */
public enum SourceKind {
    /** A trace of Rollcall's recorder. */
    TRACE("trace"),
    /** A dump of PyTorch's flight recorder. */
    DUMP("dump"),
    /** A log of NCCL. */
    LOG("log");

    private final String label;

    SourceKind(String label) {
        this.label = label;
    }

    /** Returns the noun for such a source. */
    public String label() {
        return label;
    }
}
