package dev.rollcall.samples.launch;

import java.io.IOException;
import java.util.List;
import org.apache.commons.cli.ParseException;

/**
 * Runs one sample under the agent until the hang is seen, ends its ranks, and has the analyzer judge it.
 *
 * <p>Exits with 0 if the verdict is the one that the sample declares, 1 if it is not, 2 if it was called wrongly.
 */
public final class RunCommand {

    private static final int AS_EXPECTED = 0;
    private static final int NOT_AS_EXPECTED = 1;
    private static final int USAGE = 2;

    private final Installation installation;
    private final RunPlan plan;
    private final ProgressPrinter narrator;

    private RunCommand(Installation installation, RunPlan plan, ProgressPrinter narrator) {
        this.installation = installation;
        this.plan = plan;
        this.narrator = narrator;
    }

    public static void main(String[] args) throws InterruptedException {
        Installation installation = Installation.current();
        ProgressPrinter narrator = new ProgressPrinter(System.out, Boolean.getBoolean("rollcall.terminal"));
        try {
            RunPlan plan = LaunchOptions.parse(args, installation);
            installation.check();
            System.exit(new RunCommand(installation, plan, narrator).run());
        } catch (ParseException wrong) {
            System.err.println("samples/run: " + wrong.getMessage() + " (see samples/run --help)");
            System.exit(USAGE);
        } catch (IOException failed) {
            System.err.println("samples/run: " + failed.getMessage());
            System.exit(NOT_AS_EXPECTED);
        }
    }

    private int run() throws IOException, InterruptedException {
        narrator.step("Running " + plan.sample().id() + ": " + plan.sample().about());
        RunningJob.State state;
        try (RunningJob job = RunningJob.start(plan, installation, narrator)) {
            narrator.say("  started " + plan.worldSize() + " ranks under the agent");
            state = job.watch();
            narrator.step(
                    switch (state) {
                        case HUNG -> "The ranks are frozen. Ending them.";
                        case ENDED -> "All ranks have ended.";
                        case GOES_ON -> "The ranks go on. Ending them.";
                        case OUT_OF_TIME -> "The ranks neither froze nor ended in time. Ending them.";
                    });
        }
        narrator.step("Analyzing their traces, " + plan.traces());
        narrator.say("");
        new Analysis(installation, plan).print();
        SampleRun trial = SampleRun.judge(plan, installation, state);
        narrator.say("");
        narrator.step("Report: " + plan.report());
        return conclude(trial.misses());
    }

    private int conclude(List<String> misses) {
        if (misses.isEmpty()) {
            narrator.say("This is the verdict that the sample declares.");
            return AS_EXPECTED;
        }
        narrator.say("This is not the verdict that the sample declares:");
        misses.forEach(miss -> narrator.say("  " + miss));
        return NOT_AS_EXPECTED;
    }
}
