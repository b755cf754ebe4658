package dev.rollcall.samples;

/** How a job goes that nobody ends. */
public enum Course {
    /** Its ranks freeze, or end in errors. */
    FREEZES,
    /** It goes on for far longer than anybody watches. */
    GOES_ON,
    /** It ends by itself. */
    ENDS
}
