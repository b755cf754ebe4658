package dev.rollcall.agent;

/**
 * What an entry hook returns and the wrapper hands to the hook that ends the method: a position or number of the recorder from
 * 0, -1 where the trace had no room, or one of these.
 */
final class HookToken {
    /** The thread is counted into the method, which is not recorded. */
    static final long NOT_RECORDED = -2;

    /** The thread is not counted into the method; nothing is to be undone. Wrappers begin with it. */
    static final long NOT_ENTERED = -3;

    private HookToken() {}
}
