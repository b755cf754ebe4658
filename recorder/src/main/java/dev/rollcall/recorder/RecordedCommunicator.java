package dev.rollcall.recorder;

import dev.rollcall.trace.CommunicatorWriter;
import dev.rollcall.trace.Operation;
import java.util.concurrent.atomic.AtomicInteger;

/** A communicator that this process has joined or is joining, and the progress of its calls. Thread-safe. */
public final class RecordedCommunicator {
    /** The name of the communicator of all ranks. */
    static final String WORLD = "world";

    /** After this many works in a row that the application waited for, works are no longer polled. */
    private static final int ENOUGH_WAITS = 16;

    private final CommunicatorWriter entry;
    private final String identity;
    private final String name;
    private final CommunicatorSpec spec;
    private final long[] members;
    private final AtomicInteger outstanding = new AtomicInteger();
    private final AtomicInteger splits = new AtomicInteger();
    private final IssuedCalls issued = new IssuedCalls();
    private volatile int rank;
    private volatile int size;
    private volatile int device = -1;
    private volatile int globalRank = -1;

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
        this.size = spec.size();
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

    CommunicatorSpec spec() {
        return spec;
    }

    /** Returns the communicator that it is split from; null without one. */
    public RecordedCommunicator parent() {
        return spec.parent();
    }

    /** Returns the number of its ranks, -1 where unknown. */
    public int size() {
        return size;
    }

    /** Sets the number of its ranks, which only the library knew. */
    void size(int learned) {
        size = learned;
        entry.size(learned);
    }

    /** Returns the ordinal of the device that it works on, -1 where unknown. */
    public int device() {
        return device;
    }

    /** Sets the device that it works on. */
    void device(int ordinal) {
        device = ordinal;
        entry.device(ordinal);
    }

    /** Returns its calls whose work CUDA streams are doing. */
    IssuedCalls issued() {
        return issued;
    }

    /** Returns whether it was aborted, so that its pending calls never end. */
    boolean aborted() {
        return issued.aborted;
    }

    /** Returns this process's rank in it, -1 where unknown. */
    public int rank() {
        return rank;
    }

    /** Sets this process's rank in it, which only the library knew. */
    void rank(int learned) {
        rank = learned;
        entry.rank(learned);
    }

    /** Counts a split of it, and returns its ordinal, from 1. */
    public int nextSplit() {
        return splits.incrementAndGet();
    }

    /** Returns its members by their global ranks; null where unknown. */
    long[] members() {
        return members;
    }

    /** Returns the global rank of one of its ranks, -1 where unknown. */
    long globalRank(int member) {
        if (name.equals(WORLD)) {
            return member;
        }
        return members != null && member >= 0 && member < members.length ? members[member] : -1;
    }

    /** Returns this process's global rank in it, -1 where unknown. */
    int ownGlobalRank() {
        return name.equals(WORLD) ? rank : parent() == null ? globalRank : parent().ownGlobalRank();
    }

    /** Sets this process's global rank in it. */
    void ownGlobalRank(int learned) {
        globalRank = learned;
        entry.globalRank(learned);
    }

    /** Notes that a call began. */
    void began(long nanos, Operation operation, long sequence) {
        lastOperation = operation;
        lastSequence = sequence;
        began(nanos);
    }

    /** Notes that the creation began, or that an unknown call is pending again. */
    void began(long nanos) {
        lastProgress = nanos;
        outstanding.getAndIncrement();
    }

    /** Notes that a call or the creation ended, or that its end can no longer be seen. */
    void ended(long nanos) {
        lastProgress = nanos;
        outstanding.getAndDecrement();
    }

    /** Returns whether a call or the creation is pending. */
    boolean busy() {
        return outstanding.get() > 0;
    }

    /** Returns when a call or the creation last began or ended, by the monotonic clock. */
    long lastProgress() {
        return lastProgress;
    }

    /** Returns how a message names what is pending. */
    String pendingCall() {
        return lastOperation == null
                ? "the creation of " + name
                : lastOperation.label() + ", call " + lastSequence + " on " + name;
    }

    /** Notes whether the application itself waited for a work before its next call. */
    void waitedByApplication(boolean waited) {
        int now = waits;
        if (!waited) {
            waits = 0;
        } else if (now < ENOUGH_WAITS) {
            waits = now + 1;
        }
    }

    /**
     * Returns whether works of this communicator are polled by a handle. A handle costs more than the rest of recording a
     * call, and an application that has always waited for its works shows their end itself.
     */
    boolean watched() {
        return waits < ENOUGH_WAITS;
    }
}
