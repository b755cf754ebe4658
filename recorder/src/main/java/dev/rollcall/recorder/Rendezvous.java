package dev.rollcall.recorder;

/** A thread that meets the other ranks at a store, before they create a communicator; see {@link CommunicatorRecorder}. */
public final class Rendezvous {
    final CommunicatorsByKey library;
    final CommunicatorSpec spec;
    final int stack;
    final int thread;
    final int function;
    final long since;

    /** The communicator under which the trace shows it; null while it is not recorded. Guarded by {@link CommunicatorRecorder}. */
    RecordedCommunicator communicator;

    Rendezvous(CommunicatorsByKey library, CommunicatorSpec spec, int stack, int thread, int function, long since) {
        this.library = library;
        this.spec = spec;
        this.stack = stack;
        this.thread = thread;
        this.function = function;
        this.since = since;
    }
}
