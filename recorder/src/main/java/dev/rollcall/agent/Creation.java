package dev.rollcall.agent;

import dev.rollcall.recorder.RecordedCommunicator;
import java.lang.ref.WeakReference;

/**
 * The creation of a communicator that has returned, and may not have made it yet. Immutable and thread-safe.
 *
 * @param made the communicator, or where the library writes it; the application's object, which must not be kept alive
 * @param index which of the communicators that are written there it is, from 0
 */
record Creation(BoundMethod method, RecordedCommunicator communicator, WeakReference<Object> made, int index) {
    /** Returns the communicator whose asynchronous error says when this one has been made. */
    RecordedCommunicator asked() {
        return communicator.parent() == null ? communicator : communicator.parent();
    }
}
