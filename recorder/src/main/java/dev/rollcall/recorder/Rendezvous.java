package dev.rollcall.recorder;

/** A thread in the constructor of a store, where it meets the other ranks before they make a communicator. */
public final class Rendezvous {
    final CommunicatorsByKey library;
    final CommunicatorSpec spec;
    final int stack;
    final int thread;
    final int function;
    final long since;

    /** The communicator that stands for it in the trace; null while it has not lasted long. Guarded by {@link RendezvousRecorder}. */
    RecordedCommunicator made;

    Rendezvous(CommunicatorsByKey library, CommunicatorSpec spec, int stack, int thread, int function, long since) {
        this.library = library;
        this.spec = spec;
        this.stack = stack;
        this.thread = thread;
        this.function = function;
        this.since = since;
    }
}
