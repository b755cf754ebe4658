package dev.rollcall.analyzer.report;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Coverage;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.JoinRecord;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.analyzer.model.ThreadSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** A job on one communicator, written call by call. */
public final class ExampleJob {
    public static final long SECOND = 1_000_000_000L;
    public static final long START = 1_790_000_000L * SECOND;
    /** When a watchdog looked at threads: after all calls. */
    public static final long SEEN = START + 50 * SECOND;

    private static final CallSequence NONE = new CallSequence(1, new int[0], new int[0], new byte[0], index -> null);

    private final int world;
    private final Map<Integer, List<Call>> calls = new TreeMap<>();
    private final Map<Integer, JoinRecord> births = new TreeMap<>();
    private final Map<Integer, Ending> endings = new TreeMap<>();
    private final Map<Integer, List<ThreadSnapshot>> threads = new TreeMap<>();
    private final List<Coverage.Unreadable> unreadable = new ArrayList<>();
    private final Set<Integer> missing = new TreeSet<>();
    private long firstSequence = 1;
    private String host = "node0";
    private String name = "world";

    public ExampleJob(int world) {
        this.world = world;
        IntStream.range(0, world).forEach(rank -> calls.put(rank, new ArrayList<>()));
    }

    /** Sets the name of the communicator and its first rank; before any call. */
    public ExampleJob communicator(String other, int firstRank) {
        name = other;
        calls.clear();
        IntStream.range(firstRank, firstRank + world).forEach(rank -> calls.put(rank, new ArrayList<>()));
        return this;
    }

    /** Returns one job on the communicators of several, whose ranks are each in one. */
    public static Job together(List<ExampleJob> parts) {
        InternTable<Signature> signatures = new InternTable<>();
        InternTable<CallStack> stacks = Job.newStacks();
        List<Job> jobs =
                parts.stream().map(part -> part.build(signatures, stacks)).toList();
        List<Rank> ranks = jobs.stream().flatMap(job -> job.ranks().stream()).toList();
        return new Job(
                "job-7",
                ranks,
                jobs.stream().flatMap(job -> job.communicators().stream()).toList(),
                signatures,
                stacks,
                new Coverage(ranks.size(), ranks.size(), List.of(), List.of()));
    }

    public static Signature allReduce(long count) {
        return new Signature("all_reduce", "f32", count, count, "sum", -1, -1, 0);
    }

    public static CallStack stack(String method, int line) {
        return new CallStack(
                List.of(
                        new StackFrame(
                                "org.bytedeco.pytorch.ProcessGroupGloo", "allreduce", "ProcessGroupGloo.java", 214),
                        new StackFrame("example.Trainer", method, "Trainer.java", line),
                        new StackFrame("example.Trainer", "train", "Trainer.java", 29),
                        new StackFrame("example.Trainer", "main", "Trainer.java", 12)),
                1);
    }

    public ExampleJob from(long sequence) {
        firstSequence = sequence;
        return this;
    }

    public ExampleJob host(String name) {
        host = name;
        return this;
    }

    public ExampleJob call(int rank, Signature signature, String method, int line, CallState state) {
        return call(rank, signature, stack(method, line), state, "main", "");
    }

    public ExampleJob call(
            int rank, Signature signature, CallStack stack, CallState state, String thread, String failure) {
        List<Call> made = calls.get(rank);
        long enqueued = START + made.size() * SECOND + rank * SECOND / 100;
        long completed = state.pending() ? Call.NO_TIME : enqueued + SECOND / 10;
        made.add(new Call(
                firstSequence + made.size(),
                signature,
                "allreduce",
                state,
                enqueued,
                enqueued,
                completed,
                stack,
                thread,
                failure));
        return this;
    }

    /** Every rank makes this many completed steps. */
    public ExampleJob steps(int steps) {
        for (int step = 0; step < steps; step++) {
            for (int rank = 0; rank < world; rank++) {
                call(rank, allReduce(1024), "step", 22, CallState.COMPLETED);
            }
        }
        return this;
    }

    public ExampleJob ending(int rank, Ending ending) {
        endings.put(rank, ending);
        return this;
    }

    /** Leaves out a rank as if its file were missing. */
    public ExampleJob without(int rank) {
        missing.add(rank);
        return this;
    }

    /** How a rank came into the communicator; in one piece unless said. */
    public ExampleJob birth(int rank, JoinRecord birth) {
        births.put(rank, birth);
        return this;
    }

    public ExampleJob thread(int rank, ThreadSnapshot snapshot) {
        threads.computeIfAbsent(rank, key -> new ArrayList<>()).add(snapshot);
        return this;
    }

    public ExampleJob unreadable(String file, String reason) {
        unreadable.add(new Coverage.Unreadable(file, reason));
        return this;
    }

    public Call last(int rank) {
        return calls.get(rank).get(calls.get(rank).size() - 1);
    }

    public Job build() {
        InternTable<Signature> signatures = new InternTable<>();
        InternTable<CallStack> stacks = Job.newStacks();
        return build(signatures, stacks);
    }

    private Job build(InternTable<Signature> signatures, InternTable<CallStack> stacks) {
        Map<Integer, Membership> members = new TreeMap<>();
        List<Rank> ranks = new ArrayList<>();
        calls.forEach((rank, made) -> {
            if (missing.contains(rank)) {
                return;
            }
            boolean messages = !made.isEmpty() && made.get(0).signature().peer() >= 0;
            CallSequence sequence = new CallSequence(
                    firstSequence,
                    made.stream()
                            .mapToInt(call -> signatures.id(call.signature()))
                            .toArray(),
                    made.stream()
                            .mapToInt(call -> stacks.id(call.stack().ofApplication()))
                            .toArray(),
                    states(made),
                    made::get);
            JoinRecord joined = births.getOrDefault(rank, JoinRecord.of(Membership.Phase.JOINED, START));
            members.put(
                    rank, new Membership(rank, joined, messages ? NONE : sequence, messages ? sequence : NONE, null));
            ranks.add(new Rank(
                    rank,
                    host,
                    4000 + rank,
                    "/traces/" + rank + "-node0-" + (4000 + rank) + ".trace",
                    endings.getOrDefault(rank, Ending.ALIVE),
                    START + 60 * SECOND,
                    threads.getOrDefault(rank, List.of()),
                    List.of()));
        });
        List<Integer> numbers = List.copyOf(calls.keySet());
        Communicator communicator = new Communicator(name + "-id", name, world, numbers, members);
        Coverage coverage = new Coverage(world, ranks.size(), unreadable, overwritten());
        return new Job("job-7", ranks, List.of(communicator), signatures, stacks, coverage);
    }

    private List<Coverage.MissingCalls> overwritten() {
        return firstSequence == 1
                ? List.of()
                : calls.keySet().stream()
                        .map(rank -> new Coverage.MissingCalls(rank, "world", firstSequence - 1))
                        .toList();
    }

    private static byte[] states(List<Call> made) {
        byte[] states = new byte[made.size()];
        for (int i = 0; i < states.length; i++) {
            states[i] = (byte) made.get(i).state().ordinal();
        }
        return states;
    }
}
