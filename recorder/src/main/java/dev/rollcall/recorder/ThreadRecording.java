package dev.rollcall.recorder;

import dev.rollcall.trace.CallEncoder;
import dev.rollcall.trace.HeapWriter;

/** What the recorder keeps for each thread that makes calls. For that thread alone. */
public final class ThreadRecording {
    /** What the thread's next call is. */
    public final RecordedCall call = new RecordedCall();

    final StackKey stack;
    final CallEncoder encoder;

    /** The communicator of the call that the thread is in; null where it is in none. */
    RecordedCommunicator communicator;

    /** The position of that call, -1 where there was no slot for it. */
    long position = -1;

    /** The token of the thread's last work, -1 for none. */
    long lastWork = -1;

    /** The number of the group that the thread's calls are in; 0 for none. */
    int group;

    /** How many groups the thread is in, one within the other. */
    int groups;

    /** How many calls the group has so far. */
    int grouped;

    private String name;
    private int nameId;

    ThreadRecording(StackKey stack, CallEncoder encoder) {
        this.stack = stack;
        this.encoder = encoder;
    }

    /** Learns that the call that the thread was in is ended, or followed by its work. */
    void left() {
        communicator = null;
        position = -1;
    }

    /** Returns the id in the heap of the current thread's name, which may change. */
    int nameId(HeapWriter heap) {
        String current = Thread.currentThread().getName();
        if (current != name) {
            // Some applications name their threads by task.
            nameId = heap.text(current);
            name = current;
        }
        return nameId;
    }
}
