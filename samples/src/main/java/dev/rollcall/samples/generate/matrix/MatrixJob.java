package dev.rollcall.samples.generate.matrix;

import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.report.JsonReport;
import dev.rollcall.analyzer.verdict.Verdict;
import dev.rollcall.samples.AnalyzerResult;
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
import java.util.List;
import java.util.stream.Stream;

/**
 * One generated job of a matrix. Immutable and thread-safe.
 *
 * @param scenario the job
 * @param format the format of its files
 * @param rings how many calls each file keeps
 */
record MatrixJob(Scenario scenario, EvidenceFormat format, RingSizes rings) {

    /** Generates the job in a new folder below {@code temporary}, analyzes it, and compares the verdict to the ground truth. */
    MatrixResult analyze(Path temporary) {
        try {
            Path folder = Files.createTempDirectory(temporary, "job");
            try {
                GenerateCommand.write(scenario, format, folder, rings);
                return MatrixResult.of(this, diagnose(folder));
            } finally {
                delete(folder);
            }
        } catch (IOException | RuntimeException failed) {
            return MatrixResult.failed(this, failed);
        }
    }

    GroundTruth truth() {
        return scenario.truth(format);
    }

    private static AnalyzerResult diagnose(Path folder) throws IOException {
        Verdict verdict = new Diagnosis()
                .of(new JobReader(-1).read(List.of(folder)).jobs().get(0).job());
        StringWriter json = new StringWriter();
        JsonReport.write(List.of(verdict), json);
        return AnalyzerResult.parse(verdict.outcome().exitCode(), json.toString());
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
        if (format != EvidenceFormat.TRACE) {
            options.append(" --format ").append(format.id());
        }
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
