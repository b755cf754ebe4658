package dev.rollcall.samples.generate;

import dev.rollcall.samples.generate.fault.Fault;
import dev.rollcall.samples.generate.fault.FaultPlace;
import dev.rollcall.samples.generate.program.Layout;
import dev.rollcall.samples.generate.program.WaitPolicy;
import dev.rollcall.samples.generate.writer.RingSizes;
import dev.rollcall.trace.TraceGeometry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.NoSuchElementException;
import java.util.stream.Stream;
import org.apache.commons.cli.CommandLine;
import org.apache.commons.cli.DefaultParser;
import org.apache.commons.cli.Option;
import org.apache.commons.cli.Options;
import org.apache.commons.cli.ParseException;

/**
 * The command line of {@code samples/generate}.
 *
 * @param scenario the job to generate
 * @param evidence which files to write
 * @param rings how many calls each rank's file keeps
 * @param out the folder to write into
 */
public record GenerateOptions(Scenario scenario, AvailableFiles evidence, RingSizes rings, Path out) {
    private static final int MOST_RANKS = 65_536;
    private static final int MOST_STEPS = 1_000_000;
    private static final int MOST_LAYERS = 1_000;
    private static final Options OPTIONS = new Options();

    static {
        for (String name : new String[] {
            "ranks", "layout", "steps", "layers", "fault", "rank", "step", "layer", "on", "seed", "slots", "out",
            "format", "awaits", "damage"
        }) {
            OPTIONS.addOption(Option.builder().longOpt(name).hasArg().get());
        }
    }

    /**
     * Parses the arguments.
     *
     * @throws ParseException if an argument is invalid; the message says which one and what is valid
     */
    public static GenerateOptions parse(String... arguments) throws ParseException {
        CommandLine line = new DefaultParser().parse(OPTIONS, arguments);
        if (!line.getArgList().isEmpty()) {
            throw new ParseException("unexpected argument '" + line.getArgList().get(0)
                    + "'; every value needs an option, such as --fault NAME");
        }
        if (!line.hasOption("out")) {
            throw new ParseException("--out FOLDER is missing");
        }
        Layout layout = layout(line);
        int ranks = (int) layout.world();
        int steps = number(line, "steps", 12, 1, MOST_STEPS);
        int layers = number(line, "layers", 2, 1, MOST_LAYERS);
        Fault fault = fault(line);
        FaultPlace place = new FaultPlace(
                number(line, "rank", ranks / 2, 0, ranks - 1),
                number(line, "step", Math.max(1, steps / 2), 1, steps),
                number(line, "layer", 0, 0, layers - 1),
                kind(line, layout));
        Scenario scenario = new Scenario(
                layout, steps, layers, waits(line), fault, place, number(line, "seed", 1, 0, Integer.MAX_VALUE));
        check(scenario);
        return new GenerateOptions(scenario, evidence(line, ranks), rings(line), Path.of(line.getOptionValue("out")));
    }

    private static Layout layout(CommandLine line) throws ParseException {
        int ranks = number(line, "ranks", 8, 2, MOST_RANKS);
        if (!line.hasOption("layout")) {
            return new Layout(ranks, 1, 1);
        }
        try {
            Layout layout = Layout.parse(line.getOptionValue("layout"));
            if (layout.world() < 2 || layout.world() > MOST_RANKS) {
                throw new ParseException("a job has 2 to " + MOST_RANKS + " ranks, not " + layout.world());
            }
            if (line.hasOption("ranks") && ranks != layout.world()) {
                throw new ParseException("a layout of " + layout + " has " + layout.world() + " ranks, not " + ranks);
            }
            return layout;
        } catch (IllegalArgumentException wrong) {
            throw new ParseException(wrong.getMessage());
        }
    }

    private static Fault fault(CommandLine line) throws ParseException {
        try {
            return Fault.of(line.getOptionValue("fault", Fault.NONE.id()));
        } catch (NoSuchElementException unknown) {
            throw new ParseException(unknown.getMessage());
        }
    }

    private static FaultPlace.Kind kind(CommandLine line, Layout layout) throws ParseException {
        String standard = layout.data() > 1 ? "data" : layout.tensor() > 1 ? "tensor" : "world";
        String kind = line.getOptionValue("on", standard);
        try {
            return FaultPlace.Kind.valueOf(kind.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException unknown) {
            throw new ParseException("--on takes data, tensor or world, not '" + kind + "'");
        }
    }

    private static AvailableFiles evidence(CommandLine line, int ranks) throws ParseException {
        try {
            AvailableFiles evidence = AvailableFiles.parse(line.getOptionValue("format", EvidenceFormat.TRACE.id()));
            return line.hasOption("damage") ? evidence.parseDamage(line.getOptionValue("damage"), ranks) : evidence;
        } catch (IllegalArgumentException wrong) {
            throw new ParseException(wrong.getMessage());
        }
    }

    private static WaitPolicy waits(CommandLine line) throws ParseException {
        String id = line.getOptionValue("awaits", WaitPolicy.CALLS.id());
        return Stream.of(WaitPolicy.values())
                .filter(waits -> waits.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new ParseException("--awaits takes calls or steps, not '" + id + "'"));
    }

    private static void check(Scenario scenario) throws ParseException {
        if (scenario.fault() == Fault.SHORT_LOOP && scenario.place().step() == scenario.steps()) {
            throw new ParseException(
                    "short-loop needs a --step before the last: after the last step every rank leaves the loop");
        }
        if (scenario.fault() == Fault.GROUP_ORDER && scenario.waits() == WaitPolicy.STEPS) {
            throw new ParseException(
                    "group-order hangs only with --awaits calls: a rank that does not wait between two calls may swap them");
        }
        try {
            scenario.truth(AvailableFiles.of(EvidenceFormat.TRACE));
        } catch (NoSuchElementException impossible) {
            throw new ParseException(scenario.fault().id() + " is impossible here: " + impossible.getMessage());
        }
    }

    private static RingSizes rings(CommandLine line) throws ParseException {
        List<Integer> sizes = new ArrayList<>();
        for (String size : line.getOptionValue("slots", "").split(",")) {
            if (!size.isEmpty()) {
                int slots = number("slots", size, TraceGeometry.MIN_SLOTS, TraceGeometry.MAX_SLOTS);
                if (Integer.bitCount(slots) > 1) {
                    throw new ParseException("--slots takes a power of two, not " + slots);
                }
                sizes.add(slots);
            }
        }
        return new RingSizes(sizes);
    }

    private static int number(CommandLine line, String option, int otherwise, int least, int most)
            throws ParseException {
        String value = line.getOptionValue(option);
        return value == null ? otherwise : number(option, value, least, most);
    }

    private static int number(String option, String value, int least, int most) throws ParseException {
        try {
            int number = Integer.parseInt(value);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException noNumber) {
            throw new ParseException("--" + option + " takes a number, not '" + value + "'");
        }
        throw new ParseException("--" + option + " must be from " + least + " to " + most + ", not " + value);
    }
}
