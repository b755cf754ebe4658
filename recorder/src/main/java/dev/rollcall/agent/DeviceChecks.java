package dev.rollcall.agent;

/** What is checked of the work that devices are given. Immutable and thread-safe. */
enum DeviceChecks {
    /** Nothing. */
    OFF,
    /** Whether memory and streams are on the right device, and which operations may have made an error. */
    CHECK,
    /** The same, and waits for each launch and copy, so that one operation is left. */
    EACH
}
