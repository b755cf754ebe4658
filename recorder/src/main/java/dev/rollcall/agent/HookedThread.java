package dev.rollcall.agent;

import dev.rollcall.gpu.ContextRelease;
import dev.rollcall.gpu.CopyVerification;
import dev.rollcall.recorder.BufferHolder;
import dev.rollcall.recorder.RecordedCommunicator;
import dev.rollcall.recorder.Rendezvous;
import dev.rollcall.recorder.ThreadRecording;
import dev.rollcall.trace.CopyEvent;
import java.util.ArrayList;
import java.util.List;

/** What the hooks keep for each thread. Used by that thread only. */
final class HookedThread {
    final ThreadRecording recording;

    /** How many recorded methods the thread is in; only the outermost is recorded. */
    private int depth;

    /** The hook of the outermost recorded method that the thread is in. */
    private int outermost;

    /** The communicators that the thread is creating. */
    final List<RecordedCommunicator> creating = new ArrayList<>(1);

    /** The communicator that the thread is ending; null for none. */
    RecordedCommunicator leaving;

    /** What the thread's group has collected. */
    final UnissuedOperations unissued = new UnissuedOperations();

    /** The calls of the thread's group, until it is issued. */
    final List<DeviceHooks.GroupedCall> grouped = new ArrayList<>(0);

    /** The ordinal of the device on which the thread launches; -1 where unknown. */
    int launchDevice = -1;

    /** The copy that the thread is in; null where it is captured or not known. */
    CopyEvent copying;

    /** The verification of the copy that the thread is in; null where it is not verified. */
    CopyVerification copy;

    /** The context that the thread is giving up; null for none that the agent knows. */
    ContextRelease release;

    /** What the thread's next call passes as its input or output; null where nothing keeps it alive but its allocation. */
    BufferHolder input;

    BufferHolder output;

    /** The exception of the thread's last copy, until {@link Hooks#throwIfCorrupt} throws it; null for none. */
    RuntimeException pendingException;

    /** The rendezvous that the thread waits in; null for none. */
    Rendezvous rendezvous;

    HookedThread(ThreadRecording recording) {
        this.recording = recording;
    }

    /** Returns the communicators that the thread was creating. */
    List<RecordedCommunicator> takeCreating() {
        List<RecordedCommunicator> taken = List.copyOf(creating);
        creating.clear();
        return taken;
    }

    /** Counts the thread into a recorded method, and returns whether it is the outermost. */
    boolean enter(int hook) {
        if (depth++ > 0) {
            if (MissedHooks.count == 0 || WrapperFrames.onThisStack()) {
                return false;
            }
            // The thread has left the methods before: the hooks that should have counted it out failed.
            depth = 1;
        }
        outermost = hook;
        return true;
    }

    /** Counts the thread into the agent's own work, whose calls are not recorded. */
    void enterAgent() {
        depth++;
    }

    /** Counts the thread out of a recorded method or the agent's own work. */
    void leave() {
        depth--;
    }

    /** Returns whether the thread is in a recorded method. */
    boolean inside() {
        return depth > 0;
    }

    /** Returns whether the recorded method that the thread is in was called by another one. */
    boolean nested() {
        return depth > 1;
    }

    /** Returns the hook of the outermost recorded method that the thread is in, which may have ended. */
    int outermost() {
        return outermost;
    }
}
