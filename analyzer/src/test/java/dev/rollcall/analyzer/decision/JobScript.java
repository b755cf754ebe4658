package dev.rollcall.analyzer.decision;

import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.CodeStructure;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.HandmadeJob;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.model.ThreadSnapshot;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Builds jobs for tests of decisions from the list of calls of each rank on one communicator. All calls complete up to the first one
 * that some rank does not make, or makes differently.
 *
 * <p>With blocking calls, as in Gloo, each rank stays in that call. With asynchronous ones, as in NCCL, each rank goes on to
 * the end of its list. Unlike the simulation that {@code samples/generate} writes jobs with, this has no clock, groups or
 * messages; a test can state any signature, line, ending and loss instead, and gets the model without a file.
 */
final class JobScript {
    static final long START = 1_700_000_000_000_000_000L;
    private static final String CLOSED = "[gloo/transport/tcp/pair.cc:533] Connection closed by peer [127.0.0.1]:4242";
    private static final long STEP_NANOS = 10_000_000L;

    /** Adds the calls of one rank to its script. */
    @FunctionalInterface
    interface Program {
        void run(int rank, RankScript script);
    }

    private final int world;
    private final Program program;
    private final List<Integer> ranksRead;
    private int reach = 1;
    private int ring = Integer.MAX_VALUE;
    private long silenceNanos = 37_000_000_000L;
    private boolean breaking;
    private int aborted = -1;
    private IntUnaryOperator attempts = rank -> 0;

    private JobScript(int world, Program program) {
        this.world = world;
        this.program = program;
        this.ranksRead = new ArrayList<>(IntStream.range(0, world).boxed().toList());
    }

    static JobScript of(int world, Program program) {
        return new JobScript(world, program);
    }

    JobScript blocking(boolean blocks) {
        return reaching(blocks ? 1 : Integer.MAX_VALUE);
    }

    /** Sets how many calls a rank makes from the first that does not complete on, as with a pool of so many threads. */
    JobScript reaching(int calls) {
        reach = calls;
        return this;
    }

    /**
     * Breaks the connections where the ranks diverge, as Gloo does: each rank that is in a call there throws an exception and
     * ends with it.
     *
     * @param aborting a rank that aborts instead, if it is in a call; -1 for none
     */
    JobScript breaking(int aborting) {
        breaking = true;
        aborted = aborting;
        silenceNanos = 100_000_000L;
        return this;
    }

    /** Makes each rank try its failed call again, so many times, where each attempt fails at once. */
    JobScript retrying(IntUnaryOperator attemptsOfRank) {
        attempts = attemptsOfRank;
        return this;
    }

    /** Keeps only the newest calls of each rank. */
    JobScript ring(int slots) {
        ring = slots;
        return this;
    }

    /** Sets the time between the last call and the reading of the traces. */
    JobScript readAfter(long nanos) {
        silenceNanos = nanos;
        return this;
    }

    /** Leaves out the trace of a rank. */
    JobScript without(int rank) {
        ranksRead.remove(Integer.valueOf(rank));
        return this;
    }

    /** Reads the ranks in another order, which also numbers signatures and lines differently. */
    JobScript shuffled(Random random) {
        Collections.shuffle(ranksRead, random);
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
        int completed = completed(scripts);
        int longest = scripts.stream()
                .mapToInt(script -> made(script, completed))
                .max()
                .orElse(0);
        long now = START + longest * STEP_NANOS + silenceNanos;
        HandmadeJob job = new HandmadeJob(world);
        HandmadeJob.Group communicator = job.everyone();
        for (int rank : ranksRead) {
            RankScript script = scripts.get(rank);
            int made = made(script, completed);
            communicator.join(rank);
            for (int i = Math.max(0, made - ring); i < made; i++) {
                communicator.call(rank, call(rank, i, script.calls.get(i), completed));
            }
            for (int i = 0; made > completed && i < attempts.applyAsInt(rank); i++) {
                Call failed = call(rank, completed, script.calls.get(completed), completed);
                communicator.call(rank, again(failed, made + i + 1));
            }
            boolean reachedEnd = reach == Integer.MAX_VALUE || script.calls.size() <= completed;
            boolean seen = reachedEnd && script.elsewhere != CallStack.UNKNOWN;
            job.rank(new Rank(
                    rank,
                    "host",
                    1000 + rank,
                    rank + ".trace",
                    reachedEnd ? script.ending : endingInCall(rank),
                    now,
                    seen ? List.of(new ThreadSnapshot("main", "TIMED_WAITING", script.elsewhere, now - 1)) : List.of(),
                    List.of()));
        }
        return job.job();
    }

    /** Returns the number of calls that complete: those before the first that not all ranks make alike. */
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

    /** Returns how many calls of its script a rank makes. */
    private int made(RankScript script, int completed) {
        return (int) Math.min(script.calls.size(), (long) completed + reach);
    }

    private Call call(int rank, int index, RankScript.Planned planned, int completed) {
        CallState inDivergence = breaking && rank != aborted ? CallState.FAILED : CallState.STARTED;
        CallState state =
                index < completed ? CallState.COMPLETED : index == completed ? inDivergence : CallState.ENQUEUED;
        long enqueued = START + index * STEP_NANOS + rank;
        return new Call(
                index + 1,
                planned.signature(),
                planned.signature().operation(),
                state,
                enqueued,
                enqueued,
                state.pending() ? Call.NO_TIME : START + index * STEP_NANOS + world,
                planned.stack(),
                planned.thread(),
                state == CallState.FAILED ? CLOSED : "");
    }

    private static Call again(Call failed, long sequence) {
        return new Call(
                sequence,
                failed.signature(),
                failed.signature().operation(),
                failed.state(),
                failed.completed(),
                failed.completed(),
                failed.completed(),
                failed.stack(),
                failed.thread(),
                failed.failure());
    }

    private Ending endingInCall(int rank) {
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
}
