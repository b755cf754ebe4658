package dev.rollcall.analyzer.code.match;

/** How ranks decide at conditions whose value is not known. */
enum OpenGuards {
    HOLD_EVERYWHERE,
    HOLD_NOWHERE,
    HOLD_ON_FIRST,
    HOLD_ON_OTHERS;

    /** Returns whether such a condition holds on a rank. */
    boolean hold(int rank) {
        return switch (this) {
            case HOLD_EVERYWHERE -> true;
            case HOLD_NOWHERE -> false;
            case HOLD_ON_FIRST -> rank == 0;
            case HOLD_ON_OTHERS -> rank != 0;
        };
    }

    /** Returns whether all ranks decide alike, so that ranks part at other conditions alone. */
    boolean areAlike() {
        return this == HOLD_EVERYWHERE || this == HOLD_NOWHERE;
    }
}
