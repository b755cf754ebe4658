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
            case SHORT_LOOP -> "Some ranks go round a loop another number of times";
            case RANK_ABSENT -> "A rank stops calling while the others wait for it";
            case OP_MISMATCH -> "Ranks call different collectives in one place";
            case SIZE_MISMATCH -> "Ranks bring different numbers of elements to one collective";
            case DTYPE_MISMATCH -> "Ranks bring elements of different types to one collective";
            case ROOT_MISMATCH -> "Ranks name different roots in one collective";
            case REDUCE_OP_MISMATCH -> "Ranks reduce in different ways in one collective";
            case SPLIT_MISMATCH -> "Ranks share out an all-to-all in ways that do not fit";
            case ORDER_SWAP -> "Ranks make the same calls in another order";
            case COMMUNICATOR_DEADLOCK -> "Ranks use two communicators in another order";
            case UNMATCHED_SEND_RECV -> "A send or receive whose other half is missing or does not fit";
            case GPU_STUCK -> "A GPU does not get to what its rank issued";
            case TRANSPORT_STALLED -> "All ranks joined a collective and none finishes it";
            case SPLIT_WORLD -> "Ranks do not all join the same communicator";
            case COPY_CORRUPTED -> "A GPU copy delivers something else than its source";
            case STRAGGLER -> "A rank is late in every step";
            case UNDETERMINED -> "Not decided";
        };
    }
}
