package dev.rollcall.samples.generate.writer;

import dev.rollcall.samples.generate.program.ProgramAction;
import dev.rollcall.samples.generate.program.ScriptLine;
import dev.rollcall.samples.generate.program.SimulatedCall;
import dev.rollcall.samples.generate.program.SimulatedGroup;
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
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;

/** Writes one rank's trace as its agent would have. Not thread-safe. */
final class TraceRankWriter implements RankWriter {
    /** After how long without progress the agent looks at the threads. */
    private static final long HANG_NANOS = 60_000_000_000L;

    private static final long BEAT_NANOS = 1_000_000_000L;

    private final TraceWriter trace;
    private final HeapWriter heap;
    private final TraceStacks stacks;
    private final CallEncoder encoder;
    private final int rank;
    private final JobClock clock;
    private final long end;
    private final int mainThread;
    private final Map<SimulatedGroup, CommunicatorWriter> communicators = new IdentityHashMap<>();
    /** Where the calls that have not ended are in the ring. */
    private final Map<Integer, Long> pending = new HashMap<>();

    private boolean endedItself;

    /** Makes a writer of a rank's trace; {@code end} is when the job was ended. */
    TraceRankWriter(TraceWriter trace, int rank, JobClock clock, long end) {
        this.trace = trace;
        this.heap = trace.heap();
        this.stacks = new TraceStacks(heap);
        this.encoder = new CallEncoder(trace.calls());
        this.rank = rank;
        this.clock = clock;
        this.end = end;
        this.mainThread = heap.string("main");
    }

    @Override
    public void joining(SimulatedGroup group, String place, long nanos) {
        CommunicatorWriter entry = trace.communicator(clock.nanos(nanos));
        communicators.put(group, entry);
        boolean world = communicators.size() == 1;
        entry.library("c10d/gloo");
        entry.identity("generated/" + place);
        entry.name(group.name());
        entry.size(group.size());
        entry.rank(group.place(rank));
        if (world) {
            entry.globalRank(rank);
        } else if (group.size()
                < communicators.keySet().stream()
                        .mapToInt(SimulatedGroup::size)
                        .max()
                        .orElse(0)) {
            entry.members(Arrays.stream(group.members()).asLongStream().toArray());
        }
        ScriptLine site = world ? ScriptLine.JOIN_WORLD : ScriptLine.JOIN_GROUPS;
        entry.creation(stacks.of(site, "<init>"), mainThread);
        turn(group, CommunicatorPhase.JOINING, stacks.of(site, "<init>"), nanos);
    }

    @Override
    public void joined(SimulatedGroup group, long nanos) {
        communicators.get(group).phase(CommunicatorPhase.JOINED, clock.nanos(nanos));
        turn(group, CommunicatorPhase.JOINED, 0, nanos);
    }

    private void turn(SimulatedGroup group, CommunicatorPhase phase, int stack, long nanos) {
        trace.events()
                .write(new CommunicatorEvent(
                        clock.nanos(nanos),
                        phase,
                        communicators.get(group).index(),
                        0,
                        group.size(),
                        group.place(rank),
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
    public void issued(int call, SimulatedGroup group, SimulatedCall request, long sequence, long nanos) {
        CommunicatorWriter communicator = communicators.get(group);
        if (request.operation().pointToPoint()) {
            communicator.nextPointToPoint();
        } else {
            communicator.nextCollective();
        }
        long position = trace.calls().claim(EventTag.CALL);
        encoder.wrap(position).enqueued(clock.nanos(nanos)).operation(request.operation());
        if (request.operation().pointToPoint()) {
            encoder.pointToPoint(communicator, sequence).messageTag(0);
        } else {
            encoder.collective(communicator, sequence);
        }
        describe(request, communicator, sequence);
        String function = request.operation().label().replace("_", "");
        encoder.site(stacks.of(request.site(), function), mainThread, heap.string(function));
        trace.calls().publish(position);
        pending.put(call, position);
    }

    private void describe(SimulatedCall request, CommunicatorWriter communicator, long sequence) {
        if (request.type() != ElementType.UNKNOWN) {
            encoder.type(request.type()).countIn(request.read()).countOut(request.written());
        }
        encoder.reduction(request.reduction());
        if (request.other() >= 0) {
            encoder.rootOrPeer(request.other());
        }
        long[] reads = request.shares();
        if (reads != null) {
            long[] writes = new long[reads.length];
            Arrays.fill(writes, request.written() / reads.length);
            long hash = ListHash.of(reads, reads.length, writes, writes.length);
            encoder.listHash(hash);
            communicator.keepNewestLists(sequence, hash, reads, reads.length, writes, writes.length);
        }
    }

    @Override
    public void completed(int call, long nanos) {
        trace.calls().completed(pending.remove(call), clock.nanos(nanos));
    }

    @Override
    public void halted(ProgramAction.HaltKind kind, ScriptLine site, long nanos) {
        switch (kind) {
            case STUCK -> hangs(site, nanos);
            case LATE -> beat(end);
            case CRASHED -> {
                int exception = heap.string("java.lang.IllegalStateException");
                end(EndKind.UNCAUGHT_EXCEPTION, -1, exception, heap.text("loss is NaN"), stacks.of(site), nanos);
                end(EndKind.NORMAL, 1, 0, 0, 0, nanos);
                beat(nanos);
            }
            case EXITED -> {
                end(EndKind.EXIT, 0, 0, 0, stacks.of(site), nanos);
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
                            site == ScriptLine.NEXT_BATCH ? stacks.waiting(site) : stacks.of(site, "_wait"),
                            0,
                            0));
        }
        beat(end);
    }

    private void beat(long nanos) {
        trace.heartbeat(clock.nanos(nanos), clock.wallMillis(nanos));
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
