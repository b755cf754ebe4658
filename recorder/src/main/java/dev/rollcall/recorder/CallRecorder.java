package dev.rollcall.recorder;

import dev.rollcall.trace.CallEncoder;
import dev.rollcall.trace.CallRing;
import dev.rollcall.trace.CommunicatorWriter;
import dev.rollcall.trace.EventTag;
import dev.rollcall.trace.HeapWriter;
import dev.rollcall.trace.Operation;

/**
 * Records calls from their sequence numbers to their ends. Thread-safe if each thread uses its own {@link ThreadRecording};
 * takes no lock. Exceptions other than errors of the JVM come from a library's own code.
 */
public final class CallRecorder {
    private final CallRing calls;
    private final HeapWriter heap;
    private final StackRecorder stacks;
    private final WorkTracker works;
    private final StepRecorder steps;
    private final RecordingState state;

    CallRecorder(
            CallRing calls,
            HeapWriter heap,
            StackRecorder stacks,
            WorkTracker works,
            StepRecorder steps,
            RecordingState state) {
        this.calls = calls;
        this.heap = heap;
        this.stacks = stacks;
        this.works = works;
        this.steps = steps;
        this.state = state;
    }

    /** Returns the state that one thread needs to record its calls. */
    public ThreadRecording newThread() {
        return new ThreadRecording(stacks.newKey(), new CallEncoder(calls));
    }

    /** Counts an event that was not recorded because the stack or the Java heap was exhausted. */
    public void missed() {
        state.missed();
        calls.missed();
    }

    /** Counts such a call, which still takes its sequence number. */
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
     * Records that the call in its thread's {@link ThreadRecording#call} begins.
     *
     * @return the call's position, -1 where the ring had no slot; the end of the call must be recorded in either case
     */
    public long begin(ThreadRecording thread, CalledMethod called, RecordedCommunicator communicator) {
        if (thread.lastWork >= 0) {
            works.passedOver(thread.lastWork);
            thread.lastWork = -1;
        }
        abandon(thread);
        CommunicatorWriter entry = communicator.entry();
        Operation operation = thread.call.operation;
        boolean pointToPoint = operation.pointToPoint();
        // First, because a call that cannot be recorded takes its number too; otherwise later calls would be compared
        // with other ranks' earlier ones.
        long sequence = pointToPoint ? entry.nextPointToPoint() : entry.nextCollective();
        int stack = stack(thread, called);
        steps.write(thread);
        int name = thread.nameId(heap);
        long now = System.nanoTime();
        long position = calls.claim(EventTag.CALL);
        thread.position = position;
        thread.sequence = sequence;
        thread.callStack = stack;
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
            abandon(thread);
            throw e;
        }
    }

    /** Returns the id of the thread's stack, 0 if there is no stack or heap left to walk it. */
    private int stack(ThreadRecording thread, CalledMethod called) {
        try {
            return stacks.current(thread.stack, called);
        } catch (StackOverflowError | OutOfMemoryError e) {
            heap.stackLeftOut();
            return 0;
        }
    }

    /**
     * Records the thread's last call as unknown unless it has ended. Repeated before the thread's next call, because there may
     * be no stack for it now.
     */
    public void abandon(ThreadRecording thread) {
        RecordedCommunicator communicator = thread.communicator;
        if (communicator == null && thread.position < 0) {
            return;
        }
        if (thread.ending) {
            // Without this, the call would stay locked and count as pending for ever.
            calls.endAborted(thread.position);
        }
        calls.abandon(thread.position);
        if (communicator != null) {
            communicator.ended(System.nanoTime());
        }
        thread.left();
    }

    /** Records that a blocking call has returned. */
    public void completed(ThreadRecording thread, long position) {
        long now = System.nanoTime();
        thread.ending = true;
        calls.completed(position, now);
        ended(thread, now);
    }

    /** Records that a call threw. */
    public void failed(ThreadRecording thread, long position, String failure) {
        long now = System.nanoTime();
        int text = heap.text(failure);
        thread.ending = true;
        calls.failed(position, now, text);
        ended(thread, now);
    }

    private static void ended(ThreadRecording thread, long now) {
        thread.communicator.ended(now);
        thread.left();
    }

    /**
     * Returns the thread's call as one whose work a stream does.
     *
     * @param summed whether results are summed
     */
    public StreamCall streamCall(ThreadRecording thread, long position, long stream, boolean summed) {
        CallResult result = summed ? CallResult.of(thread.call) : null;
        return new StreamCall(thread.communicator, position, thread.sequence, stream, result);
    }

    /** Returns where the thread's call is recorded. */
    public CallPlace place(ThreadRecording thread, long position) {
        return new CallPlace(thread.communicator, position, thread.sequence);
    }

    /** Notes that the thread's call has returned, and that {@link DeviceCompletions} or a group follows it from now on. */
    public void detached(ThreadRecording thread) {
        thread.left();
    }

    /** Returns whether the thread's call should be followed through a handle of its work. */
    public boolean watched(ThreadRecording thread) {
        return thread.communicator.watched();
    }

    /**
     * Records that a call has returned a work, which ends the call when it finishes.
     *
     * @param key the work's key
     * @param completion asks the work's handle; null if the work cannot be watched
     * @param handle the work's handle; null if only the application's waits follow the work
     */
    public void enqueued(ThreadRecording thread, long position, long key, Completion completion, Object handle)
            throws Throwable {
        long token = works.follow(position, thread.communicator, key, completion, handle, System.nanoTime());
        thread.left();
        thread.lastWork = token;
    }
}
