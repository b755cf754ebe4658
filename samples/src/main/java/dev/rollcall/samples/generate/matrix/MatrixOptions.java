package dev.rollcall.samples.generate.matrix;

import dev.rollcall.samples.generate.AvailableFiles;
import dev.rollcall.samples.generate.fault.Fault;
import dev.rollcall.samples.generate.program.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.cli.CommandLine;
import org.apache.commons.cli.DefaultParser;
import org.apache.commons.cli.Option;
import org.apache.commons.cli.Options;
import org.apache.commons.cli.ParseException;

/**
 * The command line of {@code samples/matrix}.
 *
 * @param layouts the layouts to generate jobs in
 * @param evidences the files to write of each job
 * @param damaged whether the part of one rank is damaged, in each way and for each rank that is tried
 * @param variants how ranks wait and how many calls are kept
 * @param faults the faults to try
 * @param ranks on how many ranks each fault is tried in jobs of more than 8; smaller jobs try all
 * @param seed chooses those ranks and varies the jobs
 */
record MatrixOptions(
        List<Layout> layouts,
        List<AvailableFiles> evidences,
        boolean damaged,
        List<MatrixVariant> variants,
        List<Fault> faults,
        int ranks,
        long seed) {
    private static final String DEFAULT_LAYOUTS = "8x1x1,2x2x2,4x2x1,64x1x1,4x4x4,512x1x1,8x8x8";
    private static final String DEFAULT_RANKS = "4";

    /** The first and the last rank. */
    private static final int LEAST_RANKS = 2;

    /** Each format, and those that users have together. */
    private static final String DEFAULT_FORMATS = "trace,pytorch,console,detail,ras,ras-json,stacks,console+pytorch,"
            + "console+stacks,console+ras,pytorch+stacks,ras-json+stacks,console+pytorch+ras+stacks";

    private static final int SEEDS = 1_000_000;
    private static final Options OPTIONS = new Options();

    static {
        for (String name : new String[] {"layout", "format", "damage", "variant", "fault", "ranks", "seed"}) {
            OPTIONS.addOption(Option.builder().longOpt(name).hasArg().get());
        }
    }

    /** The jobs of one row of the table. */
    record Row(Layout layout, AvailableFiles evidence, boolean damaged, MatrixVariant variant, List<MatrixJob> jobs) {
        /** Returns what the table calls the files. */
        String files() {
            return damaged ? evidence.id() + " damaged" : evidence.id();
        }
    }

    /**
     * Parses the arguments.
     *
     * @throws ParseException if an argument is invalid; the message says which one and what is valid
     */
    static MatrixOptions parse(String... arguments) throws ParseException {
        CommandLine line = new DefaultParser().parse(OPTIONS, arguments);
        if (!line.getArgList().isEmpty()) {
            throw new ParseException("unexpected argument '" + line.getArgList().get(0)
                    + "'; every value needs an option, such as --layout DxTxP");
        }
        List<Layout> layouts = new ArrayList<>();
        for (String layout : line.getOptionValue("layout", DEFAULT_LAYOUTS).split(",")) {
            try {
                layouts.add(Layout.parse(layout));
            } catch (IllegalArgumentException wrong) {
                throw new ParseException(wrong.getMessage());
            }
        }
        return new MatrixOptions(
                layouts,
                evidences(line),
                damage(line.getOptionValue("damage", "none")),
                selected(line, "variant", MatrixVariant.values(), MatrixVariant::id),
                selected(line, "fault", Fault.values(), Fault::id),
                number("ranks", line.getOptionValue("ranks", DEFAULT_RANKS), LEAST_RANKS),
                line.hasOption("seed") ? number("seed", line.getOptionValue("seed"), 0) : new Random().nextInt(SEEDS));
    }

    private static List<AvailableFiles> evidences(CommandLine line) throws ParseException {
        List<AvailableFiles> evidences = new ArrayList<>();
        for (String names : line.getOptionValue("format", DEFAULT_FORMATS).split(",")) {
            try {
                evidences.add(AvailableFiles.parse(names));
            } catch (IllegalArgumentException wrong) {
                throw new ParseException(wrong.getMessage());
            }
        }
        return evidences;
    }

    private static boolean damage(String value) throws ParseException {
        return switch (value) {
            case "none" -> false;
            case "each" -> true;
            default -> throw new ParseException("--damage takes none or each, not '" + value + "'");
        };
    }

    private static <T> List<T> selected(CommandLine line, String option, T[] all, Function<T, String> id)
            throws ParseException {
        if (!line.hasOption(option)) {
            return List.of(all);
        }
        List<T> selected = new ArrayList<>();
        for (String name : line.getOptionValue(option).split(",")) {
            selected.add(Stream.of(all)
                    .filter(each -> id.apply(each).equals(name))
                    .findFirst()
                    .orElseThrow(() -> new ParseException("--" + option + " takes "
                            + Stream.of(all).map(id).collect(Collectors.joining(", ")) + ", not '" + name + "'")));
        }
        return selected;
    }

    private static int number(String option, String value, int least) throws ParseException {
        try {
            int number = Integer.parseInt(value);
            if (number >= least) {
                return number;
            }
        } catch (NumberFormatException noNumber) {
            throw new ParseException("--" + option + " takes a number, not '" + value + "'");
        }
        throw new ParseException("--" + option + " takes a number from " + least + ", not " + value);
    }

    /** Returns the rows of the table. */
    List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (Layout layout : layouts) {
            for (AvailableFiles evidence : evidences) {
                for (MatrixVariant variant : variants) {
                    Optional<FaultMatrix> matrix = variant.matrix(layout, evidence, seed, ranks);
                    matrix.map(places -> damaged ? places.damaged() : places)
                            .map(places -> faults.stream()
                                    .flatMap(fault -> places.jobs(fault).stream())
                                    .toList())
                            .ifPresent(jobs -> rows.add(new Row(layout, evidence, damaged, variant, jobs)));
                }
            }
        }
        return rows;
    }
}
