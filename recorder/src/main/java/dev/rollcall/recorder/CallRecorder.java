package dev.rollcall.recorder;

import dev.rollcall.trace.CallEncoder;
import dev.rollcall.trace.CallRing;
import dev.rollcall.trace.CommunicatorWriter;
import dev.rollcall.trace.EventTag;
import dev.rollcall.trace.HeapWriter;
import dev.rollcall.trace.Operation;

/**
 * Records calls from their sequence numbers to their ends. Thread-safe, where each thread brings its own {@link
 * ThreadRecording}; takes no lock, and what is thrown here besides errors of the JVM comes from a library's own code.
 */
public final class CallRecorder {
    private final CallRing calls;
    private final HeapWriter heap;
    private final StackRecorder stacks;
    private final WorkTracker works;
    private final RecordingState state;

    CallRecorder(CallRing calls, HeapWriter heap, StackRecorder stacks, WorkTracker works, RecordingState state) {
        this.calls = calls;
        this.heap = heap;
        this.stacks = stacks;
        this.works = works;
        this.state = state;
    }

    /** Returns what one thread needs to record its calls. */
    public ThreadRecording newThread() {
        return new ThreadRecording(stacks.newKey(), new CallEncoder(calls));
    }

    /** Counts something that was not recorded because the stack or the Java heap was exhausted. */
    public void missed() {
        state.missed();
        calls.missed();
    }

    /** Counts such a call, which takes its number on its communicator all the same. */
    public void missed(RecordedCommunicator communicator, Operation operation) {
        CommunicatorWriter entry = communicator.entry();
        if (operation.pointToPoint()) {
            entry.nextPointToPoint();
        } else {
            entry.nextCollective();
        }
        missed();
    }

    /**
     * Records that a call begins, with the details that its thread holds.
     *
     * @return the call's position, -1 where there was no room; its end is to be told all the same
     */
    public long begin(ThreadRecording thread, CalledMethod called, RecordedCommunicator communicator) {
        if (thread.lastWork >= 0) {
            works.passedOver(thread.lastWork);
            thread.lastWork = -1;
        }
        lostSight(thread);
        CommunicatorWriter entry = communicator.entry();
        Operation operation = thread.call.operation;
        boolean pointToPoint = operation.pointToPoint();
        // First of all: a call that cannot be recorded has its number too, or the later ones would have other ranks'
        // numbers.
        long sequence = pointToPoint ? entry.nextPointToPoint() : entry.nextCollective();
        int stack = stack(thread, called);
        int name = thread.nameId(heap);
        long now = System.nanoTime();
        long position = calls.claim(EventTag.CALL);
        thread.position = position;
        try {
            CallEncoder slot = thread.encoder.wrap(position).enqueued(now);
            if (pointToPoint) {
                slot.pointToPoint(entry, sequence);
            } else {
                slot.collective(entry, sequence);
            }
            slot.site(stack, name, thread.call.function);
            if (thread.group != 0) {
                thread.grouped++;
                slot.group(thread.group);
            }
            thread.call.write(slot, entry, sequence);
            calls.publish(position);
            communicator.began(now, operation, sequence);
            thread.communicator = communicator;
            return position;
        } catch (Throwable e) {
            lostSight(thread);
            throw e;
        }
    }

    /** Returns the id of the thread's stack, 0 where there is no stack or heap left to walk it. */
    private int stack(ThreadRecording thread, CalledMethod called) {
        try {
            return stacks.current(thread.stack, called);
        } catch (StackOverflowError | OutOfMemoryError e) {
            heap.stackLeftOut();
            return 0;
        }
    }

    /**
     * Records that nothing will tell any more how the call ends that the thread was in last, if it has not ended. Done again
     * before the thread's next call, for there may be no stack for it now.
     */
    public void lostSight(ThreadRecording thread) {
        RecordedCommunicator communicator = thread.communicator;
        if (communicator == null && thread.position < 0) {
            return;
        }
        calls.abandon(thread.position);
        if (communicator != null) {
            communicator.ended(System.nanoTime());
        }
        thread.left();
    }

    /** Records that a call that blocks has returned. */
    public void completed(ThreadRecording thread, long position) {
        long now = System.nanoTime();
        calls.completed(position, now);
        ended(thread, now);
    }

    /** Records that a call threw. */
    public void failed(ThreadRecording thread, long position, String failure) {
        long now = System.nanoTime();
        calls.failed(position, now, heap.text(failure));
        ended(thread, now);
    }

    private static void ended(ThreadRecording thread, long now) {
        thread.communicator.ended(now);
        thread.left();
    }

    /** Returns whether the call that the thread is in should be followed through a handle of its work. */
    public boolean watched(ThreadRecording thread) {
        return thread.communicator.watched();
    }

    /**
     * Records that a call has returned a work, by whose end it ends.
     *
     * @param key the work's key
     * @param completion how the work can be asked; null where it cannot
     * @param handle by which the work can be asked; null where only the application's wait will tell
     */
    public void enqueued(ThreadRecording thread, long position, long key, Completion completion, Object handle)
            throws Throwable {
        long token = works.follow(position, thread.communicator, key, completion, handle, System.nanoTime());
        thread.left();
        thread.lastWork = token;
    }
}
