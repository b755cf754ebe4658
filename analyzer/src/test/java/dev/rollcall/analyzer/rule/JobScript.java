package dev.rollcall.analyzer.rule;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallSequence;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.CodeStructure;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Coverage;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.HandmadeJob;
import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.JoinRecord;
import dev.rollcall.analyzer.model.Membership;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.analyzer.model.ThreadSnapshot;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/**
 * Makes jobs for tests from programs, the way a real library would run them.
 *
 * <p>Blocking: a rank stays in a call until all are in their call of the same number, and for ever where the operations
 * differ, as Gloo does. Asynchronous: a rank runs on after the difference, as with NCCL, and nothing after it completes.
 */
final class JobScript {
    static final long START = 1_700_000_000_000_000_000L;
    private static final String CLOSED = "[gloo/transport/tcp/pair.cc:533] Connection closed by peer [127.0.0.1]:4242";
    private static final long STEP = 10_000_000L;

    private final int world;
    private final Program program;
    private boolean blocking = true;
    private int ring = Integer.MAX_VALUE;
    private long silence = 37_000_000_000L;
    private final Set<Integer> unread = new HashSet<>();
    private Random order;
    private boolean breaking;
    private int aborted = -1;

    private JobScript(int world, Program program) {
        this.world = world;
        this.program = program;
    }

    static JobScript of(int world, Program program) {
        return new JobScript(world, program);
    }

    JobScript blocking(boolean blocks) {
        blocking = blocks;
        return this;
    }

    /**
     * Lets connections break where the ranks part, as Gloo does: every rank that is in a call there throws, and ends by what
     * it threw, but for one which aborts.
     *
     * @param aborting the rank that aborts, if it is in a call; -1 for none
     */
    JobScript breaking(int aborting) {
        breaking = true;
        aborted = aborting;
        silence = 100_000_000L;
        return this;
    }

    /** Keeps only the last calls of each rank. */
    JobScript ring(int slots) {
        ring = slots;
        return this;
    }

    /** Reads the traces so long after the last call. */
    JobScript readAfter(long nanoseconds) {
        silence = nanoseconds;
        return this;
    }

    JobScript without(int rank) {
        unread.add(rank);
        return this;
    }

    /** Numbers signatures and sites, and lists ranks to the builder, in another order. */
    JobScript shuffled(Random random) {
        order = random;
        return this;
    }

    Verdict diagnose() {
        return new Diagnosis().of(job());
    }

    Verdict diagnose(CodeStructure code) {
        return new Diagnosis(code).of(job());
    }

    Job job() {
        List<RankScript> scripts = new ArrayList<>();
        for (int rank = 0; rank < world; rank++) {
            RankScript script = new RankScript();
            program.run(rank, script);
            scripts.add(script);
        }
        int good = completed(scripts);
        InternTable<Signature> signatures = new InternTable<>();
        InternTable<StackFrame> sites = new InternTable<>();
        sites.id(Job.UNKNOWN_SITE);
        List<Integer> ranks = new ArrayList<>();
        for (int rank = 0; rank < world; rank++) {
            if (!unread.contains(rank)) {
                ranks.add(rank);
            }
        }
        if (order != null) {
            Collections.shuffle(ranks, order);
        }
        Map<Integer, Membership> memberships = new TreeMap<>();
        Map<Integer, Rank> read = new TreeMap<>();
        long end = 0;
        for (RankScript script : scripts) {
            end = Math.max(end, Math.min(script.calls.size(), blocking ? good + 1 : Integer.MAX_VALUE));
        }
        long now = START + end * STEP + silence;
        for (int rank : ranks) {
            RankScript script = scripts.get(rank);
            CallSequence calls = sequence(script, rank, good, signatures, sites);
            memberships.put(
                    rank, new Membership(rank, JoinRecord.of(Membership.Phase.JOINED, START), calls, empty(), null));
            boolean reached = !blocking || calls.lastSequence() == script.calls.size() && calls.lastSequence() <= good;
            List<ThreadSnapshot> threads = script.elsewhere == CallStack.UNKNOWN || !reached
                    ? List.of()
                    : List.of(new ThreadSnapshot("main", "TIMED_WAITING", script.elsewhere, now - 1));
            read.put(
                    rank,
                    new Rank(
                            rank,
                            "host",
                            1000 + rank,
                            rank + ".trace",
                            reached ? script.ending : ending(rank),
                            now,
                            threads,
                            List.of()));
        }
        List<Integer> members = new ArrayList<>();
        for (int rank = 0; rank < world; rank++) {
            members.add(rank);
        }
        Communicator communicator = new Communicator("id", "world", world, members, memberships);
        return new Job(
                "job",
                List.copyOf(read.values()),
                List.of(communicator),
                signatures,
                sites,
                new Coverage(world, read.size(), List.of(), List.of()));
    }

    private Ending ending(int rank) {
        if (!breaking) {
            return Ending.ALIVE;
        }
        return rank == aborted
                ? HandmadeJob.died()
                : new Ending(
                        Ending.Kind.UNCAUGHT_EXCEPTION,
                        -1,
                        "RuntimeException \"" + CLOSED + "\"",
                        "main",
                        CallStack.UNKNOWN,
                        Call.NO_TIME);
    }

    /** How many calls complete: up to the first that not all ranks make alike. */
    private static int completed(List<RankScript> scripts) {
        for (int i = 0; ; i++) {
            Signature first = null;
            for (RankScript script : scripts) {
                if (i >= script.calls.size()) {
                    return i;
                }
                Signature signature = script.calls.get(i).signature();
                if (first != null && !first.equals(signature)) {
                    return i;
                }
                first = signature;
            }
        }
    }

    private CallState open(int rank) {
        return breaking && rank != aborted ? CallState.FAILED : CallState.STARTED;
    }

    private CallSequence sequence(
            RankScript script, int rank, int good, InternTable<Signature> signatures, InternTable<StackFrame> sites) {
        int made = blocking ? Math.min(script.calls.size(), good + 1) : script.calls.size();
        int from = Math.max(0, made - ring);
        int[] signatureIds = new int[made - from];
        int[] siteIds = new int[made - from];
        byte[] states = new byte[made - from];
        for (int i = from; i < made; i++) {
            RankScript.Planned planned = script.calls.get(i);
            StackFrame site = planned.stack().siteFrame();
            signatureIds[i - from] = signatures.id(planned.signature());
            siteIds[i - from] = sites.id(site == null ? Job.UNKNOWN_SITE : site);
            CallState state = i < good ? CallState.COMPLETED : i == good ? open(rank) : CallState.ENQUEUED;
            states[i - from] = (byte) state.ordinal();
        }
        int first = from;
        return new CallSequence(first + 1, signatureIds, siteIds, states, index -> {
            RankScript.Planned planned = script.calls.get(first + index);
            long enqueued = START + (first + index) * STEP + rank;
            boolean done = first + index < good;
            boolean failed = states[index] == CallState.FAILED.ordinal();
            return new Call(
                    first + index + 1,
                    planned.signature(),
                    planned.signature().operation(),
                    CallState.values()[states[index]],
                    enqueued,
                    enqueued,
                    done || failed ? START + (first + index) * STEP + world : Call.NO_TIME,
                    planned.stack(),
                    "main",
                    failed ? CLOSED : "");
        });
    }

    private static CallSequence empty() {
        return new CallSequence(1, new int[0], new int[0], new byte[0], index -> {
            throw new IndexOutOfBoundsException(index);
        });
    }
}
