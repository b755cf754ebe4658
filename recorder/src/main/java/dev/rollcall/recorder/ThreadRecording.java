package dev.rollcall.recorder;

import dev.rollcall.trace.CallEncoder;
import dev.rollcall.trace.HeapWriter;

/** What the recorder keeps for each thread that makes calls. Used by that thread only. */
public final class ThreadRecording {
    /** The thread's next call. */
    public final RecordedCall call = new RecordedCall();

    final StackKey stack;
    final CallEncoder encoder;

    /** The communicator of the call that the thread is in; null if it is in none. */
    RecordedCommunicator communicator;

    /** The position of that call, -1 if it has no slot. */
    long position = -1;

    /** The sequence number of that call. */
    long sequence;

    /** The id in the heap of the stack of the thread's last call. */
    int callStack;

    /** Whether the thread is recording the end of that call; still true if it ran out of stack there. */
    boolean ending;

    /** The token of the work of the thread's last call, -1 for none. */
    long lastWork = -1;

    /** The number of the thread's group; 0 for none. */
    int group;

    /** How deep the thread's groups are nested. */
    int groups;

    /** The calls in the group so far. */
    int grouped;

    /** The number of the step that the application marked last. */
    long step;

    /** When it was marked, by the monotonic clock. */
    long stepTime;

    /** How many steps the application has marked. */
    long steps;

    /** Whether the step is in the trace, or there is none. */
    boolean stepWritten = true;

    private String name;
    private int nameId;

    ThreadRecording(StackKey stack, CallEncoder encoder) {
        this.stack = stack;
        this.encoder = encoder;
    }

    /** Returns whether the thread is in a group, whose calls are issued at its end. */
    public boolean inGroup() {
        return groups > 0;
    }

    /** Marks the thread as in no call: its call has ended, or its work is followed. */
    void left() {
        communicator = null;
        position = -1;
        ending = false;
    }

    /** Returns the id in the heap of the current thread's name, which may change. */
    int nameId(HeapWriter heap) {
        String current = Thread.currentThread().getName();
        if (current != name) {
            // Some applications rename a thread for each task.
            nameId = heap.text(current);
            name = current;
        }
        return nameId;
    }
}
