package dev.rollcall.samples.generate.matrix;

import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.input.job.LoadedJob;
import dev.rollcall.analyzer.report.JsonReport;
import dev.rollcall.analyzer.verdict.Verdict;
import dev.rollcall.samples.AnalyzerResult;
import dev.rollcall.samples.generate.AvailableFiles;
import dev.rollcall.samples.generate.EvidenceFormat;
import dev.rollcall.samples.generate.GenerateCommand;
import dev.rollcall.samples.generate.Scenario;
import dev.rollcall.samples.generate.fault.FaultPlace;
import dev.rollcall.samples.generate.fault.GroundTruth;
import dev.rollcall.samples.generate.program.WaitPolicy;
import dev.rollcall.samples.generate.writer.RingSizes;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * One generated job of a matrix. Immutable and thread-safe.
 *
 * @param scenario the job
 * @param evidence which of its files are at hand
 * @param rings how many calls each file keeps
 */
record MatrixJob(Scenario scenario, AvailableFiles evidence, RingSizes rings) {

    /** Generates the job in a new folder below {@code temporary}, analyzes it, and compares the verdict to the ground truth. */
    MatrixResult analyze(Path temporary) {
        try {
            Path folder = Files.createTempDirectory(temporary, "job");
            try {
                GenerateCommand.write(scenario, evidence, folder, rings);
                return diagnose(folder).stream()
                        .map(answer -> MatrixResult.of(this, answer))
                        .max(Comparator.comparing(MatrixResult::outcome))
                        .orElseThrow();
            } finally {
                delete(folder);
            }
        } catch (IOException | RuntimeException failed) {
            return MatrixResult.failed(this, failed);
        }
    }

    /** Returns whether the files are of one format that records calls, without gaps. */
    boolean showsAll() {
        return evidence.isWhole(EvidenceFormat.TRACE) || evidence.isWhole(EvidenceFormat.PYTORCH);
    }

    GroundTruth truth() {
        return scenario.truth(evidence);
    }

    /** Returns the verdict about each job that the analyzer finds in the files; one result without a verdict if it finds none. */
    private static List<AnalyzerResult> diagnose(Path folder) throws IOException {
        List<AnalyzerResult> results = new ArrayList<>();
        for (LoadedJob read : new JobReader(-1).read(List.of(folder)).jobs()) {
            Verdict verdict = new Diagnosis().of(read.job());
            StringWriter json = new StringWriter();
            JsonReport.write(List.of(verdict), json);
            results.add(AnalyzerResult.parse(verdict.outcome().exitCode(), json.toString()));
        }
        return results.isEmpty()
                ? List.of(new AnalyzerResult(
                        2, GroundTruth.UNREADABLE, List.of(), List.of(), "", "No job was found.", "", List.of()))
                : results;
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }

    /** Returns the options of {@code samples/generate} for this job. */
    @Override
    public String toString() {
        FaultPlace place = scenario.place();
        StringBuilder options = new StringBuilder("--layout " + scenario.layout());
        options.append(" --steps ").append(scenario.steps());
        options.append(" --layers ").append(scenario.layers());
        if (scenario.waits() != WaitPolicy.CALLS) {
            options.append(" --awaits ").append(scenario.waits().id());
        }
        options.append(evidence.options());
        if (!rings.sizes().isEmpty()) {
            options.append(" --slots ").append(rings);
        }
        options.append(" --seed ").append(scenario.seed());
        options.append(" --fault ").append(scenario.fault().id());
        options.append(" --rank ").append(place.rank());
        options.append(" --step ").append(Math.min(place.step(), scenario.steps()));
        options.append(" --layer ").append(place.layer());
        options.append(" --on ").append(place.kind().id());
        return options.toString();
    }
}
