package dev.rollcall.samples.generate;

import dev.rollcall.samples.generate.fault.Fault;
import dev.rollcall.samples.generate.fault.GroundTruth;
import dev.rollcall.samples.generate.simulation.Simulation;
import dev.rollcall.samples.generate.writer.JobWriter;
import dev.rollcall.samples.generate.writer.RankWriter;
import dev.rollcall.samples.generate.writer.RingSizes;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.cli.ParseException;

/** {@code samples/generate}: writes what a job that never ran would have left behind. */
public final class GenerateCommand {
    private static final int FAILED = 1;
    private static final int USAGE = 2;

    private GenerateCommand() {}

    public static void main(String[] args) {
        try {
            GenerateOptions options = GenerateOptions.parse(args);
            write(options.scenario(), options.format(), options.out(), options.rings());
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
     * Writes what a job's ranks leave behind into a folder, one after the other. The same scenario gives the same bytes.
     *
     * @param rings how many calls are kept of each rank
     * @throws IOException if they cannot be written, or if the folder holds something
     */
    public static void write(Scenario scenario, EvidenceFormat format, Path folder, RingSizes rings)
            throws IOException {
        Files.createDirectories(folder);
        try (Stream<Path> there = Files.list(folder)) {
            if (there.findAny().isPresent()) {
                throw new IOException(
                        folder + " is not empty: two jobs in one folder would be told apart, not compared");
            }
        }
        int ranks = (int) scenario.layout().world();
        Simulation simulation = Simulation.of(scenario.program());
        JobWriter job = format.writer(scenario, folder, rings);
        for (int rank = 0; rank < ranks; rank++) {
            try (RankWriter writer = job.open(rank, simulation.calls(rank), simulation.end())) {
                simulation.tell(rank, writer);
            }
        }
    }

    private static void print(GenerateOptions options, PrintStream out) {
        Scenario scenario = options.scenario();
        GroundTruth truth = scenario.truth(options.format());
        out.println("Wrote " + scenario.layout().world()
                + (options.format() == EvidenceFormat.TRACE ? " traces into " : " dumps into ") + options.out() + ": "
                + scenario.steps() + " steps, layout " + scenario.layout()
                + ", seed " + scenario.seed() + ".");
        if (scenario.fault() != Fault.NONE) {
            out.println("Rank " + scenario.place().rank() + " "
                    + scenario.fault().about() + ", in step " + scenario.place().step() + ".");
        }
        out.println("What a verdict may say:");
        out.println("  outcome   " + String.join(" or ", truth.verdicts()));
        out.println("  culprits  "
                + truth.culprits().stream()
                        .map(ranks -> ranks.isEmpty()
                                ? "nobody"
                                : ranks.stream().map(String::valueOf).collect(Collectors.joining(" and ")))
                        .collect(Collectors.joining(", or ")));
        if (!truth.causes().isEmpty()) {
            out.println("  cause     " + String.join(" or ", truth.causes()));
        }
        if (!truth.sites().isEmpty()) {
            out.println("  line      "
                    + String.join(" or ", truth.lines(options.format().extension())));
        }
        out.println("Next: java -jar analyzer/target/rollcall.jar analyze " + options.out());
    }
}
