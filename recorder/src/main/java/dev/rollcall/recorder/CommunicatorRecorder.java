package dev.rollcall.recorder;

import dev.rollcall.trace.CommunicatorEvent;
import dev.rollcall.trace.CommunicatorPhase;
import dev.rollcall.trace.CommunicatorWriter;
import dev.rollcall.trace.HeapWriter;
import dev.rollcall.trace.TraceWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Records the creation of communicators, before and after the call that may block, and their end.
 *
 * <p>The ranks may already block at a store, where they meet before they create a communicator. Such a rendezvous is
 * recorded only if it lasts long or fails, and then as the creation of the communicator, which the later creation continues.
 *
 * <p>Thread-safe.
 */
public final class CommunicatorRecorder {
    private final TraceWriter trace;
    private final HeapWriter heap;
    private final StackRecorder stacks;
    private final CommunicatorRegistry registry;
    private final long longRendezvousNanos;
    private final List<Rendezvous> rendezvous = new ArrayList<>();
    private final Map<Integer, Integer> rankOfDevice = new ConcurrentHashMap<>();
    private volatile boolean rankKnown;

    /**
     * Makes a recorder.
     *
     * @param rankKnown whether the launcher gave this process its rank
     * @param longRendezvous how long a rendezvous may last before it is recorded
     */
    CommunicatorRecorder(
            TraceWriter trace,
            StackRecorder stacks,
            CommunicatorRegistry registry,
            boolean rankKnown,
            Duration longRendezvous) {
        this.trace = trace;
        this.heap = trace.heap();
        this.stacks = stacks;
        this.registry = registry;
        this.rankKnown = rankKnown;
        this.longRendezvousNanos = longRendezvous.toNanos();
    }

    /** Returns an empty set of communicators for one library. */
    public CommunicatorsByKey of(String library) {
        return new CommunicatorsByKey(library, registry);
    }

    /** Records that a creation begins, which may block. Continues an earlier failed attempt at the same communicator. */
    public RecordedCommunicator joining(
            ThreadRecording thread,
            CommunicatorsByKey library,
            CalledMethod called,
            CommunicatorSpec spec,
            int function) {
        int stack = stacks.current(thread.stack, called);
        return joining(library, spec, stack, thread.nameId(heap), function, System.nanoTime());
    }

    private RecordedCommunicator joining(
            CommunicatorsByKey library, CommunicatorSpec spec, int stack, int thread, int function, long now) {
        RecordedCommunicator resumed = registry.resume(library.library(), spec);
        RecordedCommunicator communicator = resumed != null ? resumed : create(library, spec, now);
        if (resumed != null) {
            resumed.entry().failure(null);
            resumed.entry().phase(CommunicatorPhase.JOINING, now);
        }
        communicator.entry().creation(stack, thread);
        communicator.began(now);
        event(thread, communicator, CommunicatorPhase.JOINING, stack, function, 0, now);
        return communicator;
    }

    /** Records this process's rank in a communicator under creation, where only the library knew it. */
    public void rank(RecordedCommunicator communicator, int rank) {
        if (communicator.rank() < 0 && rank >= 0) {
            communicator.rank(rank);
        }
    }

    /** Records the size of a communicator under creation, where only the library knew it. */
    public void size(RecordedCommunicator communicator, int size) {
        if (communicator.size() < 0 && size >= 0) {
            communicator.size(size);
        }
    }

    /**
     * Records the device that a communicator works on, by its ordinal; -1 where unknown. Where a process holds several ranks, each
     * has a device of its own, which tells whose a later communicator is.
     */
    public void device(RecordedCommunicator communicator, int ordinal) {
        if (ordinal < 0) {
            return;
        }
        communicator.device(ordinal);
        if (communicator.ownGlobalRank() >= 0) {
            rankOfDevice.putIfAbsent(ordinal, communicator.ownGlobalRank());
        } else if (rankOfDevice.containsKey(ordinal)) {
            communicator.ownGlobalRank(rankOfDevice.get(ordinal));
        }
    }

    /** Gives a communicator its key while its creation goes on. */
    public void named(CommunicatorsByKey library, RecordedCommunicator communicator, long key) {
        communicator.entry().handle(key);
        library.put(key, communicator);
    }

    /** Records that a communicator was created, and gives it its key; 0 where that is not known. */
    public void joined(
            ThreadRecording thread,
            CommunicatorsByKey library,
            RecordedCommunicator communicator,
            long key,
            int function) {
        long now = System.nanoTime();
        communicator.entry().phase(CommunicatorPhase.JOINED, now);
        communicator.ended(now);
        if (key != 0) {
            named(library, communicator, key);
        }
        event(thread.nameId(heap), communicator, CommunicatorPhase.JOINED, 0, function, 0, now);
    }

    /** Records that a creation failed. Another attempt at the same communicator continues it. */
    public void notJoined(
            ThreadRecording thread,
            CommunicatorsByKey library,
            RecordedCommunicator communicator,
            String failure,
            int function) {
        notJoined(thread.nameId(heap), library, communicator, failure, function);
    }

    private void notJoined(
            int thread, CommunicatorsByKey library, RecordedCommunicator communicator, String failure, int function) {
        long now = System.nanoTime();
        communicator.entry().failure(failure);
        communicator.entry().phase(CommunicatorPhase.FAILED, now);
        communicator.ended(now);
        registry.unfinished(library.library(), communicator);
        event(thread, communicator, CommunicatorPhase.FAILED, 0, function, heap.text(failure), now);
    }

    /** Records that the process ends a communicator. Its pending calls stay pending: this may not end them. */
    public void left(ThreadRecording thread, RecordedCommunicator communicator, CalledMethod called, int function) {
        int stack = stacks.current(thread.stack, called);
        long now = System.nanoTime();
        communicator.entry().phase(CommunicatorPhase.LEFT, now);
        event(thread.nameId(heap), communicator, CommunicatorPhase.LEFT, stack, function, 0, now);
    }

    /**
     * Returns a communicator for a key whose creation was not seen, and keeps it under that key. It has no identity, because
     * nothing says which ranks it joins. Only key 0 has one: it stands for all calls of a library that pass no
     * communicator.
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

    /**
     * Notes that a thread begins to wait for the other ranks at a store.
     *
     * @param spec the communicator that they are about to create
     * @return null where this process already has a communicator, so that the rendezvous is for another one
     */
    public Rendezvous rendezvousBegins(
            ThreadRecording thread,
            CommunicatorsByKey library,
            CalledMethod called,
            CommunicatorSpec spec,
            int function) {
        if (registry.hasHadAny() && !registry.continues(library.library(), spec)) {
            return null;
        }
        int stack = stacks.current(thread.stack, called);
        Rendezvous begun = new Rendezvous(library, spec, stack, thread.nameId(heap), function, System.nanoTime());
        synchronized (rendezvous) {
            rendezvous.add(begun);
        }
        return begun;
    }

    /** Notes that the ranks have met. The creation that follows may still use another store. */
    public void rendezvousEnded(Rendezvous ended) {
        synchronized (rendezvous) {
            rendezvous.remove(ended);
            if (ended.communicator != null) {
                long now = System.nanoTime();
                ended.communicator.entry().phase(CommunicatorPhase.JOINED, now);
                ended.communicator.ended(now);
                registry.unfinished(ended.library.library(), ended.communicator);
            }
        }
    }

    /** Records that a rendezvous failed. */
    public void rendezvousFailed(Rendezvous failed, String failure) {
        synchronized (rendezvous) {
            rendezvous.remove(failed);
            record(failed);
            notJoined(failed.thread, failed.library, failed.communicator, failure, failed.function);
        }
    }

    /** Records the rendezvous that have lasted too long by now. */
    void recordLongRendezvous(long nanos) {
        synchronized (rendezvous) {
            for (Rendezvous each : rendezvous) {
                if (nanos - each.since > longRendezvousNanos) {
                    record(each);
                }
            }
        }
    }

    private void record(Rendezvous each) {
        if (each.communicator == null) {
            each.communicator = joining(each.library, each.spec, each.stack, each.thread, each.function, each.since);
        }
    }

    private RecordedCommunicator create(CommunicatorsByKey library, CommunicatorSpec spec, long now) {
        int rank = spec.rank();
        int size = spec.size();
        String identity = registry.nextIdentity(library.library(), spec);
        String name = registry.nextName(identity, spec);
        CommunicatorWriter entry = trace.communicator(now);
        entry.library(library.library());
        entry.identity(identity);
        entry.name(name);
        entry.size(size);
        entry.rank(rank);
        if (name.equals(RecordedCommunicator.WORLD) && rank >= 0) {
            // A rank in the world is a global rank. This is how a process learns its own where the launcher gave it
            // none.
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
            entry.split(spec.parentIndex(), spec.ordinal(), spec.colour());
            if (communicator.ownGlobalRank() >= 0) {
                entry.globalRank(communicator.ownGlobalRank());
            }
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
