package dev.rollcall.agent;

/**
 * The token that an entry hook returns and the wrapper passes to the hook at the end of the method: a number of the recorder's
 * from 0, -1 if the trace had no room, or one of these.
 */
final class HookToken {
    /** The thread is counted into the method, which is not recorded. */
    static final long NOT_RECORDED = -2;

    /** The thread is not counted into the method; nothing is to be undone. Wrappers begin with it. */
    static final long NOT_ENTERED = -3;

    private HookToken() {}
}
