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
import java.util.List;

/** {@code show}: prints one file of evidence, readable. */
final class ShowCommand {
    private static final int MOST_NAMES = 10;

    private final PrintStream out;
    private final Terminal terminal;

    ShowCommand(PrintStream out, Terminal terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    /** Runs the command and returns its exit code. */
    int run(List<String> words) throws UsageException {
        ShowOptions options = ShowOptions.parse(words);
        if (options.help()) {
            out.println(Help.SHOW.stripTrailing());
            return ExitCode.OK;
        }
        SourceFile file;
        try {
            file = SourceFileReader.read(options.file());
        } catch (IOException e) {
            throw new UsageException("cannot show " + options.file() + ": " + e.getMessage());
        }
        checkCommunicator(file, options.selection());
        switch (options.format()) {
            case TEXT -> out.print(new TraceText(terminal.ink(), terminal.width(), options.selection()).print(file));
            case JSON -> {
                try {
                    TraceJson.write(file, options.selection(), new OutputStreamWriter(out, StandardCharsets.UTF_8));
                } catch (IOException e) {
                    throw new UsageException("cannot write to standard output: " + e.getMessage());
                }
            }
        }
        out.flush();
        return ExitCode.OK;
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
                            ? "; it has none"
                            : "; it has: "
                                    + String.join(", ", names.subList(0, Math.min(MOST_NAMES, names.size())))
                                    + (names.size() > MOST_NAMES ? ", …" : "")));
        }
    }
}
