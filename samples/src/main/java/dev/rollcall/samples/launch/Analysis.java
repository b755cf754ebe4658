package dev.rollcall.samples.launch;

import dev.rollcall.samples.AnalyzerResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs the analyzer over the traces of one run, as a user would: {@code java -jar rollcall.jar analyze …}. */
public final class Analysis {

    private final Installation installation;
    private final RunPlan plan;

    public Analysis(Installation installation, RunPlan plan) {
        this.installation = installation;
        this.plan = plan;
    }

    /**
     * Lets the analyzer judge, and write the HTML report.
     *
     * @throws IOException if it cannot be started, or printed no JSON
     */
    public AnalyzerResult answer() throws IOException, InterruptedException {
        Path json = plan.folder().resolve("verdict.json");
        Path errors = plan.folder().resolve("analyze.err");
        Process analyzer = new ProcessBuilder(
                        command("--format", "json", "--html", plan.report().toString()))
                .redirectOutput(json.toFile())
                .redirectError(errors.toFile())
                .start();
        int exitCode = analyzer.waitFor();
        String printed = Files.readString(json);
        if (printed.isBlank()) {
            throw new IOException("the analyzer ended with " + exitCode + ": "
                    + Files.readString(errors).strip());
        }
        return AnalyzerResult.parse(exitCode, printed);
    }

    /**
     * Prints the verdict for a person, straight to this process's own output.
     *
     * @throws IOException if the analyzer cannot be started
     */
    public void print() throws IOException, InterruptedException {
        new ProcessBuilder(command()).inheritIO().start().waitFor();
    }

    private List<String> command(String... options) {
        List<String> command = new ArrayList<>(List.of(
                RankProcess.java(),
                "-XX:TieredStopAtLevel=1",
                "-jar",
                installation.analyzer().toString()));
        command.addAll(List.of("analyze", plan.traces().toString()));
        command.addAll(List.of("--source", installation.sources().toString()));
        command.addAll(List.of("--classes", installation.classes().toString()));
        command.addAll(List.of(options));
        return command;
    }
}
