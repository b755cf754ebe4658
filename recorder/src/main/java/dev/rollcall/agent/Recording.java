package dev.rollcall.agent;

import dev.rollcall.recorder.RecordingState;

/**
 * What the hooks have in common. Nothing goes wrong in them for the application: where the thread's stack or the Java heap is
 * exhausted a call is not recorded, and counted; anything else ends the recording, with one warning. Thread-safe.
 */
final class Recording {
    /** What an entry hook returns for a call that is not recorded; not what the recorder returns of one without a slot. */
    static final long NOT_RECORDED = -2;

    /** What an entry hook returns that did not count the thread in; nothing is counted out then. */
    static final long NOT_ENTERED = -3;

    private static volatile Session session;

    private Recording() {}

    /** Lets the hooks record from now on; null ends that. */
    static void install(Session installed) {
        session = installed;
    }

    /** Returns what records; null where nothing does. */
    static Session active() {
        Session current = session;
        return current != null && current.recorder().state().recording() ? current : null;
    }

    /**
     * Learns that a hook failed.
     *
     * @param hook its number, or the complement of that where it ends something
     * @param communicator of a call that begins; else null
     */
    static void missed(RecordingState state, Throwable failure, int hook, Object communicator) {
        if (state.failed(failure)) {
            MissedHooks.add(hook, communicator);
        }
    }

    /** Takes the wrappers out of an exception's stack, so that what the application prints of it stays the same. */
    static void cleanStack(Throwable failure) {
        try {
            WrapperFrames.clean(failure);
        } catch (Throwable e) {
            // An exception that does not let its stack be changed keeps it, and so does one of an exhausted stack or
            // heap.
        }
    }
}
