package dev.rollcall.samples.launch;

import dev.rollcall.samples.AnalyzerResult;
import dev.rollcall.samples.Expectation;
import java.io.IOException;
import java.util.List;

/**
 * How the analyzer judged one run of a sample.
 *
 * @param state how the job stood when it was ended
 * @param answer what the analyzer said
 * @param misses how that misses what the sample declares; empty if it meets it
 */
public record SampleRun(RunningJob.State state, AnalyzerResult answer, List<String> misses) {

    /**
     * Runs a sample, ends its ranks, and has the analyzer judge it.
     *
     * @throws IOException if a process cannot be started, or the analyzer gives no answer
     */
    public static SampleRun run(RunPlan plan, Installation installation, ProgressPrinter narrator)
            throws IOException, InterruptedException {
        RunningJob.State state;
        try (RunningJob job = RunningJob.start(plan, installation, narrator)) {
            state = job.watch();
        }
        return judge(plan, installation, state);
    }

    /**
     * Has the analyzer judge the traces as they are now.
     *
     * @throws IOException if the analyzer gives no answer
     */
    public static SampleRun judge(RunPlan plan, Installation installation, RunningJob.State state)
            throws IOException, InterruptedException {
        AnalyzerResult answer = new Analysis(installation, plan).answer();
        Expectation expectation =
                Expectation.of(plan.sample(), plan.worldSize(), plan.culprit(), installation.sources());
        return new SampleRun(state, answer, expectation.misses(answer));
    }
}
