package dev.rollcall.recorder;

import dev.rollcall.trace.CommunicatorWriter;
import dev.rollcall.trace.Operation;
import java.util.concurrent.atomic.AtomicInteger;

/** A communicator that this process has joined or is joining, and how its calls get on. Thread-safe. */
public final class RecordedCommunicator {
    private static final int PATIENCE = 16;

    private final CommunicatorWriter entry;
    private final String identity;
    private final String name;
    private final CommunicatorSpec spec;
    private final long[] members;
    private final AtomicInteger outstanding = new AtomicInteger();
    private final AtomicInteger splits = new AtomicInteger();
    private volatile int rank;

    private volatile long lastProgress;
    private volatile Operation lastOperation;
    private volatile long lastSequence;
    private volatile int waits;

    RecordedCommunicator(CommunicatorWriter entry, String identity, String name, CommunicatorSpec spec, long nanos) {
        this.entry = entry;
        this.identity = identity;
        this.name = name;
        this.spec = spec;
        this.rank = spec.rank();
        this.members = spec.globalRanks();
        this.lastProgress = nanos;
    }

    CommunicatorWriter entry() {
        return entry;
    }

    String identity() {
        return identity;
    }

    String name() {
        return name;
    }

    /** Returns the number of its ranks, -1 where that is unknown. */
    public int size() {
        return spec.size();
    }

    /** Returns what was known of it before it was made. */
    CommunicatorSpec spec() {
        return spec;
    }

    /** Returns this process's rank in it, -1 where that is unknown. */
    public int rank() {
        return rank;
    }

    /** Learns this process's rank in it, which only the library knew. */
    void rank(int learned) {
        rank = learned;
        entry.rank(learned);
    }

    /** Counts a split of it, and returns which one it is, from 1. */
    public int nextSplit() {
        return splits.incrementAndGet();
    }

    /** Returns its members by their ranks in the world, null where they are unknown. */
    long[] members() {
        return members;
    }

    /** Returns the rank in the world of one of its ranks, -1 where that is unknown. */
    long globalRank(int member) {
        if (name.equals(CommunicatorRegistry.WORLD)) {
            return member;
        }
        return members != null && member >= 0 && member < members.length ? members[member] : -1;
    }

    /** Learns that a call began. */
    void began(long nanos, Operation operation, long sequence) {
        lastOperation = operation;
        lastSequence = sequence;
        lastProgress = nanos;
        outstanding.getAndIncrement();
    }

    /** Learns that a call, or the creation, ended or cannot be followed any further. */
    void ended(long nanos) {
        lastProgress = nanos;
        outstanding.getAndDecrement();
    }

    /** Learns that somebody waits for a call that could not be followed before. */
    void resumed(long nanos) {
        lastProgress = nanos;
        outstanding.getAndIncrement();
    }

    /** Learns that the birth began, which may block. */
    void joining(long nanos) {
        lastProgress = nanos;
        outstanding.getAndIncrement();
    }

    /** Returns whether something is pending. */
    boolean busy() {
        return outstanding.get() > 0;
    }

    /** Returns when something last began or ended, by the monotonic clock. */
    long lastProgress() {
        return lastProgress;
    }

    /** Returns what a report calls the thing that is pending. */
    String pendingCall() {
        return lastOperation == null
                ? "the creation of " + name
                : lastOperation.label() + ", call " + lastSequence + " on " + name;
    }

    /** Learns whether the application itself waited for a work's end before it made its next call. */
    void waitedByApplication(boolean waited) {
        int now = waits;
        if (!waited) {
            waits = 0;
        } else if (now < PATIENCE) {
            waits = now + 1;
        }
    }

    /**
     * Returns whether works of this communicator are watched through a handle. It costs more than all the rest of a call's
     * recording, and an application that has always waited for its works tells their end itself.
     */
    boolean watched() {
        return waits < PATIENCE;
    }
}
