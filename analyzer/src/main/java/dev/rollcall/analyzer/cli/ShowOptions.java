package dev.rollcall.analyzer.cli;

import dev.rollcall.analyzer.report.Selection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What {@code show} was asked for.
 *
 * @param file what to show
 * @param format what to print
 * @param selection which part
 * @param help whether only help is wanted
 */
record ShowOptions(Path file, OutputFormat format, Selection selection, boolean help) {
    private static final long LAST = 50;
    private static final String SEE = ". See: rollcall show --help";

    /** Reads the words behind the command's name; options may stand before or after the file. */
    static ShowOptions parse(List<String> words) throws UsageException {
        CommandLineWords given = CommandLineWords.parse(
                words, List.of("format", "last", "communicator"), List.of(), List.of("stacks"), SEE);
        if (given.has("help")) {
            return new ShowOptions(null, OutputFormat.TEXT, null, true);
        }
        OutputFormat format = OutputFormat.of(given.value("format"), OutputFormat.JSON, SEE);
        return new ShowOptions(
                file(given.paths()),
                format,
                new Selection(last(given.value("last"), format), given.value("communicator"), given.has("stacks")),
                false);
    }

    private static Path file(List<Path> files) throws UsageException {
        if (files.isEmpty()) {
            throw new UsageException("show needs a file: a trace, a PyTorch dump or an NCCL log" + SEE);
        }
        if (files.size() > 1) {
            throw new UsageException("show prints one file, and " + files.size()
                    + " were named. A verdict over several comes from: rollcall analyze PATH...");
        }
        if (Files.isDirectory(files.get(0))) {
            throw new UsageException("show prints one file, and " + files.get(0)
                    + " is a folder. Name a file in it, or for a verdict over all of them: rollcall analyze "
                    + files.get(0));
        }
        return files.get(0);
    }

    /** A person wants the end, a program everything. */
    private static long last(String number, OutputFormat format) throws UsageException {
        if (number == null) {
            return format == OutputFormat.JSON ? Long.MAX_VALUE : LAST;
        }
        if (number.equals("all")) {
            return Long.MAX_VALUE;
        }
        if (number.matches("\\d{1,9}")) {
            return Long.parseLong(number);
        }
        throw new UsageException("--last is a number of calls, or all, not " + number + SEE);
    }
}
