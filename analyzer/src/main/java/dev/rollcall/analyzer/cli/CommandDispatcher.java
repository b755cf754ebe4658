package dev.rollcall.analyzer.cli;

import dev.rollcall.analyzer.report.JsonReport;
import dev.rollcall.analyzer.report.Version;
import dev.rollcall.analyzer.report.view.Printable;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Runs the command that the first argument names. */
final class CommandDispatcher {
    private final PrintStream out;
    private final PrintStream err;
    private final Terminal terminal;

    CommandDispatcher(PrintStream out, PrintStream err, Terminal terminal) {
        this.out = out;
        this.err = err;
        this.terminal = terminal;
    }

    /** Runs a command line and returns the exit code. */
    int run(String... args) {
        List<String> words = new ArrayList<>(Arrays.asList(args));
        try {
            if (words.isEmpty()) {
                throw new UsageException("no command is given. See: rollcall --help");
            }
            String command = words.remove(0);
            return switch (command) {
                case "analyze" -> new AnalyzeCommand(out, err, terminal).run(words);
                case "run" -> new RunCommand(out, err, terminal, System.getenv()).run(words);
                case "collect" -> new CollectCommand(out).run(words);
                case "show" -> new ShowCommand(out, terminal).run(words);
                case "scan" -> new ScanCommand(out, terminal).run(words);
                case "probe" -> new ProbeCommand(out).run(words);
                case "completion" -> completion(words);
                case "help", "--help", "-h" -> help(words);
                case "--version", "-V" -> print("rollcall " + Version.CURRENT);
                default -> throw new UsageException(unknown(command));
            };
        } catch (UsageException e) {
            err.println("rollcall: " + Printable.lines(e.getMessage()));
            return ExitCode.UNUSABLE;
        } catch (IOException e) {
            // The commands write to a PrintStream, which keeps its failures to itself; see StandardOutput.
            throw new UncheckedIOException(e);
        }
    }

    private static String unknown(String command) {
        if (!command.startsWith("-") && new File(command).exists()) {
            return "there is no command " + command + "; did you mean: rollcall analyze " + command;
        }
        String meant = SpellingSuggestion.nearest(command, Commands.names());
        if (!meant.isEmpty()) {
            return "there is no command " + command + "; did you mean " + meant + "? See: rollcall --help";
        }
        return command.startsWith("-")
                ? "the command comes first, before " + command + ". See: rollcall --help"
                : "there is no command " + command + "; the commands are " + commands() + ". See: rollcall --help";
    }

    private static String commands() {
        List<String> names = new ArrayList<>(Commands.names());
        String last = names.remove(names.size() - 1);
        return String.join(", ", names) + " and " + last;
    }

    private int help(List<String> words) throws UsageException, IOException {
        CommandOptions options = CommandOptions.parse(Commands.HELP, words);
        if (options.has("man")) {
            return print(ManPage.text());
        }
        if (options.has("help")) {
            return print(HelpText.of(Commands.HELP));
        }
        List<String> topics = options.words();
        if (topics.isEmpty()) {
            return print(HelpText.overview());
        }
        if (topics.get(0).equals("schema")) {
            return print(JsonReport.schema());
        }
        Optional<CommandSyntax> command = Commands.named(topics.get(0));
        if (command.isEmpty()) {
            throw new UsageException(unknown(topics.get(0)));
        }
        return print(HelpText.of(command.get()));
    }

    private int completion(List<String> words) throws UsageException {
        CommandOptions options = CommandOptions.parse(Commands.COMPLETION, words);
        if (options.has("help")) {
            return print(HelpText.of(Commands.COMPLETION));
        }
        return switch (String.join(" ", options.words())) {
            case "bash" -> print(ShellCompletion.bash());
            case "zsh" -> print(ShellCompletion.zsh());
            default -> throw options.wrong("completion needs the name of a shell, bash or zsh");
        };
    }

    private int print(String text) {
        out.println(text.stripTrailing());
        return ExitCode.OK;
    }
}
