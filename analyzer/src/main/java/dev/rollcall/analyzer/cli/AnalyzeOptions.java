package dev.rollcall.analyzer.cli;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.cli.CommandLine;
import org.apache.commons.cli.DefaultParser;
import org.apache.commons.cli.MissingArgumentException;
import org.apache.commons.cli.Option;
import org.apache.commons.cli.Options;
import org.apache.commons.cli.ParseException;
import org.apache.commons.cli.UnrecognizedOptionException;

/**
 * What {@code analyze} was asked for.
 *
 * @param paths where the traces are, at least one
 * @param format what to print
 * @param html where to write the page; null for nowhere
 * @param sources folders of source
 * @param classes class files, folders of them, and jars
 * @param world how many ranks the job has; -1 where the user does not say
 * @param help whether only help is wanted
 */
record AnalyzeOptions(
        List<Path> paths, Format format, Path html, List<Path> sources, List<Path> classes, int world, boolean help) {

    /** What to print. */
    enum Format {
        TEXT,
        JSON
    }

    private static final int MOST_RANKS = 10_000_000;
    private static final String SEE = ". See: rollcall analyze --help";

    /** Reads the words behind the command's name; options may stand before or after the paths. */
    static AnalyzeOptions parse(List<String> words) throws UsageException {
        CommandLine line = line(words);
        if (line.hasOption("help")) {
            return new AnalyzeOptions(List.of(), Format.TEXT, null, List.of(), List.of(), -1, true);
        }
        List<Path> paths = paths(line.getArgList());
        if (paths.isEmpty()) {
            throw new UsageException("analyze needs a trace, or a folder that holds traces" + SEE);
        }
        String html = line.getOptionValue("html");
        return new AnalyzeOptions(
                paths,
                format(line.getOptionValue("format", "text")),
                html == null ? null : path(html),
                existing("--source", line.getOptionValues("source")),
                existing("--classes", line.getOptionValues("classes")),
                world(line.getOptionValue("world")),
                false);
    }

    private static CommandLine line(List<String> words) throws UsageException {
        Options options = new Options()
                .addOption(value("format"))
                .addOption(value("html"))
                .addOption(value("source"))
                .addOption(value("classes"))
                .addOption(value("world"))
                .addOption(Option.builder("h").longOpt("help").get());
        DefaultParser parser =
                DefaultParser.builder().setAllowPartialMatching(false).get();
        try {
            CommandLine line = parser.parse(options, words.toArray(String[]::new));
            for (String once : List.of("format", "html", "world")) {
                if (line.getOptionValues(once) != null && line.getOptionValues(once).length > 1) {
                    throw new UsageException("--" + once + " can be given only once" + SEE);
                }
            }
            return line;
        } catch (UnrecognizedOptionException e) {
            throw new UsageException("there is no option " + e.getOption() + SEE);
        } catch (MissingArgumentException e) {
            throw new UsageException("--" + e.getOption().getLongOpt() + " needs a value" + SEE);
        } catch (ParseException e) {
            throw new UsageException(e.getMessage() + SEE);
        }
    }

    private static Option value(String name) {
        return Option.builder().longOpt(name).hasArg().get();
    }

    private static Format format(String name) throws UsageException {
        return switch (name) {
            case "text" -> Format.TEXT;
            case "json" -> Format.JSON;
            default -> throw new UsageException("--format is text or json, not " + name + SEE);
        };
    }

    private static int world(String number) throws UsageException {
        if (number == null) {
            return -1;
        }
        if (number.matches("\\d{1,8}") && Integer.parseInt(number) > 0 && Integer.parseInt(number) <= MOST_RANKS) {
            return Integer.parseInt(number);
        }
        throw new UsageException("--world is a number of ranks from 1 on, not " + number + SEE);
    }

    private static List<Path> paths(List<String> names) throws UsageException {
        List<Path> paths = new ArrayList<>();
        for (String name : names) {
            paths.add(path(name));
        }
        return paths;
    }

    private static List<Path> existing(String option, String[] names) throws UsageException {
        List<Path> paths = names == null ? List.of() : paths(List.of(names));
        for (Path path : paths) {
            if (!Files.exists(path)) {
                throw new UsageException(option + ": no such file or folder: " + path);
            }
        }
        return paths;
    }

    private static Path path(String name) throws UsageException {
        try {
            return Path.of(name);
        } catch (InvalidPathException e) {
            throw new UsageException("not a path: " + name);
        }
    }
}
