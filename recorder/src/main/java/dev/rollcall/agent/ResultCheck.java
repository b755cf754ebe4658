package dev.rollcall.agent;

/** What the option {@code results} can be. */
enum ResultCheck {
    /** Results are not summed. */
    OFF,
    /** Results that must be equal on all ranks are summed. */
    CHECKSUM
}
