package dev.rollcall.samples.generate;

import dev.rollcall.analyzer.input.JobReader;
import dev.rollcall.analyzer.report.JsonReport;
import dev.rollcall.analyzer.rule.Diagnosis;
import dev.rollcall.analyzer.verdict.Verdict;
import dev.rollcall.samples.Answer;
import dev.rollcall.samples.generate.fault.Place;
import dev.rollcall.samples.generate.fault.Truth;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** One generated job of a matrix of faults and places, and what the analyzer says of it. */
record Cell(Scenario scenario, Format format, int slots) {

    /** Generates the job, has it analyzed, and returns how the answer misses the truth; empty if it does not. */
    List<String> misses(Path temporary) throws IOException {
        Path folder = Files.createTempDirectory(temporary, "job");
        Generate.write(scenario, format, folder, slots);
        Answer answer = analyze(folder);
        delete(folder);
        Truth truth = scenario.truth(format);
        List<String> misses = new ArrayList<>(truth.misses(answer, format.extension()));
        Set<Integer> innocents = new TreeSet<>(answer.culprits());
        innocents.removeAll(truth.blamed());
        if (!innocents.isEmpty()) {
            misses.add(0, "INNOCENT " + innocents);
        }
        if (!misses.isEmpty()) {
            misses.add(answer.cause() + " " + answer.culprits() + ": " + answer.summary());
        }
        return misses;
    }

    private static Answer analyze(Path folder) throws IOException {
        Verdict verdict = new Diagnosis()
                .of(new JobReader(-1).read(List.of(folder)).jobs().get(0).job());
        StringWriter json = new StringWriter();
        JsonReport.write(List.of(verdict), json);
        return Answer.parse(verdict.outcome().exitCode(), json.toString());
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }

    @Override
    public String toString() {
        Place place = scenario.place();
        return format.id() + " " + scenario.layout() + " " + scenario.fault().id() + " at rank " + place.rank()
                + ", step " + place.step()
                + " of " + scenario.steps() + ", layer " + place.layer() + " of " + scenario.layers() + ", on "
                + place.kind() + (slots == 0 ? "" : ", " + slots + " slots");
    }
}
