package dev.rollcall.analyzer.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What {@code scan} was asked for.
 *
 * @param paths class files, jars, and folders of them, at least one
 * @param format what to print
 * @param sources folders of source
 * @param traces traces of a job that ran the code
 * @param calls files of further calls, in the catalogue's form
 * @param help whether only help is wanted
 */
record ScanOptions(
        List<Path> paths, OutputFormat format, List<Path> sources, List<Path> traces, List<Path> calls, boolean help) {
    private static final String SEE = ". See: rollcall scan --help";

    /** Reads the words behind the command's name; options may stand before or after the paths. */
    static ScanOptions parse(List<String> words) throws UsageException {
        CommandLineWords given =
                CommandLineWords.parse(words, List.of("format"), List.of("source", "trace", "calls"), List.of(), SEE);
        if (given.has("help")) {
            return new ScanOptions(List.of(), OutputFormat.TEXT, List.of(), List.of(), List.of(), true);
        }
        List<Path> paths = given.paths();
        if (paths.isEmpty()) {
            throw new UsageException(
                    "scan needs class files, a jar, Python sources, or a folder that holds some" + SEE);
        }
        return new ScanOptions(
                existing("", paths),
                OutputFormat.of(given.value("format"), OutputFormat.SARIF, SEE),
                existing("--source: ", CommandLineWords.paths(given.values("source"))),
                existing("--trace: ", CommandLineWords.paths(given.values("trace"))),
                existing("--calls: ", CommandLineWords.paths(given.values("calls"))),
                false);
    }

    private static List<Path> existing(String option, List<Path> paths) throws UsageException {
        for (Path path : paths) {
            if (!Files.exists(path)) {
                throw new UsageException(option + "no such file or folder: " + path);
            }
        }
        return paths;
    }
}
