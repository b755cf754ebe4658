package dev.rollcall.analyzer.input;

/** The kinds of sources. Of several sources of one rank, the kind that is listed first gives the most evidence. */
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
