package dev.rollcall.samples.generate.matrix;

import dev.rollcall.samples.generate.EvidenceFormat;
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
 * @param layouts the layouts
 * @param formats the formats of the files
 * @param variants the variants
 * @param faults the faults
 * @param ranks on how many ranks of a job of more than 8
 * @param seed varies jobs and places
 */
record MatrixOptions(
        List<Layout> layouts,
        List<EvidenceFormat> formats,
        List<MatrixVariant> variants,
        List<Fault> faults,
        int ranks,
        long seed) {
    private static final String DEFAULT_LAYOUTS = "8x1x1,2x2x2,4x2x1,64x1x1,4x4x4,512x1x1,8x8x8";
    private static final String DEFAULT_RANKS = "4";
    private static final int SEEDS = 1_000_000;
    private static final Options OPTIONS = new Options();

    static {
        for (String name : new String[] {"layout", "format", "variant", "fault", "ranks", "seed"}) {
            OPTIONS.addOption(Option.builder().longOpt(name).hasArg().get());
        }
    }

    /** The jobs of one row of the table. */
    record Row(Layout layout, EvidenceFormat format, MatrixVariant variant, List<MatrixJob> jobs) {}

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
                some(line, "format", EvidenceFormat.values(), EvidenceFormat::id),
                some(line, "variant", MatrixVariant.values(), MatrixVariant::id),
                some(line, "fault", Fault.values(), Fault::id),
                number("ranks", line.getOptionValue("ranks", DEFAULT_RANKS)),
                line.hasOption("seed") ? number("seed", line.getOptionValue("seed")) : new Random().nextInt(SEEDS));
    }

    private static <T> List<T> some(CommandLine line, String option, T[] all, Function<T, String> id)
            throws ParseException {
        if (!line.hasOption(option)) {
            return List.of(all);
        }
        List<T> some = new ArrayList<>();
        for (String name : line.getOptionValue(option).split(",")) {
            some.add(Stream.of(all)
                    .filter(each -> id.apply(each).equals(name))
                    .findFirst()
                    .orElseThrow(() -> new ParseException("--" + option + " takes "
                            + Stream.of(all).map(id).collect(Collectors.joining(", ")) + ", not '" + name + "'")));
        }
        return some;
    }

    private static int number(String option, String value) throws ParseException {
        try {
            int number = Integer.parseInt(value);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException noNumber) {
            throw new ParseException("--" + option + " takes a number, not '" + value + "'");
        }
        throw new ParseException("--" + option + " takes a number from 0, not " + value);
    }

    /** Returns the rows of the table. */
    List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (Layout layout : layouts) {
            for (EvidenceFormat format : formats) {
                for (MatrixVariant variant : variants) {
                    Optional<FaultMatrix> matrix = variant.matrix(layout, format, seed, ranks);
                    matrix.map(places -> faults.stream()
                                    .flatMap(fault -> places.jobs(fault).stream())
                                    .toList())
                            .ifPresent(jobs -> rows.add(new Row(layout, format, variant, jobs)));
                }
            }
        }
        return rows;
    }
}
