package dev.rollcall.recorder;

import java.util.ArrayList;
import java.util.List;

/**
 * Records that ranks meet at a store, which may block for ever before there is any communicator to be made. One that lasts or
 * fails is recorded as the making of the communicator for which the ranks meet, and is continued by it. Thread-safe.
 */
public final class RendezvousRecorder {
    private final CommunicatorRecorder recorder;
    private final StackRecorder stacks;
    private final CommunicatorRegistry births;
    private final long patienceNanos;
    private final List<Rendezvous> lasting = new ArrayList<>();

    /** Makes an empty register; a meeting that takes longer than the patience is recorded. */
    RendezvousRecorder(
            CommunicatorRecorder recorder, StackRecorder stacks, CommunicatorRegistry births, long patienceNanos) {
        this.recorder = recorder;
        this.stacks = stacks;
        this.births = births;
        this.patienceNanos = patienceNanos;
    }

    /**
     * Learns that a thread begins to meet the other ranks.
     *
     * @param birth what the communicator for which they meet will be
     * @return null where this process has a communicator already, so that this meeting is for another one
     */
    public Rendezvous begin(
            ThreadRecording thread,
            CommunicatorsByKey library,
            CalledMethod called,
            CommunicatorSpec birth,
            int function) {
        if (births.any() && !births.continues(library.library(), birth)) {
            return null;
        }
        Rendezvous meeting = new Rendezvous(
                library,
                birth,
                stacks.current(thread.stack, called),
                recorder.name(thread),
                function,
                System.nanoTime());
        synchronized (this) {
            lasting.add(meeting);
        }
        return meeting;
    }

    /** Learns that the ranks have met; the communicator may be made at another place all the same. */
    public synchronized void met(Rendezvous meeting) {
        lasting.remove(meeting);
        if (meeting.made != null) {
            recorder.met(meeting.made);
            births.unmade(meeting.library.library(), meeting.made);
        }
    }

    /** Records that a meeting has failed. */
    public synchronized void notMet(Rendezvous meeting, String failure) {
        lasting.remove(meeting);
        make(meeting);
        recorder.notJoined(meeting.thread, meeting.library, meeting.made, failure, meeting.function);
    }

    /** Records the meetings that last too long by now. */
    synchronized void check(long nanos) {
        for (Rendezvous meeting : lasting) {
            if (meeting.made == null && nanos - meeting.since > patienceNanos) {
                make(meeting);
            }
        }
    }

    private void make(Rendezvous meeting) {
        if (meeting.made == null) {
            meeting.made = recorder.joining(
                    meeting.library, meeting.birth, meeting.stack, meeting.thread, meeting.function, meeting.since);
        }
    }
}
