package dev.rollcall.samples;

/** What becomes of a sample's job if it is left alone. */
public enum ExpectedCourse {
    /** Its ranks hang, or end with errors. */
    HANGS,
    /** It makes progress for longer than any run lasts. */
    CONTINUES,
    /** It ends normally. */
    ENDS
}
