package dev.rollcall.analyzer.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

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
        List<Path> paths,
        OutputFormat format,
        Path html,
        List<Path> sources,
        List<Path> classes,
        int world,
        boolean help) {

    private static final int MOST_RANKS = 10_000_000;
    private static final String SEE = ". See: rollcall analyze --help";

    /** Reads the words behind the command's name; options may stand before or after the paths. */
    static AnalyzeOptions parse(List<String> words) throws UsageException {
        CommandLineWords given = CommandLineWords.parse(
                words, List.of("format", "html", "world"), List.of("source", "classes"), List.of(), SEE);
        if (given.has("help")) {
            return new AnalyzeOptions(List.of(), OutputFormat.TEXT, null, List.of(), List.of(), -1, true);
        }
        List<Path> paths = given.paths();
        if (paths.isEmpty()) {
            throw new UsageException("analyze needs a trace, or a folder that holds traces" + SEE);
        }
        return new AnalyzeOptions(
                paths,
                OutputFormat.of(given.value("format"), OutputFormat.SARIF, SEE),
                given.has("html") ? CommandLineWords.path(given.value("html")) : null,
                existing("--source", given.values("source")),
                existing("--classes", given.values("classes")),
                world(given.value("world")),
                false);
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

    private static List<Path> existing(String option, List<String> names) throws UsageException {
        List<Path> paths = CommandLineWords.paths(names);
        for (Path path : paths) {
            if (!Files.exists(path)) {
                throw new UsageException(option + ": no such file or folder: " + path);
            }
        }
        return paths;
    }
}
