package dev.rollcall.recorder;

import dev.rollcall.trace.CommunicatorEvent;
import dev.rollcall.trace.CommunicatorPhase;
import dev.rollcall.trace.CommunicatorWriter;
import dev.rollcall.trace.HeapWriter;
import dev.rollcall.trace.TraceWriter;

/** Records the births of communicators, before and after what may block. Thread-safe. */
public final class CommunicatorRecorder {
    private final TraceWriter trace;
    private final HeapWriter heap;
    private final Stacks stacks;
    private final Births births;
    private volatile boolean rankKnown;

    CommunicatorRecorder(TraceWriter trace, Stacks stacks, Births births, boolean rankKnown) {
        this.trace = trace;
        this.heap = trace.heap();
        this.stacks = stacks;
        this.births = births;
        this.rankKnown = rankKnown;
    }

    /** Returns an empty set of communicators for one library. */
    public Communicators of(String library) {
        return new Communicators(library);
    }

    /**
     * Records that a communicator is about to be made, which may block.
     *
     * @param place where its ranks meet, equal on all of them; null where that is unknown
     * @param label what the application calls it, empty where it does not
     */
    public Communicator joining(
            RecordingThread thread,
            Communicators library,
            CalledMethod called,
            String place,
            String label,
            int rank,
            int size,
            int function) {
        long now = System.nanoTime();
        String identity = births.identity(library.library(), place, rank, size);
        Communicator communicator = born(library, identity, births.name(identity, label, rank, size), rank, size, now);
        int stack = stacks.current(thread.stack, called);
        communicator.entry().birth(stack, thread.nameId(heap));
        communicator.joining(now);
        event(thread, communicator, CommunicatorPhase.JOINING, stack, function, 0, now);
        return communicator;
    }

    /** Records that a communicator was made, and has this key from now on. */
    public void joined(
            RecordingThread thread, Communicators library, Communicator communicator, long key, int function) {
        long now = System.nanoTime();
        communicator.entry().handle(key);
        communicator.entry().phase(CommunicatorPhase.JOINED, now);
        communicator.ended(now);
        library.put(key, communicator);
        event(thread, communicator, CommunicatorPhase.JOINED, 0, function, 0, now);
    }

    /** Records that a communicator could not be made. */
    public void notJoined(RecordingThread thread, Communicator communicator, String failure, int function) {
        long now = System.nanoTime();
        communicator.entry().failure(failure);
        communicator.entry().phase(CommunicatorPhase.FAILED, now);
        communicator.ended(now);
        event(thread, communicator, CommunicatorPhase.FAILED, 0, function, heap.text(failure), now);
    }

    /**
     * Returns the communicator with a key whose birth was not seen, and remembers it. It has no identity, because nothing
     * says which ranks have it in common; but key 0, of calls on no communicator at all, is the one that a library has.
     */
    public Communicator adopt(Communicators library, long key, int rank, int size) {
        long now = System.nanoTime();
        String identity = births.identity(library.library(), key == 0 ? "" : null, rank, size);
        Communicator communicator = born(library, identity, births.name(identity, "", rank, size), rank, size, now);
        communicator.entry().handle(key);
        communicator.entry().phase(CommunicatorPhase.JOINED, now);
        library.put(key, communicator);
        return communicator;
    }

    private Communicator born(Communicators library, String identity, String name, int rank, int size, long now) {
        CommunicatorWriter entry = trace.communicator(now);
        entry.library(library.library());
        entry.identity(identity);
        entry.name(name);
        entry.size(size);
        entry.rank(rank);
        if (name.equals(Births.WORLD) && rank >= 0) {
            // A rank in the world is a global rank. A process that its launcher told nothing learns its own here.
            entry.globalRank(rank);
            if (!rankKnown) {
                rankKnown = true;
                trace.rank(rank, size);
            }
        }
        Communicator communicator = new Communicator(entry, identity, name, size, rank, now);
        births.add(communicator);
        return communicator;
    }

    private void event(
            RecordingThread thread,
            Communicator communicator,
            CommunicatorPhase phase,
            int stack,
            int function,
            int text,
            long now) {
        trace.events()
                .write(new CommunicatorEvent(
                        now,
                        phase,
                        communicator.entry().index(),
                        0,
                        communicator.size(),
                        communicator.rank(),
                        -1,
                        -1,
                        0,
                        heap.string(communicator.identity()),
                        heap.string(communicator.name()),
                        stack,
                        thread.nameId(heap),
                        function,
                        text));
    }
}
