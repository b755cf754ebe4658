package dev.rollcall.catalogue;

import java.util.Locale;

/** The kind of a catalogued method. Immutable and thread-safe. */
public enum EntryKind {
    /** A collective, a send or a receive. */
    CALL,
    /** Creates a communicator; may block until all members have come. */
    COMMUNICATOR,
    /** Creates a communicator from some ranks of another one; may block until they have come. */
    SPLIT,
    /** Creates a store, which identifies the communicators whose ranks find each other there. */
    STORE,
    /** Starts a group of calls that are issued together. */
    GROUP_START,
    /** Ends a group and issues its calls. */
    GROUP_END,
    /** Shuts down a communicator, whose pending calls may never end then. */
    LEAVE,
    /** Aborts a communicator: its pending calls never end, and their work must not be asked about again. */
    ABORT,
    /** Returns the error that the calls of a communicator met after they had returned, and whether they are still being issued. */
    ASYNC_ERROR,
    /** Blocks until a call's work has finished. */
    WAIT,
    /** Returns whether a call's work has finished, without blocking. */
    TEST,
    /** Returns an object that shows whether a call's work has finished, and whose own methods are not recorded. */
    FUTURE,
    /** Copies memory from, to, between or within GPUs. */
    COPY,
    /** Launches a kernel. */
    LAUNCH,
    /** Returns when work of a stream or device is done, or whether it is, or an event in a stream. */
    SYNCHRONIZE,
    /** Ends a context of a device, with all that is in it. */
    CONTEXT_END,
    /** Gives up the primary context of a device, which ends if nobody else uses it. */
    CONTEXT_RELEASE,
    /** Allocates memory that GPUs use. */
    ALLOCATE,
    /** Frees such memory. */
    FREE,
    /** Marks that the thread begins a step of the application. */
    STEP,
    /** Returns this process's rank; used by the scan, not instrumented. */
    RANK,
    /** Returns the number of ranks; used by the scan, not instrumented. */
    SIZE;

    /** Returns the word for this kind in a catalogue file. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns whether the agent wraps methods of this kind. */
    public boolean instrumented() {
        return this != RANK && this != SIZE;
    }
}
