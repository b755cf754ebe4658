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
    private final CommunicatorRegistry registry;
    private final long patienceNanos;
    private final List<Rendezvous> lasting = new ArrayList<>();

    /** Makes an empty register; a meeting that takes longer than the patience is recorded. */
    RendezvousRecorder(
            CommunicatorRecorder recorder, StackRecorder stacks, CommunicatorRegistry registry, long patienceNanos) {
        this.recorder = recorder;
        this.stacks = stacks;
        this.registry = registry;
        this.patienceNanos = patienceNanos;
    }

    /**
     * Learns that a thread begins to meet the other ranks.
     *
     * @param spec what the communicator for which they meet will be
     * @return null where this process has a communicator already, so that this meeting is for another one
     */
    public Rendezvous begin(
            ThreadRecording thread,
            CommunicatorsByKey library,
            CalledMethod called,
            CommunicatorSpec spec,
            int function) {
        if (registry.any() && !registry.continues(library.library(), spec)) {
            return null;
        }
        Rendezvous rendezvous = new Rendezvous(
                library,
                spec,
                stacks.current(thread.stack, called),
                recorder.name(thread),
                function,
                System.nanoTime());
        synchronized (this) {
            lasting.add(rendezvous);
        }
        return rendezvous;
    }

    /** Learns that the ranks have met; the communicator may be made at another place all the same. */
    public synchronized void met(Rendezvous rendezvous) {
        lasting.remove(rendezvous);
        if (rendezvous.made != null) {
            recorder.met(rendezvous.made);
            registry.failed(rendezvous.library.library(), rendezvous.made);
        }
    }

    /** Records that a meeting has failed. */
    public synchronized void notMet(Rendezvous rendezvous, String failure) {
        lasting.remove(rendezvous);
        make(rendezvous);
        recorder.notJoined(rendezvous.thread, rendezvous.library, rendezvous.made, failure, rendezvous.function);
    }

    /** Records the meetings that last too long by now. */
    synchronized void check(long nanos) {
        for (Rendezvous rendezvous : lasting) {
            if (rendezvous.made == null && nanos - rendezvous.since > patienceNanos) {
                make(rendezvous);
            }
        }
    }

    private void make(Rendezvous rendezvous) {
        if (rendezvous.made == null) {
            rendezvous.made = recorder.joining(
                    rendezvous.library,
                    rendezvous.spec,
                    rendezvous.stack,
                    rendezvous.thread,
                    rendezvous.function,
                    rendezvous.since);
        }
    }
}
