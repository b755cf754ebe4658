package dev.rollcall.samples.launch;

import dev.rollcall.samples.Sample;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.commons.cli.CommandLine;
import org.apache.commons.cli.DefaultParser;
import org.apache.commons.cli.Option;
import org.apache.commons.cli.Options;
import org.apache.commons.cli.ParseException;

/** The command line of {@code samples/run}. */
final class LaunchOptions {

    private static final String RANKS = "ranks";
    private static final String CULPRIT = "culprit";
    private static final String STEPS = "steps";
    private static final String HANG = "hang";
    private static final String AGENT = "agent";
    private static final int DEFAULT_RANKS = 4;
    private static final int MOST_RANKS = 64;
    private static final Options OPTIONS = new Options()
            .addOption(valued(RANKS))
            .addOption(valued(CULPRIT))
            .addOption(valued(STEPS))
            .addOption(valued(HANG))
            .addOption(valued(AGENT));

    private LaunchOptions() {}

    private static Option valued(String name) {
        return Option.builder().longOpt(name).hasArg().get();
    }

    /**
     * Parses the arguments.
     *
     * @throws ParseException if an argument is invalid; the message says which one and what is valid
     */
    static RunPlan parse(String[] arguments, Installation installation) throws ParseException {
        CommandLine line = new DefaultParser().parse(OPTIONS, arguments);
        if (line.getArgList().size() != 1) {
            throw new ParseException("expected the name of one sample");
        }
        Sample sample = sample(line.getArgList().get(0));
        int ranks = number(line, RANKS, DEFAULT_RANKS, 2, MOST_RANKS);
        String time = LocalDateTime.now().format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss"));
        Path folder = installation.runs().resolve(sample.id() + "-" + time);
        return RunPlan.of(sample, ranks, folder)
                .withCulprit(number(line, CULPRIT, sample.defaultCulprit(ranks), 0, ranks - 1))
                .withSteps(number(line, STEPS, 0, 2, Integer.MAX_VALUE))
                .withHang(Duration.ofSeconds(number(line, HANG, (int) RunPlan.DEFAULT_HANG.toSeconds(), 1, 3600)))
                .withAgentOptions(line.hasOption(AGENT) ? List.of(line.getOptionValues(AGENT)) : List.of());
    }

    private static Sample sample(String id) throws ParseException {
        try {
            return Sample.of(id);
        } catch (NoSuchElementException unknown) {
            throw new ParseException(unknown.getMessage());
        }
    }

    private static int number(CommandLine line, String option, int otherwise, int least, int most)
            throws ParseException {
        String value = line.getOptionValue(option);
        if (value == null) {
            return otherwise;
        }
        try {
            int number = Integer.parseInt(value.replaceFirst("(?<=\\d)s$", ""));
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException noNumber) {
            throw new ParseException("--" + option + " takes a number, not '" + value + "'");
        }
        throw new ParseException("--" + option + " must be from " + least + " to " + most + ", not " + value);
    }
}
