package dev.rollcall.samples.launch;

import dev.rollcall.samples.AnalyzerResult;
import dev.rollcall.samples.Expectation;
import java.io.IOException;
import java.util.List;

/**
 * The result of one run of a sample.
 *
 * @param state the state of the job when it was ended
 * @param result what the analyzer said
 * @param misses how this differs from the verdict that the sample expects, one line per point; empty if it does not
 */
public record SampleRun(RunningJob.State state, AnalyzerResult result, List<String> misses) {

    /**
     * Runs a sample, ends its ranks, and analyzes their traces.
     *
     * @throws IOException if a process cannot be started, or the analyzer prints no verdict
     */
    public static SampleRun run(RunPlan plan, Installation installation, ProgressPrinter narrator)
            throws IOException, InterruptedException {
        RunningJob.State state;
        try (RunningJob job = RunningJob.start(plan, installation, narrator)) {
            state = job.watch();
        }
        return analyze(plan, installation, state);
    }

    /**
     * Analyzes the traces as they are now.
     *
     * @throws IOException if the analyzer prints no verdict
     */
    public static SampleRun analyze(RunPlan plan, Installation installation, RunningJob.State state)
            throws IOException, InterruptedException {
        AnalyzerResult result = new Analysis(installation, plan.folder()).run();
        Expectation expectation =
                Expectation.of(plan.sample(), plan.worldSize(), plan.culprit(), installation.sources());
        return new SampleRun(state, result, expectation.misses(result));
    }
}
