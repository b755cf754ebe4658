package dev.rollcall.analyzer.cli;

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

/** The words behind a command's name, told apart; options may stand before or after the paths. */
final class CommandLineWords {
    private final CommandLine line;

    private CommandLineWords(CommandLine line) {
        this.line = line;
    }

    /**
     * Tells the words apart.
     *
     * @param once options with a value that can be given once
     * @param often options with a value that can be given several times
     * @param flags options without a value, besides {@code --help}
     * @param see where to read more, for the messages
     */
    static CommandLineWords parse(
            List<String> words, List<String> once, List<String> often, List<String> flags, String see)
            throws UsageException {
        Options options =
                new Options().addOption(Option.builder("h").longOpt("help").get());
        once.forEach(name ->
                options.addOption(Option.builder().longOpt(name).hasArg().get()));
        often.forEach(name ->
                options.addOption(Option.builder().longOpt(name).hasArg().get()));
        flags.forEach(name -> options.addOption(Option.builder().longOpt(name).get()));
        try {
            CommandLine line = DefaultParser.builder()
                    .setAllowPartialMatching(false)
                    .get()
                    .parse(options, words.toArray(String[]::new));
            for (Option given : line.getOptions()) {
                if (given.hasArg() && given.getValue().isEmpty()) {
                    throw new UsageException("--" + given.getLongOpt() + " needs a value" + see);
                }
            }
            for (String name : once) {
                if (line.getOptionValues(name) != null && line.getOptionValues(name).length > 1) {
                    throw new UsageException("--" + name + " can be given only once" + see);
                }
            }
            return new CommandLineWords(line);
        } catch (UnrecognizedOptionException e) {
            throw new UsageException("there is no option " + e.getOption() + see);
        } catch (MissingArgumentException e) {
            throw new UsageException("--" + e.getOption().getLongOpt() + " needs a value" + see);
        } catch (ParseException e) {
            throw new UsageException(e.getMessage() + see);
        }
    }

    /** Returns whether an option was given. */
    boolean has(String option) {
        return line.hasOption(option);
    }

    /** Returns an option's value; null where it was not given. */
    String value(String option) {
        return line.getOptionValue(option);
    }

    /** Returns an option's values; none where it was not given. */
    List<String> values(String option) {
        String[] values = line.getOptionValues(option);
        return values == null ? List.of() : List.of(values);
    }

    /** Returns the words that are no options, as paths. */
    List<Path> paths() throws UsageException {
        return paths(line.getArgList());
    }

    /** Returns names as paths. */
    static List<Path> paths(List<String> names) throws UsageException {
        List<Path> paths = new ArrayList<>();
        for (String name : names) {
            paths.add(path(name));
        }
        return paths;
    }

    /** Returns a name as a path. */
    static Path path(String name) throws UsageException {
        if (name.isEmpty()) {
            throw new UsageException("a path is empty; is a variable of the shell not set?");
        }
        try {
            return Path.of(name);
        } catch (InvalidPathException e) {
            throw new UsageException("not a path: " + name);
        }
    }
}
