package dev.rollcall.recorder;

import dev.rollcall.trace.CallEncoder;
import dev.rollcall.trace.CallRing;
import dev.rollcall.trace.CommunicatorEvent;
import dev.rollcall.trace.CommunicatorPhase;
import dev.rollcall.trace.CommunicatorWriter;
import dev.rollcall.trace.ElementType;
import dev.rollcall.trace.EventTag;
import dev.rollcall.trace.HeapWriter;
import dev.rollcall.trace.Operation;
import dev.rollcall.trace.Reduction;
import dev.rollcall.trace.TraceWriter;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Records what this process calls into its trace. Thread-safe; recording a call takes no lock, and what is thrown here
 * besides errors of the JVM comes from a library's own code.
 */
public final class Recorder {
    private final TraceWriter trace;
    private final HeapWriter heap;
    private final CallRing calls;
    private final Stacks stacks;
    private final Works works;
    private final Births births;
    private final Endings endings;
    private final Consumer<String> tell;
    private final Background background;
    private volatile boolean rankKnown;
    private volatile boolean recording = true;

    /**
     * Makes a recorder that writes into a trace, on the process's main thread.
     *
     * @param slots the slots of the trace's ring of calls
     * @param rank this process's rank, -1 where it is unknown
     * @param world the number of the job's ranks, -1 where it is unknown
     * @param frames the frames kept of each call's stack, 0 for none
     * @param hang how long no progress may be made before the stacks of all threads are recorded; zero for never
     * @param finder finds the call sites of classes
     * @param cleaner takes the frames of the instrumentation out of a stack
     * @param tell prints one line for the user
     */
    public Recorder(
            TraceWriter trace,
            int slots,
            int rank,
            int world,
            int frames,
            Duration hang,
            CallSites.Finder finder,
            UnaryOperator<StackTraceElement[]> cleaner,
            Consumer<String> tell) {
        this.trace = trace;
        this.heap = trace.heap();
        this.calls = trace.calls();
        this.tell = tell;
        // The JDK numbers its main thread differently from release to release.
        long mainThread = Thread.currentThread().getId();
        this.stacks = new Stacks(heap, frames, finder, cleaner);
        this.works = new Works(calls, heap);
        this.births = new Births(world);
        this.rankKnown = rank >= 0;
        this.endings = new Endings(trace.events(), heap, stacks, mainThread);
        ThreadSnapshots snapshots = new ThreadSnapshots(trace.events(), heap, stacks, slots, mainThread);
        this.background = new Background(trace, works, new Watchdog(births, snapshots, hang, tell), this);
    }

    /** Starts the background thread. */
    public void start() {
        background.start();
    }

    /** Returns whether the recorder records; it stops for good at the first failure of its own. */
    public boolean recording() {
        return recording;
    }

    /** Stops recording after a failure of the recorder's own, with one warning. The job runs on. */
    public void broken(Throwable failure) {
        if (recording) {
            recording = false;
            tell.accept("recording stopped: " + failure + "; the job runs on");
        }
    }

    /** Returns how this process ends. */
    public Endings endings() {
        return endings;
    }

    /** Returns what one thread needs to record its calls. */
    public RecordingThread newThread() {
        return new RecordingThread(stacks.newKey(), new CallEncoder(calls));
    }

    /** Returns an empty set of communicators for one library. */
    public Communicators newCommunicators(String library) {
        return new Communicators(library);
    }

    /** Returns the id in the heap of a library's function. */
    public int function(String name) {
        return heap.string(name);
    }

    /**
     * Records that a communicator is about to be made, which may block.
     *
     * @param place where its ranks meet, equal on all of them
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
        Communicator communicator = born(library, identity, births.name(label, rank, size), rank, size, now);
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
        event(thread, communicator, CommunicatorPhase.FAILED, 0, function, heap.string(failure), now);
    }

    /** Returns the communicator with a key whose birth was not seen, and remembers it. */
    public Communicator adopt(Communicators library, long key, int rank, int size) {
        long now = System.nanoTime();
        String identity = births.identity(library.library(), "unknown", rank, size);
        Communicator communicator = born(library, identity, births.name("", rank, size), rank, size, now);
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

    /**
     * Records that a call begins.
     *
     * @param count the elements that this rank contributes, -1 where unknown
     * @param rootOrPeer the root, or the other rank of a send or receive, -1 without one
     * @param tag the tag of a send or receive, -1 without one
     * @param blocking whether the call ends when it returns
     * @return the call's position, negative where there was no room
     */
    public long begin(
            RecordingThread thread,
            CalledMethod called,
            Communicator communicator,
            Operation operation,
            ElementType type,
            Reduction reduction,
            long count,
            int rootOrPeer,
            long tag,
            int function,
            boolean blocking) {
        if (thread.lastWork >= 0) {
            if (works.live(thread.lastWork)) {
                communicator.waitedByApplication(false);
            }
            thread.lastWork = -1;
        }
        int stack = stacks.current(thread.stack, called);
        int name = thread.nameId(heap);
        CommunicatorWriter entry = communicator.entry();
        boolean pointToPoint = operation.pointToPoint();
        long sequence = pointToPoint ? entry.nextPointToPoint() : entry.nextCollective();
        long now = System.nanoTime();
        long position = calls.claim(EventTag.CALL);
        CallEncoder slot = thread.encoder.wrap(position).enqueued(now);
        if (pointToPoint) {
            slot.pointToPoint(entry, sequence);
        } else {
            slot.collective(entry, sequence);
        }
        slot.operation(operation).type(type).reduction(reduction).site(stack, name, function);
        if (count >= 0) {
            slot.countIn(count);
        }
        if (rootOrPeer >= 0) {
            slot.rootOrPeer(rootOrPeer);
        }
        if (tag >= 0) {
            slot.messageTag((int) tag);
        }
        if (blocking) {
            slot.blocking();
        }
        calls.publish(position);
        communicator.began(now, operation, sequence);
        thread.communicator = communicator;
        return position;
    }

    /** Records that a call that blocks has returned. */
    public void completed(RecordingThread thread, long position) {
        long now = System.nanoTime();
        calls.completed(position, now);
        thread.communicator.ended(now);
        thread.communicator = null;
    }

    /** Records that a call threw. */
    public void failed(RecordingThread thread, long position, String failure) {
        long now = System.nanoTime();
        calls.failed(position, now, heap.string(failure));
        thread.communicator.ended(now);
        thread.communicator = null;
    }

    /** Returns whether the call that the thread is in should be followed through a handle of its work. */
    public boolean watched(RecordingThread thread) {
        return thread.communicator.watched();
    }

    /**
     * Records that a call has returned a work, by whose end it ends.
     *
     * @param key the work's key
     * @param handle by which the work can be asked; null where only the application's wait will tell
     */
    public void enqueued(RecordingThread thread, long position, long key, Completion completion, Object handle)
            throws Throwable {
        Communicator communicator = thread.communicator;
        thread.communicator = null;
        thread.lastWork = works.follow(position, communicator, key, completion, handle, System.nanoTime());
    }

    /** Records that the application waits for a work; returns the token to end the wait with. */
    public long waiting(long key) {
        long token = works.find(key);
        if (token >= 0) {
            works.waiting(token);
        }
        return token;
    }

    /** Records that the application learned of a work's end by its wait; a failure is null where there was none. */
    public void waited(long token, String failure) throws Throwable {
        works.finished(token, failure, System.nanoTime());
    }

    /** Records that the application asked a work and was told that it has finished. */
    public void tested(long key) throws Throwable {
        long token = works.find(key);
        if (token >= 0) {
            works.finished(token, null, System.nanoTime());
        }
    }

    /** Asks all works once more, before the process ends. */
    public void settle() throws Throwable {
        works.poll(System.nanoTime());
    }
}
