package dev.rollcall.analyzer.model;

import java.util.HashMap;
import java.util.Map;

/**
 * What holds for every call of one operation, whatever library makes it: the only place where the analyzer knows an operation's
 * properties. Sources translate their libraries' names into these; everything else asks this table.
 *
 * <p>Sources of the facts: the MPI standard's chapters on point-to-point and collective communication, and the documentation of
 * {@code torch.distributed}. Immutable and thread-safe.
 */
public enum OperationTraits {
    ALL_REDUCE("all_reduce", Role.REDUCING, Counts.INPUT, Share.INPUT, Completion.AFTER_ALL, Result.SAME),
    /** The number of elements that are not zero may differ between ranks. */
    SPARSE_ALL_REDUCE("sparse_all_reduce", Role.REDUCING, Counts.ANY, Share.INPUT, Completion.AFTER_ALL, Result.SAME),
    REDUCE("reduce", Role.ROOTED_REDUCING, Counts.INPUT, Share.INPUT, Completion.EARLY, Result.OWN),
    BROADCAST("broadcast", Role.ROOTED, Counts.INPUT, Share.INPUT, Completion.EARLY, Result.SAME),
    ALL_GATHER("all_gather", Role.SYMMETRIC, Counts.TOTAL_OUTPUT, Share.INPUT, Completion.AFTER_ALL, Result.SAME),
    GATHER("gather", Role.ROOTED, Counts.INPUT_UNLESS_SPLIT, Share.INPUT, Completion.EARLY, Result.OWN),
    SCATTER("scatter", Role.ROOTED, Counts.OUTPUT_UNLESS_SPLIT, Share.OUTPUT, Completion.EARLY, Result.OWN),
    REDUCE_SCATTER("reduce_scatter", Role.REDUCING, Counts.TOTAL_INPUT, Share.OUTPUT, Completion.AFTER_ALL, Result.OWN),
    /** Every pair of ranks agrees on a size of its own, so no two ranks need the same counts. */
    ALL_TO_ALL("all_to_all", Role.SYMMETRIC, Counts.ANY, Share.NONE, Completion.AFTER_SENDERS, Result.OWN),
    /** Rank {@code i} needs the ranks below it, so the first one completes alone. */
    SCAN("scan", Role.REDUCING, Counts.INPUT, Share.INPUT, Completion.EARLY, Result.OWN),
    EXCLUSIVE_SCAN("exscan", Role.REDUCING, Counts.INPUT, Share.INPUT, Completion.EARLY, Result.OWN),
    BARRIER("barrier", Role.SYMMETRIC, Counts.NO_BUFFER, Share.NONE, Completion.AFTER_ALL, Result.OWN),
    MONITORED_BARRIER(
            "monitored_barrier", Role.SYMMETRIC, Counts.NO_BUFFER, Share.NONE, Completion.AFTER_ALL, Result.OWN),
    /** A small message leaves before its receive is posted. */
    SEND("send", Role.SENDING, Counts.INPUT, Share.INPUT, Completion.EARLY, Result.OWN),
    /** Logs with one count for each call give it as that of a send, so it stands as the input's; a trace has the output's. */
    RECEIVE("recv", Role.RECEIVING, Counts.INPUT, Share.INPUT, Completion.AFTER_SENDERS, Result.OWN),

    // Collectives of pickled objects; the library exchanges their sizes itself.
    BROADCAST_OBJECTS("broadcast_object_list", Role.ROOTED, Counts.ANY, Share.NONE, Completion.EARLY, Result.SAME),
    ALL_GATHER_OBJECT("all_gather_object", Role.SYMMETRIC, Counts.ANY, Share.NONE, Completion.AFTER_ALL, Result.SAME),
    GATHER_OBJECT("gather_object", Role.ROOTED, Counts.ANY, Share.NONE, Completion.EARLY, Result.OWN),
    SCATTER_OBJECTS("scatter_object_list", Role.ROOTED, Counts.ANY, Share.NONE, Completion.EARLY, Result.OWN),

    /**
     * Any other name: a collective with unknown properties. All that its calls record must agree, and its completion on one
     * rank proves nothing about the others.
     */
    UNKNOWN("unknown", Role.SYMMETRIC, Counts.INPUT, Share.NONE, Completion.EARLY, Result.OWN);

    /** How the counts of the ranks of one call are compared. */
    public enum Counts {
        /** The operation moves no data. */
        NO_BUFFER,
        /** Ranks may pass different counts. */
        ANY,
        /** All ranks pass the same input count. */
        INPUT,
        /** As {@link #INPUT}, except in calls that give each rank a count of its own. */
        INPUT_UNLESS_SPLIT,
        /** All ranks pass the same output count, except in calls that give each rank a count of its own. */
        OUTPUT_UNLESS_SPLIT,
        /** The output count is the total over all ranks and must agree, as must the splits; the inputs are shares of it. */
        TOTAL_OUTPUT,
        /** The input count is the total over all ranks and must agree, as must the splits; the outputs are shares of it. */
        TOTAL_INPUT
    }

    private enum Role {
        SYMMETRIC,
        REDUCING,
        ROOTED,
        ROOTED_REDUCING,
        SENDING,
        RECEIVING
    }

    private enum Share {
        INPUT,
        OUTPUT,
        NONE
    }

    private enum Completion {
        AFTER_ALL,
        AFTER_SENDERS,
        EARLY
    }

    private enum Result {
        SAME,
        OWN
    }

    private static final Map<String, OperationTraits> BY_LABEL = new HashMap<>();

    static {
        for (OperationTraits operation : values()) {
            BY_LABEL.put(operation.label, operation);
        }
    }

    private final String label;
    private final Role role;
    private final Counts counts;
    private final Share share;
    private final Completion completion;
    private final Result result;

    OperationTraits(String label, Role role, Counts counts, Share share, Completion completion, Result result) {
        this.label = label;
        this.role = role;
        this.counts = counts;
        this.share = share;
        this.completion = completion;
        this.result = result;
    }

    /** Returns the traits of the operation with this name, such as {@code all_reduce}; {@link #UNKNOWN} for any other name. */
    public static OperationTraits of(String operation) {
        return BY_LABEL.getOrDefault(operation, UNKNOWN);
    }

    /** Returns the operation's name, as signatures hold it and reports print it. */
    public String label() {
        return label;
    }

    /** Returns whether one rank, the root, sends to or receives from all others. */
    public boolean rooted() {
        return role == Role.ROOTED || role == Role.ROOTED_REDUCING;
    }

    /** Returns whether elements are combined, so that a call names a reduction. */
    public boolean reducing() {
        return role == Role.REDUCING || role == Role.ROOTED_REDUCING;
    }

    /** Returns whether this is the send of a point-to-point message. */
    public boolean sends() {
        return role == Role.SENDING;
    }

    /** Returns whether this is the receive of a point-to-point message. */
    public boolean receives() {
        return role == Role.RECEIVING;
    }

    /** Returns whether a call concerns two ranks and not all members. */
    public boolean pointToPoint() {
        return sends() || receives();
    }

    /** Returns how the counts of the ranks of one call are compared. */
    public Counts counts() {
        return counts;
    }

    /** Returns whether a library that takes a single count takes that of the input. */
    public boolean countedByInput() {
        return share == Share.INPUT;
    }

    /** Returns whether a library that takes a single count takes that of the output. */
    public boolean countedByOutput() {
        return share == Share.OUTPUT;
    }

    /** Returns whether no rank completes a call before all members have joined it, unless its buffers are empty. */
    public boolean awaitsAll() {
        return completion == Completion.AFTER_ALL;
    }

    /** Returns whether each rank waits for the data of others: for all members, or for those that send to it. */
    public boolean awaitsOthers() {
        return completion != Completion.EARLY;
    }

    /** Returns whether all ranks hold the same result after a call. */
    public boolean sameResult() {
        return result == Result.SAME;
    }
}
