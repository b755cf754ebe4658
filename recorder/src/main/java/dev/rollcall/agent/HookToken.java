package dev.rollcall.agent;

/**
 * The token that an entry hook returns and the wrapper passes to the hook at the end of the method: by the kind of method, the
 * position of the call or copy in its ring, or the table token of the work of a wait, both from 0, or 0 for a communicator or
 * store; -1 where there was no room or no such work; or one of these.
 */
final class HookToken {
    /** The thread is counted into the method, which is not recorded. */
    static final long NOT_RECORDED = -2;

    /** The thread is not counted into the method; nothing is to be undone. Wrappers begin with it. */
    static final long NOT_ENTERED = -3;

    /** Never leaves a hook: the call is to be recorded, and the hook continues with {@link CallHooks#record}. */
    static final long TO_RECORD = -4;

    private HookToken() {}
}
