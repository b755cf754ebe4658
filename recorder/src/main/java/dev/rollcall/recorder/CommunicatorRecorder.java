package dev.rollcall.recorder;

import dev.rollcall.trace.CommunicatorEvent;
import dev.rollcall.trace.CommunicatorPhase;
import dev.rollcall.trace.CommunicatorWriter;
import dev.rollcall.trace.HeapWriter;
import dev.rollcall.trace.TraceWriter;
import java.time.Duration;

/** Records the births of communicators, before and after what may block. Thread-safe. */
public final class CommunicatorRecorder {
    private final TraceWriter trace;
    private final HeapWriter heap;
    private final StackRecorder stacks;
    private final CommunicatorRegistry registry;
    private final RendezvousRecorder meetings;
    private volatile boolean rankKnown;

    /** Makes a recorder; a meeting of ranks that takes longer than the patience is recorded. */
    CommunicatorRecorder(
            TraceWriter trace,
            StackRecorder stacks,
            CommunicatorRegistry registry,
            boolean rankKnown,
            Duration patience) {
        this.trace = trace;
        this.heap = trace.heap();
        this.stacks = stacks;
        this.registry = registry;
        this.rankKnown = rankKnown;
        this.meetings = new RendezvousRecorder(this, stacks, registry, patience.toNanos());
    }

    /** Returns what records that ranks meet, before they make a communicator. */
    public RendezvousRecorder meetings() {
        return meetings;
    }

    /** Returns an empty set of communicators for one library. */
    public CommunicatorsByKey of(String library) {
        return new CommunicatorsByKey(library, registry);
    }

    /** Records that a communicator is about to be made, which may block. */
    public RecordedCommunicator joining(
            ThreadRecording thread,
            CommunicatorsByKey library,
            CalledMethod called,
            CommunicatorSpec spec,
            int function) {
        int stack = stacks.current(thread.stack, called);
        return joining(library, spec, stack, name(thread), function, System.nanoTime());
    }

    /** Records that a communicator is about to be made, by a thread with this stack and this name. */
    RecordedCommunicator joining(
            CommunicatorsByKey library, CommunicatorSpec spec, int stack, int thread, int function, long now) {
        RecordedCommunicator resumed = registry.resume(library.library(), spec);
        RecordedCommunicator communicator = resumed != null ? resumed : create(library, spec, now);
        if (resumed != null) {
            resumed.entry().failure(null);
            resumed.entry().phase(CommunicatorPhase.JOINING, now);
        }
        communicator.entry().creation(stack, thread);
        communicator.joining(now);
        event(thread, communicator, CommunicatorPhase.JOINING, stack, function, 0, now);
        return communicator;
    }

    /** Records that the ranks met of a communicator that is not made yet; none of them is waiting there. */
    void met(RecordedCommunicator communicator) {
        long now = System.nanoTime();
        communicator.entry().phase(CommunicatorPhase.JOINED, now);
        communicator.ended(now);
    }

    /** Returns the id in the heap of the current thread's name. */
    int name(ThreadRecording thread) {
        return thread.nameId(heap);
    }

    /** Records this process's rank in a communicator that is being made, which nobody knew before it was. */
    public void rank(RecordedCommunicator communicator, int rank) {
        if (communicator.rank() < 0 && rank >= 0) {
            communicator.rank(rank);
        }
    }

    /** Records that a communicator was made, and has this key from now on. */
    public void joined(
            ThreadRecording thread,
            CommunicatorsByKey library,
            RecordedCommunicator communicator,
            long key,
            int function) {
        long now = System.nanoTime();
        communicator.entry().handle(key);
        communicator.entry().phase(CommunicatorPhase.JOINED, now);
        communicator.ended(now);
        library.put(key, communicator);
        event(name(thread), communicator, CommunicatorPhase.JOINED, 0, function, 0, now);
    }

    /** Records that the process ends a communicator. Its calls that are pending stay so, for they may not end by that. */
    public void left(ThreadRecording thread, RecordedCommunicator communicator, CalledMethod called, int function) {
        int stack = stacks.current(thread.stack, called);
        long now = System.nanoTime();
        communicator.entry().phase(CommunicatorPhase.LEFT, now);
        event(name(thread), communicator, CommunicatorPhase.LEFT, stack, function, 0, now);
    }

    /** Records that a communicator could not be made; if it is tried again, that is the same one. */
    public void notJoined(
            ThreadRecording thread,
            CommunicatorsByKey library,
            RecordedCommunicator communicator,
            String failure,
            int function) {
        notJoined(name(thread), library, communicator, failure, function);
    }

    /** Records that a communicator could not be made by a thread with this name. */
    void notJoined(
            int thread, CommunicatorsByKey library, RecordedCommunicator communicator, String failure, int function) {
        long now = System.nanoTime();
        communicator.entry().failure(failure);
        communicator.entry().phase(CommunicatorPhase.FAILED, now);
        communicator.ended(now);
        registry.failed(library.library(), communicator);
        event(thread, communicator, CommunicatorPhase.FAILED, 0, function, heap.text(failure), now);
    }

    /**
     * Returns the communicator with a key whose birth was not seen, and remembers it. It has no identity, because nothing
     * says which ranks have it in common; but key 0, of calls on no communicator at all, is the one that a library has.
     */
    public RecordedCommunicator adopt(CommunicatorsByKey library, long key, int rank, int size) {
        long now = System.nanoTime();
        RecordedCommunicator communicator =
                create(library, CommunicatorSpec.of(key == 0 ? "" : null, "", rank, size), now);
        communicator.entry().handle(key);
        communicator.entry().phase(CommunicatorPhase.JOINED, now);
        library.put(key, communicator);
        return communicator;
    }

    private RecordedCommunicator create(CommunicatorsByKey library, CommunicatorSpec spec, long now) {
        int rank = spec.rank();
        int size = spec.size();
        String identity = registry.identity(library.library(), spec.place(), rank, size);
        String name = registry.name(identity, spec.label(), rank, size);
        CommunicatorWriter entry = trace.communicator(now);
        entry.library(library.library());
        entry.identity(identity);
        entry.name(name);
        entry.size(size);
        entry.rank(rank);
        if (name.equals(CommunicatorRegistry.WORLD) && rank >= 0) {
            // A rank in the world is a global rank. A process that its launcher told nothing learns its own here.
            entry.globalRank(rank);
            if (!rankKnown) {
                rankKnown = true;
                trace.rank(rank, size);
            }
        }
        RecordedCommunicator communicator = new RecordedCommunicator(entry, identity, name, spec, now);
        if (communicator.members() != null) {
            entry.members(communicator.members());
        }
        if (spec.parent() != null) {
            entry.split(spec.parentIndex(), spec.ordinal(), -1);
        }
        registry.add(communicator);
        return communicator;
    }

    private void event(
            int thread,
            RecordedCommunicator communicator,
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
                        communicator.spec().parentIndex(),
                        communicator.size(),
                        communicator.rank(),
                        -1,
                        -1,
                        communicator.spec().ordinal(),
                        heap.string(communicator.identity()),
                        heap.string(communicator.name()),
                        stack,
                        thread,
                        function,
                        text));
    }
}
