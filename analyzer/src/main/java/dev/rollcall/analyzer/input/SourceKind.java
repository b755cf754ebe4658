package dev.rollcall.analyzer.input;

/** What a source is; of several of one rank the earlier kind tells more. */
public enum SourceKind {
    /** A trace of Rollcall's own. */
    TRACE("trace"),
    /** What PyTorch's flight recorder held. */
    DUMP("dump"),
    /** What NCCL wrote while the job ran. */
    LOG("log");

    private final String label;

    SourceKind(String label) {
        this.label = label;
    }

    /** Returns what one is called in a sentence. */
    public String label() {
        return label;
    }
}
