package dev.rollcall.samples;

import dev.rollcall.samples.launch.Analysis;
import dev.rollcall.samples.launch.Installation;
import dev.rollcall.samples.launch.ProgressPrinter;
import dev.rollcall.samples.launch.RunPlan;
import dev.rollcall.samples.launch.SampleRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;

/** Runs of samples with four ranks, one of each for all tests of a JVM. Thread-safe. */
final class SharedRuns {
    static final int RANKS = 4;
    static final Duration HANG = Duration.ofSeconds(2);

    private static final Map<Sample, FutureTask<SharedRun>> RUNS = new ConcurrentHashMap<>();

    /**
     * What is left of a run.
     *
     * @param run its result
     * @param traces the number of its traces
     * @param page its report
     */
    record SharedRun(SampleRun run, long traces, String page) {}

    private SharedRuns() {}

    /** Returns the run of a sample; the first call makes it, in {@code folder}, which may be deleted then. */
    static SharedRun of(Sample sample, Path folder) throws Exception {
        FutureTask<SharedRun> own = new FutureTask<>(() -> run(RunPlan.of(sample, RANKS, folder)));
        FutureTask<SharedRun> first = RUNS.putIfAbsent(sample, own);
        if (first != null) {
            return first.get();
        }
        own.run();
        return own.get();
    }

    static SharedRun run(RunPlan plan) throws Exception {
        Installation installation = Installation.current();
        installation.check();
        SampleRun run = SampleRun.run(plan.withHang(HANG), installation, ProgressPrinter.silent());
        String page = Files.readString(new Analysis(installation, plan.folder()).report());
        try (Stream<Path> traces = Files.list(plan.traces())) {
            return new SharedRun(run, traces.count(), page);
        }
    }
}
