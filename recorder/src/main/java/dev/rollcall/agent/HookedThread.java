package dev.rollcall.agent;

import dev.rollcall.gpu.CopyVerification;
import dev.rollcall.library.CallArguments;
import dev.rollcall.library.GivenArguments;
import dev.rollcall.recorder.RecordedCommunicator;
import dev.rollcall.recorder.Rendezvous;
import dev.rollcall.recorder.ThreadRecording;

/** What the hooks keep for each thread. For that thread alone. */
final class HookedThread {
    final ThreadRecording recording;
    final GivenArguments given = new GivenArguments();
    final CallArguments arguments = new CallArguments();

    /** How many recorded methods the thread is in; only the outermost is recorded. */
    private int depth;

    /** The hook of the outermost recorded method that the thread is in. */
    int outermost;

    /** The communicator that the thread is making. */
    RecordedCommunicator birth;

    /** The verification of the copy that the thread is in; null where it is not verified. */
    CopyVerification copy;

    /** What the thread's last copy is to end with; null for nothing. */
    RuntimeException corrupt;

    /** The meeting of ranks that the thread has come to. */
    Rendezvous meeting;

    HookedThread(ThreadRecording recording) {
        this.recording = recording;
    }

    /** Counts the thread into a recorded method, and returns whether it is the outermost. */
    boolean enter() {
        if (depth++ == 0) {
            return true;
        }
        if (MissedHooks.count == 0 || WrapperFrames.onThisStack()) {
            return false;
        }
        // The hook by which the thread left an earlier method failed.
        depth = 1;
        return true;
    }

    /** Counts the thread out of a recorded method. */
    void leave() {
        depth--;
    }

    /** Returns whether the thread is in a recorded method. */
    boolean inside() {
        return depth > 0;
    }
}
