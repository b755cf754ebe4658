package dev.rollcall.samples.generate.writer;

import dev.rollcall.samples.generate.program.ProgramAction;
import dev.rollcall.samples.generate.program.ScriptLine;
import dev.rollcall.samples.generate.program.SimulatedCall;
import dev.rollcall.samples.generate.program.SimulatedCommunicator;
import dev.rollcall.samples.generate.simulation.RankObserver;
import dev.rollcall.trace.CallEncoder;
import dev.rollcall.trace.CommunicatorEvent;
import dev.rollcall.trace.CommunicatorPhase;
import dev.rollcall.trace.CommunicatorWriter;
import dev.rollcall.trace.ElementType;
import dev.rollcall.trace.EndEvent;
import dev.rollcall.trace.EndKind;
import dev.rollcall.trace.EventTag;
import dev.rollcall.trace.HeapWriter;
import dev.rollcall.trace.ListHash;
import dev.rollcall.trace.ThreadEvent;
import dev.rollcall.trace.ThreadState;
import dev.rollcall.trace.TraceWriter;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Writes the trace of one rank as its agent would have. Not thread-safe. */
final class TraceRankWriter implements RankObserver, Closeable {
    /** The time without progress after which the agent records the thread stacks. */
    private static final long HANG_NANOS = 60_000_000_000L;

    private static final long BEAT_NANOS = 1_000_000_000L;

    private record StackKey(ScriptLine site, String function) {}

    private final TraceWriter trace;
    private final HeapWriter heap;
    private final CallEncoder encoder;
    private final int rank;
    private final JobClock clock;
    private final long end;
    private final int mainThread;
    private final Map<SimulatedCommunicator, CommunicatorWriter> communicators = new IdentityHashMap<>();
    /** The positions of pending calls in the ring, by ordinal. */
    private final Map<Integer, Long> pending = new HashMap<>();

    private final Map<StackKey, Integer> stacks = new HashMap<>();
    private boolean endedItself;

    /** Makes a writer into a new trace; the job ends at {@code end}, nanoseconds since its start. */
    TraceRankWriter(TraceWriter trace, int rank, JobClock clock, long end) {
        this.trace = trace;
        this.heap = trace.heap();
        this.encoder = new CallEncoder(trace.calls());
        this.rank = rank;
        this.clock = clock;
        this.end = end;
        this.mainThread = heap.string("main");
    }

    @Override
    public void joining(SimulatedCommunicator group, String rendezvous, long nanos) {
        CommunicatorWriter entry = trace.communicator(clock.nanos(nanos));
        communicators.put(group, entry);
        boolean world = communicators.size() == 1;
        entry.library("c10d/gloo");
        entry.identity("generated/" + rendezvous);
        entry.name(group.name());
        entry.size(group.size());
        entry.rank(group.communicatorRank(rank));
        if (world) {
            entry.globalRank(rank);
        } else if (group.size()
                < communicators.keySet().stream()
                        .mapToInt(SimulatedCommunicator::size)
                        .max()
                        .orElse(0)) {
            entry.members(Arrays.stream(group.members()).asLongStream().toArray());
        }
        ScriptLine site = world ? ScriptLine.JOIN_WORLD : ScriptLine.JOIN_GROUPS;
        entry.creation(libraryStack(site, "<init>"), mainThread);
        record(group, CommunicatorPhase.JOINING, libraryStack(site, "<init>"), nanos);
    }

    @Override
    public void joined(SimulatedCommunicator group, long nanos) {
        communicators.get(group).phase(CommunicatorPhase.JOINED, clock.nanos(nanos));
        record(group, CommunicatorPhase.JOINED, 0, nanos);
    }

    private void record(SimulatedCommunicator group, CommunicatorPhase phase, int stack, long nanos) {
        trace.events()
                .write(new CommunicatorEvent(
                        clock.nanos(nanos),
                        phase,
                        communicators.get(group).index(),
                        0,
                        group.size(),
                        group.communicatorRank(rank),
                        -1,
                        -1,
                        0,
                        0,
                        heap.string(group.name()),
                        stack,
                        mainThread,
                        heap.string("ProcessGroupGloo"),
                        0));
    }

    @Override
    public void issued(int number, SimulatedCommunicator group, SimulatedCall call, long sequence, long nanos) {
        CommunicatorWriter communicator = communicators.get(group);
        if (call.operation().pointToPoint()) {
            communicator.nextPointToPoint();
        } else {
            communicator.nextCollective();
        }
        long position = trace.calls().claim(EventTag.CALL);
        encoder.wrap(position).enqueued(clock.nanos(nanos)).operation(call.operation());
        if (call.operation().pointToPoint()) {
            encoder.pointToPoint(communicator, sequence).messageTag(0);
        } else {
            encoder.collective(communicator, sequence);
        }
        describe(call, communicator, sequence);
        String function = call.operation().label().replace("_", "");
        encoder.site(libraryStack(call.site(), function), mainThread, heap.string(function));
        trace.calls().publish(position);
        pending.put(number, position);
    }

    private void describe(SimulatedCall call, CommunicatorWriter communicator, long sequence) {
        if (call.type() != ElementType.UNKNOWN) {
            encoder.type(call.type()).countIn(call.countIn()).countOut(call.countOut());
        }
        encoder.reduction(call.reduction());
        if (call.rootOrPeer() >= 0) {
            encoder.rootOrPeer(call.rootOrPeer());
        }
        long[] reads = call.splits();
        if (reads != null) {
            long[] writes = new long[reads.length];
            Arrays.fill(writes, call.countOut() / reads.length);
            long hash = ListHash.of(reads, reads.length, writes, writes.length);
            encoder.listHash(hash);
            communicator.keepNewestLists(sequence, hash, reads, reads.length, writes, writes.length);
        }
    }

    @Override
    public void completed(int number, long nanos) {
        trace.calls().completed(pending.remove(number), clock.nanos(nanos));
    }

    @Override
    public void halted(ProgramAction.HaltKind kind, ScriptLine site, long nanos) {
        switch (kind) {
            case STUCK -> hangs(site, nanos);
            case LATE -> beat(end);
            case CRASHED -> {
                int exception = heap.string("java.lang.IllegalStateException");
                end(EndKind.UNCAUGHT_EXCEPTION, -1, exception, heap.text("loss is NaN"), stack(site), nanos);
                end(EndKind.NORMAL, 1, 0, 0, 0, nanos);
                beat(nanos);
            }
            case EXITED -> {
                end(EndKind.EXIT, 0, 0, 0, stack(site), nanos);
                beat(nanos);
            }
            case KILLED -> beat(nanos / BEAT_NANOS * BEAT_NANOS);
        }
    }

    private void end(EndKind kind, int exitCode, int exception, int text, int stack, long nanos) {
        endedItself = true;
        trace.events()
                .write(new EndEvent(
                        clock.nanos(nanos),
                        kind,
                        exitCode >= 0,
                        Math.max(0, exitCode),
                        exception,
                        text,
                        mainThread,
                        stack));
    }

    @Override
    public void finished(long nanos) {
        end(EndKind.NORMAL, 0, 0, 0, 0, nanos);
        beat(nanos);
    }

    @Override
    public void hangs(ScriptLine site, long nanos) {
        if (nanos + HANG_NANOS <= end) {
            trace.events()
                    .write(new ThreadEvent(
                            clock.nanos(nanos + HANG_NANOS),
                            1,
                            1,
                            1,
                            mainThread,
                            false,
                            ThreadState.WAITING,
                            site == ScriptLine.NEXT_BATCH ? stackOfWait(site) : libraryStack(site, "_wait"),
                            0,
                            0));
        }
        beat(end);
    }

    private void beat(long nanos) {
        trace.heartbeat(clock.nanos(nanos), clock.wallMillis(nanos));
    }

    private int stack(ScriptLine site) {
        return stacks.computeIfAbsent(new StackKey(site, ""), key -> addStack(site));
    }

    /** Returns the id of the stack at a line, in the function of the library that the line calls. */
    private int libraryStack(ScriptLine site, String function) {
        return stacks.computeIfAbsent(
                new StackKey(site, function),
                key -> addStack(site, frame("org.bytedeco.pytorch.ProcessGroupGloo", function, "ProcessGroupGloo", 0)));
    }

    /** Returns the id of the stack of a thread that waits at a line for another thread. */
    private int stackOfWait(ScriptLine site) {
        return stacks.computeIfAbsent(
                new StackKey(site, "take"),
                key -> addStack(
                        site, frame("java.util.concurrent.LinkedBlockingQueue", "take", "LinkedBlockingQueue", 435)));
    }

    private int addStack(ScriptLine site, int... innermost) {
        List<ScriptLine.Line> lines = site.callChain();
        int[] frames = new int[innermost.length + lines.size()];
        System.arraycopy(innermost, 0, frames, 0, innermost.length);
        for (int i = 0; i < lines.size(); i++) {
            ScriptLine.Line line = lines.get(i);
            frames[innermost.length + i] = frame("example." + line.unit(), line.method(), line.unit(), line.number());
        }
        return heap.stack(frames, frames.length);
    }

    private int frame(String type, String method, String unit, int line) {
        return heap.frame(heap.string(type), heap.string(method), heap.string(unit + ".java"), line);
    }

    @Override
    public void close() throws IOException {
        if (endedItself) {
            trace.close();
        } else {
            trace.release();
        }
    }
}
