package dev.rollcall.analyzer.cli;

import dev.rollcall.analyzer.input.job.SourceFileReader;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.SourceFile;
import dev.rollcall.analyzer.report.Selection;
import dev.rollcall.analyzer.report.TraceJson;
import dev.rollcall.analyzer.report.TraceText;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** {@code show}: prints one trace, dump or log. */
final class ShowCommand {
    private static final int DEFAULT_CALLS = 50;
    private static final int MOST_NAMES = 10;

    private final PrintStream out;
    private final Terminal terminal;

    ShowCommand(PrintStream out, Terminal terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    /** Runs the command and returns its exit code. */
    int run(List<String> words) throws UsageException, IOException {
        CommandOptions options = CommandOptions.parse(Commands.SHOW, words);
        if (options.has("help")) {
            out.println(HelpText.of(Commands.SHOW));
            return ExitCode.OK;
        }
        OutputFormat format = options.format(OutputFormat.TEXT, OutputFormat.JSON);
        Path path = path(options);
        Selection selection =
                new Selection(last(options, format), options.value("communicator"), options.has("stacks"));
        SourceFile file;
        try {
            file = SourceFileReader.read(path);
        } catch (IOException e) {
            throw new UsageException("cannot show " + path + ": " + e.getMessage());
        }
        checkCommunicator(file, selection);
        if (format == OutputFormat.JSON) {
            TraceJson.write(file, selection, new OutputStreamWriter(out, StandardCharsets.UTF_8));
        } else {
            out.print(new TraceText(terminal.ink(), terminal.width(), selection).print(file));
        }
        out.flush();
        return ExitCode.OK;
    }

    private static Path path(CommandOptions options) throws UsageException {
        List<Path> files = options.paths();
        if (files.isEmpty()) {
            throw options.wrong("show needs a file");
        }
        if (files.size() > 1) {
            throw new UsageException("show prints one file, but " + files.size()
                    + " are named. For a verdict over several files: rollcall analyze PATH...");
        }
        if (Files.isDirectory(files.get(0))) {
            throw new UsageException("show prints one file, but " + files.get(0)
                    + " is a folder. Name a file in it. For a verdict over all its files: rollcall analyze "
                    + files.get(0));
        }
        return files.get(0);
    }

    /** Returns how many calls to print; by default a person sees the newest ones, a program all. */
    private static long last(CommandOptions options, OutputFormat format) throws UsageException {
        String number = options.value("last");
        if (number == null) {
            return format == OutputFormat.JSON ? Long.MAX_VALUE : DEFAULT_CALLS;
        }
        if (number.equals("all")) {
            return Long.MAX_VALUE;
        }
        if (number.matches("\\d{1,9}")) {
            return Long.parseLong(number);
        }
        throw options.wrong("--last is a number of calls, or all, not " + number);
    }

    private static void checkCommunicator(SourceFile file, Selection selection) throws UsageException {
        if (file.processes().stream()
                .anyMatch(process -> !selection.communicators(process).isEmpty())) {
            return;
        }
        List<String> names = file.processes().stream()
                .flatMap(process -> process.communicators().stream())
                .map(Communicator::name)
                .distinct()
                .toList();
        if (selection.communicator() != null) {
            throw new UsageException("there is no communicator " + selection.communicator() + " in " + file.name()
                    + (names.isEmpty()
                            ? "; there is none"
                            : "; there are: "
                                    + String.join(", ", names.subList(0, Math.min(MOST_NAMES, names.size())))
                                    + (names.size() > MOST_NAMES ? ", …" : "")));
        }
    }
}
