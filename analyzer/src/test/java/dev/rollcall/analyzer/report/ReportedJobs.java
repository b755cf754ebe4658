package dev.rollcall.analyzer.report;

import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.HandmadeJob;
import dev.rollcall.analyzer.model.HandmadeJob.Group;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.verdict.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Verdicts of jobs of every kind: written by hand, generated in sizes of clusters, and recorded. */
public final class ReportedJobs {
    private static final long START = 1_700_000_000_000L;
    private static final long MILLI = 1_000_000L;
    private static final int STEPS = 6;
    private static final int PER_HOST = 8;
    private static final long HUNG = 1_000;
    private static final long END = 91_000;

    private final HandmadeJob job;
    private final Group everyone;
    private final int team;
    private final int culprit;
    private final boolean dead;

    private ReportedJobs(int world, int team, int culprit, boolean dead) {
        this.job = new HandmadeJob(world);
        this.everyone = job.everyone().from(22);
        this.team = team;
        this.culprit = culprit;
        this.dead = dead;
        for (int rank = 0; rank < world; rank++) {
            rank(rank, Ending.ALIVE, END);
        }
    }

    /** Returns verdicts by the names of their jobs. */
    static Map<String, Verdict> all() {
        Map<String, Verdict> verdicts = new LinkedHashMap<>();
        ExampleVerdicts.all().forEach(verdict -> verdicts.put("example " + verdicts.size(), verdict));
        verdicts.put("an extra barrier of 512 ranks", ExampleVerdicts.extraBarrier(512));
        verdicts.put("a skipped call, 64 ranks", skipped(64, 42));
        verdicts.put("a skipped call, 2048 ranks", skipped(2048, 1042));
        verdicts.put("a crash, 64 ranks", crashed(64, 13));
        verdicts.put("a deadlock across communicators", deadlock("tensor 0"));
        verdicts.put("a lost send", lostSend());
        verdicts.put("a deadlock of long names", deadlock("tensor-" + "x".repeat(400)));
        recorded("nccl-log", verdicts);
        recorded("pytorch-fr", verdicts);
        return verdicts;
    }

    /**
     * Returns the verdict of a job in which a rank leaves a collective of its group of four out, and goes on.
     *
     * @param world how many ranks, a multiple of 8
     * @param culprit the rank
     */
    public static Verdict skipped(int world, int culprit) {
        ReportedJobs jobs = new ReportedJobs(world, 4, culprit, false);
        for (int rank = 0; rank < world; rank++) {
            jobs.steps(rank);
            boolean behind = rank / jobs.team == culprit / jobs.team && rank != culprit;
            jobs.step(rank, HUNG, behind ? CallState.STARTED : CallState.COMPLETED, rank != culprit, !behind);
        }
        return jobs.diagnose();
    }

    /** Returns the verdict of a job in which a rank dies. */
    public static Verdict crashed(int world, int culprit) {
        ReportedJobs jobs = new ReportedJobs(world, 4, culprit, true);
        for (int rank = 0; rank < world; rank++) {
            jobs.steps(rank);
            boolean behind = rank / jobs.team == culprit / jobs.team;
            if (rank != culprit) {
                jobs.step(rank, HUNG, behind ? CallState.STARTED : CallState.COMPLETED, true, !behind);
            }
        }
        jobs.rank(culprit, HandmadeJob.died(), HUNG);
        return jobs.diagnose();
    }

    /** Returns the verdict of a job in which two ranks take two communicators in opposite orders. */
    private static Verdict deadlock(String name) {
        HandmadeJob job = new HandmadeJob(4).allAlive(END);
        Group tensor = job.group(name, 0, 1).from(40).steps(STEPS, 0, 1);
        Group data = job.group("data 0", 0, 1).from(50).steps(STEPS, 0, 1);
        tensor.call(0, "all_reduce", CallState.STARTED, HUNG, -1);
        data.call(1, "all_reduce", CallState.STARTED, HUNG, -1);
        Group everyone = job.everyone().from(60).steps(STEPS, 0, 1, 2, 3);
        everyone.call(2, "all_reduce", CallState.STARTED, HUNG, -1).call(3, "all_reduce", CallState.STARTED, HUNG, -1);
        return new Diagnosis().of(job.job());
    }

    /** Returns the verdict of a pipeline in which a rank leaves a send out. */
    private static Verdict lostSend() {
        HandmadeJob job = new HandmadeJob(4).allAlive(END);
        Group ring = job.group("pipeline", 0, 1, 2, 3).from(30);
        Group everyone = job.everyone().from(60);
        for (int step = 0; step < STEPS; step++) {
            for (int rank = 0; rank < 4; rank++) {
                boolean last = step == STEPS - 1;
                int next = (rank + 1) % 4;
                int before = (rank + 3) % 4;
                if (!last || rank != 2) {
                    ring.half(rank, "send", next, CallState.COMPLETED, 10L * step);
                }
                boolean stuck = last && rank == 3;
                ring.half(rank, "recv", before, stuck ? CallState.STARTED : CallState.COMPLETED, 10L * step + 2);
                if (!last) {
                    everyone.call(rank, "all_reduce", CallState.COMPLETED, 10L * step + 4, 10L * step + 5);
                } else if (!stuck) {
                    everyone.call(rank, "all_reduce", CallState.STARTED, HUNG, -1);
                }
            }
        }
        return new Diagnosis().of(job.job());
    }

    private void rank(int number, Ending ending, long lastAlive) {
        job.rank(new Rank(
                number,
                "node%04d.cluster.example".formatted(number / PER_HOST),
                4000 + number,
                "/traces/%d-node%04d-%d.trace".formatted(number, number / PER_HOST, 4000 + number),
                START * MILLI,
                ending,
                (START + lastAlive) * MILLI,
                true,
                List.of(),
                List.of()));
    }

    private void steps(int rank) {
        for (int step = 0; step < STEPS; step++) {
            step(rank, 10L * step, CallState.COMPLETED, true, false);
            everyone.call(rank, "all_reduce", CallState.COMPLETED, 10L * step + 4, 10L * step + 5);
        }
    }

    /** Makes the calls of a step: on the tensor group, then with the same place of the next one, then on all. */
    private void step(int rank, long time, CallState state, boolean reduces, boolean goesOn) {
        int first = rank / team * team;
        int pair = rank / (2 * team) * 2 * team + rank % team;
        if (reduces) {
            group("tensor " + first / team, 57, IntStream.range(first, first + team))
                    .call(rank, "all_reduce", state, time, state.pending() ? -1 : time + 1);
        }
        if (goesOn || !state.pending()) {
            Group pairs = group("data " + (pair / 2 / team * team + pair % team), 61, IntStream.of(pair, pair + team));
            boolean waits = goesOn && waitsForStuck(rank);
            pairs.call(
                    rank,
                    "reduce_scatter",
                    waits ? CallState.STARTED : CallState.COMPLETED,
                    time + 2,
                    waits ? -1 : time + 3);
            if (goesOn && !waits) {
                everyone.call(rank, "all_reduce", CallState.STARTED, time + 4, -1);
            }
        }
    }

    private boolean waitsForStuck(int rank) {
        return rank != culprit && (dead || rank % team != culprit % team) && rank / (2 * team) == culprit / (2 * team);
    }

    private Group group(String name, int line, IntStream ranks) {
        return job.group(name, ranks.boxed().toArray(Integer[]::new)).from(line);
    }

    private Verdict diagnose() {
        return new Diagnosis().of(job.job());
    }

    /** Adds the verdicts of the recorded jobs of a source by their names. */
    static void recorded(String source, Map<String, Verdict> verdicts) {
        for (Path folder : list(Path.of("src/test/resources/corpus", source))) {
            if (Files.isDirectory(folder)) {
                List<Path> files = new ArrayList<>(list(folder));
                files.removeIf(Files::isDirectory);
                verdicts.put(
                        source + "/" + folder.getFileName(),
                        new Diagnosis()
                                .of(new JobReader(-1).read(files).jobs().get(0).job()));
            }
        }
    }

    private static List<Path> list(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
