package dev.rollcall.agent;

import dev.rollcall.library.CallArguments;
import dev.rollcall.library.GivenArguments;
import dev.rollcall.recorder.Communicator;
import dev.rollcall.recorder.RecordingThread;

/** What the hooks keep for each thread. For that thread alone. */
final class HookThread {
    final RecordingThread recording;
    final GivenArguments given = new GivenArguments();
    final CallArguments arguments = new CallArguments();

    /** How many recorded methods the thread is in; only the outermost is recorded. */
    int depth;

    /** The communicator that the thread is making. */
    Communicator birth;

    HookThread(RecordingThread recording) {
        this.recording = recording;
    }
}
