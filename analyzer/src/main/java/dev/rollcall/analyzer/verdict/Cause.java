package dev.rollcall.analyzer.verdict;

import java.util.Locale;

/** What went wrong, as a kind: the analyzer finds it in a job, or the scan in code. Each has one page under docs/causes. */
public enum Cause {
    EXTRA_COLLECTIVE,
    SKIPPED_COLLECTIVE,
    SHORT_LOOP,
    RANK_ABSENT,
    OP_MISMATCH,
    SIZE_MISMATCH,
    DTYPE_MISMATCH,
    ROOT_MISMATCH,
    REDUCE_OP_MISMATCH,
    SPLIT_MISMATCH,
    ORDER_SWAP,
    COMMUNICATOR_DEADLOCK,
    UNMATCHED_SEND_RECV,
    GPU_STUCK,
    TRANSPORT_STALLED,
    SPLIT_WORLD,
    COPY_CORRUPTED,
    WRONG_DEVICE,
    SHARED_DEVICE,
    DEVICE_ERROR,
    BUFFER_RETAINED,
    RESULT_MISMATCH,
    STRAGGLER,
    UNDETERMINED;

    /** Returns the name that users see, such as {@code extra-collective}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
