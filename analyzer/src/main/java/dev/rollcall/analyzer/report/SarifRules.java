package dev.rollcall.analyzer.report;

import dev.rollcall.analyzer.verdict.Cause;

/** What the causes are called where a code host lists them. */
final class SarifRules {
    private SarifRules() {}

    /** Returns a few words that tell a cause from the others. */
    static String description(Cause cause) {
        return switch (cause) {
            case EXTRA_COLLECTIVE -> "Some ranks call a collective that the others do not";
            case SKIPPED_COLLECTIVE -> "Some ranks skip a collective that the others call";
            case SHORT_LOOP -> "Some ranks run a loop a different number of times";
            case RANK_ABSENT -> "A rank stops calling while the others wait for it";
            case OP_MISMATCH -> "Ranks call different collectives at the same place";
            case SIZE_MISMATCH -> "Ranks pass different numbers of elements to one collective";
            case DTYPE_MISMATCH -> "Ranks pass elements of different types to one collective";
            case ROOT_MISMATCH -> "Ranks name different roots in one collective";
            case REDUCE_OP_MISMATCH -> "Ranks name different reductions in one collective";
            case SPLIT_MISMATCH -> "The splits of an all-to-all do not match between the ranks";
            case ORDER_SWAP -> "Ranks make the same calls in different orders";
            case COMMUNICATOR_DEADLOCK -> "Ranks use two communicators in different orders";
            case UNMATCHED_SEND_RECV -> "A send or receive without a matching call";
            case GPU_STUCK -> "A GPU does not start a call that its rank issued";
            case TRANSPORT_STALLED -> "All ranks joined a collective, but it does not complete";
            case SPLIT_WORLD -> "Ranks do not all join the same communicator";
            case COPY_CORRUPTED -> "A GPU copy delivers other data than its source holds";
            case WRONG_DEVICE -> "A GPU is given memory or a stream of another GPU";
            case SHARED_DEVICE -> "Two ranks of a communicator use one GPU";
            case DEVICE_ERROR -> "An operation of a GPU failed, and the error shows later";
            case BUFFER_RETAINED -> "Buffers of collectives stay allocated long after their calls";
            case RESULT_MISMATCH -> "Ranks receive different results of one collective";
            case STRAGGLER -> "A rank is late in every step";
            case UNDETERMINED -> "The evidence does not show the cause";
        };
    }
}
