package dev.rollcall.analyzer.input;

import dev.rollcall.analyzer.model.RankSource;

/**
 * The kinds of sources, the one that holds the most first. What several kinds show of a rank is joined, and where they show the
 * same thing, the first kind counts.
 */
public enum SourceKind {
    /** A trace of Rollcall's recorder. */
    TRACE(RankSource.TRACE, Naming.ROLLCALL, true),
    /** A dump of PyTorch's flight recorder. */
    DUMP(RankSource.DUMP, Naming.C10D, false),
    /** A log of NCCL. */
    LOG(RankSource.LOG, Naming.NCCL, false),
    /** What a PyTorch job wrote to its console. */
    CONSOLE(RankSource.CONSOLE, Naming.C10D, false),
    /** What NCCL's RAS service answered. */
    RAS(RankSource.RAS, Naming.NCCL, false),
    /** The warnings of Horovod's stall inspector. */
    HOROVOD(RankSource.STALLS, Naming.HOROVOD, false),
    /** Stacks of a running process. */
    STACKS(RankSource.STACKS, Naming.NONE, false),
    /** What PyTorch's allocator did with the memory of GPUs. It completes traces, and is never the evidence of a rank. */
    MEMORY(RankSource.MEMORY, Naming.NONE, false);

    private final String label;
    private final Naming naming;
    private final boolean heartbeat;

    SourceKind(String label, Naming naming, boolean heartbeat) {
        this.label = label;
        this.naming = naming;
        this.heartbeat = heartbeat;
    }

    /** Returns the noun for such a source. */
    public String label() {
        return label;
    }

    /** Returns how such sources identify communicators. */
    public Naming naming() {
        return naming;
    }

    /** Returns whether such a source notes at short intervals that its process is alive, and so up to when it shows everything. */
    public boolean heartbeat() {
        return heartbeat;
    }

    /** Returns whether such a source holds a history of calls, and not only where a process stands. */
    public boolean holdsHistory() {
        return this == TRACE || this == DUMP || this == LOG;
    }

    /** How sources identify communicators. Only what sources of one naming say about communicators can be joined. */
    public enum Naming {
        /** As Rollcall's recorder does. */
        ROLLCALL,
        /** By PyTorch's process groups. */
        C10D,
        /** By NCCL's ids. */
        NCCL,
        /** By tensors, in one communicator of all ranks. */
        HOROVOD,
        /** Not at all. */
        NONE
    }
}
