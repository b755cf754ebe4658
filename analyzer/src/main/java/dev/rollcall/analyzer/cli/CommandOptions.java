package dev.rollcall.analyzer.cli;

import dev.rollcall.analyzer.containment.FileName;
import dev.rollcall.analyzer.containment.InputLimits;
import dev.rollcall.analyzer.input.job.InputRules;
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

/** The options and paths of one command line; options may stand before or after the paths. Every command has {@code --help}. */
final class CommandOptions {
    private final String command;
    private final CommandLine line;

    private CommandOptions(String command, CommandLine line) {
        this.command = command;
        this.line = line;
    }

    /** Parses the words after a command's name. */
    static CommandOptions parse(CommandSyntax command, List<String> words) throws UsageException {
        Options known = new Options();
        for (CommandOption option : command.allOptions()) {
            known.addOption(Option.builder(option.name().equals("help") ? "h" : null)
                    .longOpt(option.name())
                    .hasArg(option.hasValue())
                    .get());
        }
        try {
            CommandLine line = DefaultParser.builder()
                    .setAllowPartialMatching(false)
                    .get()
                    .parse(known, words.toArray(String[]::new));
            CommandOptions options = new CommandOptions(command.name(), line);
            for (Option given : line.getOptions()) {
                if (given.hasArg() && given.getValue().isEmpty()) {
                    throw options.wrong("--" + given.getLongOpt() + " needs a value");
                }
            }
            for (CommandOption option : command.options()) {
                if (!option.repeatable() && options.values(option.name()).size() > 1) {
                    throw options.wrong("--" + option.name() + " can be given only once");
                }
            }
            return options;
        } catch (UnrecognizedOptionException e) {
            throw wrong(command.name(), "there is no option " + e.getOption() + meant(command, e.getOption()));
        } catch (MissingArgumentException e) {
            throw wrong(command.name(), "--" + e.getOption().getLongOpt() + " needs a value");
        } catch (ParseException e) {
            throw wrong(command.name(), e.getMessage());
        }
    }

    private static String meant(CommandSyntax command, String typed) {
        String name = typed.replaceFirst("^-+", "").replaceFirst("=.*", "");
        String meant = SpellingSuggestion.nearest(
                name, command.allOptions().stream().map(CommandOption::name).toList());
        return meant.isEmpty() ? "" : "; did you mean --" + meant + "?";
    }

    /** Returns an error whose message ends with a pointer to the command's help. */
    UsageException wrong(String message) {
        return wrong(command, message);
    }

    private static UsageException wrong(String command, String message) {
        return new UsageException(
                message + (message.endsWith("?") ? "" : ".") + " See: rollcall " + command + " --help");
    }

    /** Returns whether an option was given. */
    boolean has(String option) {
        return line.hasOption(option);
    }

    /** Returns the value of an option; null if it was not given. */
    String value(String option) {
        return line.getOptionValue(option);
    }

    /** Returns the values of an option that can be given several times. */
    List<String> values(String option) {
        String[] values = line.getOptionValues(option);
        return values == null ? List.of() : List.of(values);
    }

    /** Returns the format that {@code --format} names, of those that the command supports; text if it was not given. */
    OutputFormat format(OutputFormat... supported) throws UsageException {
        String name = value("format");
        if (name == null) {
            return OutputFormat.TEXT;
        }
        List<String> names = new ArrayList<>();
        for (OutputFormat each : supported) {
            if (each.id().equals(name)) {
                return each;
            }
            names.add(each.id());
        }
        String last = names.remove(names.size() - 1);
        throw wrong("--format is " + String.join(", ", names) + " or " + last + ", not " + name);
    }

    /** Returns what of the given paths is read, according to {@code --limit} and {@code --follow-links}. */
    InputRules inputRules() throws UsageException {
        try {
            return new InputRules(InputLimits.of(values("limit")), has("follow-links"));
        } catch (IllegalArgumentException e) {
            throw wrong(e.getMessage());
        }
    }

    /** Returns the words that are not options. */
    List<String> words() {
        return line.getArgList();
    }

    /** Returns the words that are not options, as paths. */
    List<Path> paths() throws UsageException {
        return paths(line.getArgList());
    }

    /** Returns the values of an option as paths, which must exist. */
    List<Path> existing(String option) throws UsageException {
        List<Path> paths = paths(values(option));
        for (Path path : paths) {
            if (!Files.exists(path)) {
                throw new UsageException("--" + option + ": no such file or folder: " + path);
            }
        }
        return paths;
    }

    private static List<Path> paths(List<String> names) throws UsageException {
        List<Path> paths = new ArrayList<>();
        for (String name : names) {
            paths.add(path(name));
        }
        return paths;
    }

    /** Returns a name as a path. */
    static Path path(String name) throws UsageException {
        if (name.isEmpty()) {
            throw new UsageException("a path is empty; is a shell variable unset?");
        }
        try {
            return FileName.given(name);
        } catch (InvalidPathException e) {
            throw new UsageException("not a path: " + name
                    + (name.indexOf('\uFFFD') < 0
                            ? ""
                            : "; Java cannot read this name in the locale of this shell: set LC_ALL=C.UTF-8, or give its"
                                    + " folder"));
        }
    }
}
