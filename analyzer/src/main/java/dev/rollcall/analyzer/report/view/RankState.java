package dev.rollcall.analyzer.report.view;

import java.util.Locale;

/** How a rank stands to the call that shows where it is. */
public enum RankState {
    /** It waits in the call. */
    WAITING,
    /** It waits in the creation of a communicator. */
    CREATING,
    /** Its process ended while the call was pending. */
    ENDED,
    /** The call failed. */
    FAILED,
    /** The call, its last one, completed. */
    COMPLETED,
    /** The source does not say how far the call, its last one, got. */
    UNKNOWN,
    /** The record of the call, its last one, is lost. */
    LOST,
    /** It made no call. */
    NONE,
    /** It has no call on record, in a file that may lack calls. */
    UNRECORDED;

    /** Returns the name that users see. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
