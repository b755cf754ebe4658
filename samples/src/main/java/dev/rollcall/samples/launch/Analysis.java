package dev.rollcall.samples.launch;

import dev.rollcall.samples.AnalyzerResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs the analyzer over the traces of one run, as a user would: {@code java -jar rollcall.jar analyze …}.
 *
 * @param installation the analyzer, and the samples' classes and sources
 * @param folder the run's folder, with the traces in {@code traces}; takes the report
 * @param sources the folder of the job's source files
 */
public record Analysis(Installation installation, Path folder, Path sources) {

    /** Makes the analysis of a sample's run. */
    public Analysis(Installation installation, Path folder) {
        this(installation, folder, installation.sources());
    }

    /**
     * Analyzes, and writes the HTML report.
     *
     * @throws IOException if the analyzer cannot be started or prints no JSON
     */
    public AnalyzerResult run() throws IOException, InterruptedException {
        Path json = folder.resolve("verdict.json");
        Path errors = folder.resolve("analyze.err");
        Process analyzer = new ProcessBuilder(command("--format", "json", "--html", report().toString()))
                .redirectOutput(json.toFile())
                .redirectError(errors.toFile())
                .start();
        int exitCode = analyzer.waitFor();
        String printed = Files.readString(json);
        if (printed.isBlank()) {
            throw new IOException("the analyzer ended with exit code " + exitCode + ": "
                    + Files.readString(errors).strip());
        }
        return AnalyzerResult.parse(exitCode, printed);
    }

    /**
     * Prints the verdict to this process's output.
     *
     * @throws IOException if the analyzer cannot be started
     */
    public void runAndPrint() throws IOException, InterruptedException {
        new ProcessBuilder(command()).inheritIO().start().waitFor();
    }

    /** Returns the path of the HTML report. */
    public Path report() {
        return folder.resolve("report.html");
    }

    private List<String> command(String... options) {
        List<String> command = new ArrayList<>(List.of(RankProcess.java(), "-XX:TieredStopAtLevel=1"));
        // As in bin/rollcall: loading the classes takes a third of the time.
        if (Files.exists(installation.analyzerClasses())) {
            command.addAll(List.of("-XX:SharedArchiveFile=" + installation.analyzerClasses(), "-Xlog:disable"));
        }
        command.addAll(List.of("-jar", installation.analyzer().toString()));
        command.addAll(List.of("analyze", folder.resolve("traces").toString()));
        command.addAll(List.of("--source", sources.toString()));
        command.addAll(List.of("--classes", installation.classes().toString()));
        command.addAll(List.of(options));
        return command;
    }
}
