package dev.rollcall.samples.launch;

import java.io.IOException;
import java.util.List;
import org.apache.commons.cli.ParseException;

/**
 * {@code samples/run}: runs one sample under the agent until it hangs or ends, ends its ranks, and analyzes their traces.
 *
 * <p>Exits with 0 if the verdict is the expected one, 1 if it is not, 2 if the command line is wrong.
 */
public final class SampleRunCommand {

    private static final int AS_EXPECTED = 0;
    private static final int NOT_AS_EXPECTED = 1;
    private static final int USAGE = 2;

    private final Installation installation;
    private final RunPlan plan;
    private final ProgressPrinter printer;

    private SampleRunCommand(Installation installation, RunPlan plan, ProgressPrinter printer) {
        this.installation = installation;
        this.plan = plan;
        this.printer = printer;
    }

    public static void main(String[] args) throws InterruptedException {
        Installation installation = Installation.current();
        ProgressPrinter printer = new ProgressPrinter(System.out, Boolean.getBoolean("rollcall.terminal"));
        try {
            RunPlan plan = LaunchOptions.parse(args, installation);
            installation.check();
            System.exit(new SampleRunCommand(installation, plan, printer).run());
        } catch (ParseException wrong) {
            System.err.println("samples/run: " + wrong.getMessage() + " (see samples/run --help)");
            System.exit(USAGE);
        } catch (IOException failed) {
            System.err.println("samples/run: " + failed.getMessage());
            System.exit(NOT_AS_EXPECTED);
        }
    }

    private int run() throws IOException, InterruptedException {
        printer.step("Running " + plan.sample().id() + ": " + plan.sample().about());
        RunningJob.State state;
        try (RunningJob job = RunningJob.start(plan, installation, printer)) {
            printer.say("  started " + plan.worldSize() + " ranks under the agent");
            state = job.watch();
            printer.step(
                    switch (state) {
                        case HUNG -> "The ranks hang. Ending them.";
                        case ENDED -> "All ranks have ended.";
                        case CONTINUES -> "The ranks continue. Ending them.";
                        case OUT_OF_TIME -> "The ranks neither hung nor ended in time. Ending them.";
                    });
        }
        printer.step("Analyzing their traces, " + plan.traces());
        printer.say("");
        Analysis analysis = new Analysis(installation, plan.folder());
        analysis.runAndPrint();
        SampleRun result = SampleRun.analyze(plan, installation, state);
        printer.say("");
        printer.step("Report: " + analysis.report());
        return conclude(result.misses());
    }

    private int conclude(List<String> misses) {
        if (misses.isEmpty()) {
            printer.say("This is the expected verdict.");
            return AS_EXPECTED;
        }
        printer.say("This is not the expected verdict:");
        misses.forEach(miss -> printer.say("  " + miss));
        return NOT_AS_EXPECTED;
    }
}
