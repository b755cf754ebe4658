package dev.rollcall.samples.generate;

import dev.rollcall.samples.generate.fault.Fault;
import dev.rollcall.samples.generate.fault.GroundTruth;
import dev.rollcall.samples.generate.simulation.Simulation;
import dev.rollcall.samples.generate.writer.RingSizes;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.cli.ParseException;

/** {@code samples/generate}: writes the files that a simulated job would have left. */
public final class GenerateCommand {
    private static final int FAILED = 1;
    private static final int USAGE = 2;

    private GenerateCommand() {}

    public static void main(String[] args) {
        try {
            GenerateOptions options = GenerateOptions.parse(args);
            write(options.scenario(), options.evidence(), options.out(), options.rings());
            print(options, System.out);
        } catch (ParseException wrong) {
            System.err.println("samples/generate: " + wrong.getMessage() + " (see samples/generate --help)");
            System.exit(USAGE);
        } catch (IOException failed) {
            System.err.println("samples/generate: " + failed.getMessage());
            System.exit(FAILED);
        }
    }

    /**
     * Writes the files of a job into a folder. The same scenario gives the same bytes.
     *
     * @param rings how many calls each rank's file keeps
     * @throws IOException if they cannot be written, or the folder is not empty
     */
    public static void write(Scenario scenario, AvailableFiles evidence, Path folder, RingSizes rings)
            throws IOException {
        Files.createDirectories(folder);
        try (Stream<Path> files = Files.list(folder)) {
            if (files.findAny().isPresent()) {
                throw new IOException(
                        folder + " is not empty; the analyzer would take the files for those of two jobs");
            }
        }
        for (EvidenceFormat format : evidence.formats()) {
            format.writer(scenario, folder, rings, evidence.damage(format))
                    .write(Simulation.of(format.program(scenario)));
        }
    }

    private static void print(GenerateOptions options, PrintStream out) {
        Scenario scenario = options.scenario();
        GroundTruth truth = scenario.truth(options.evidence());
        out.println(
                "Wrote " + options.evidence().id() + " of " + scenario.layout().world() + " ranks into "
                        + options.out() + ": " + scenario.steps() + " steps, layout " + scenario.layout() + ", seed "
                        + scenario.seed() + ".");
        if (scenario.fault() != Fault.NONE) {
            out.println("Rank " + scenario.place().rank() + " "
                    + scenario.fault().about() + ", in step " + scenario.place().step() + ".");
        }
        out.println("A correct verdict:");
        out.println("  outcome   " + String.join(" or ", truth.verdicts()));
        out.println("  culprits  "
                + truth.culprits().stream()
                        .map(ranks -> ranks.isEmpty()
                                ? "none"
                                : ranks.stream().map(String::valueOf).collect(Collectors.joining(" and ")))
                        .collect(Collectors.joining(", or ")));
        if (!truth.causes().isEmpty()) {
            out.println("  cause     " + String.join(" or ", truth.causes()));
        }
        if (!truth.sites().isEmpty()) {
            out.println("  line      "
                    + String.join(" or ", truth.lines(options.evidence().extension())));
        }
        out.println("Next: java -jar analyzer/target/rollcall.jar analyze " + options.out());
    }
}
