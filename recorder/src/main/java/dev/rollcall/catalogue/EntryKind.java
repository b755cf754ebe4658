package dev.rollcall.catalogue;

import java.util.Locale;

/** What a catalogued method is. Immutable and thread-safe. */
public enum EntryKind {
    /** A collective or a point-to-point operation: takes a place in its communicator's sequence. */
    CALL,
    /** Makes a communicator and may block until every member has come. */
    COMMUNICATOR,
    /** Makes a communicator of some ranks of the one that it is called on; may block until they have come. */
    SPLIT,
    /** Makes the store at which the ranks of a communicator meet, from which its identity is known. */
    STORE,
    /** Begins a group of calls that are issued together. */
    GROUP_START,
    /** Ends such a group, and issues its calls. */
    GROUP_END,
    /** Ends the communicator that it is called on, whose pending calls may never end then. */
    LEAVE,
    /** Blocks until a call's work has finished. */
    WAIT,
    /** Asks whether a call's work has finished, without blocking. */
    TEST,
    /** Copies memory, from, to or between GPUs. */
    COPY,
    /** Returns this process's rank; searched for by the scan, not instrumented. */
    RANK,
    /** Returns the number of ranks; searched for by the scan, not instrumented. */
    SIZE;

    /** Returns the word that stands for this kind in a catalogue file. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns whether the agent wraps methods of this kind. */
    public boolean instrumented() {
        return this != RANK && this != SIZE;
    }
}
