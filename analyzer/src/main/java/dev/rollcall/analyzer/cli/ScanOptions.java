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
        List<Path> paths, Print format, List<Path> sources, List<Path> traces, List<Path> calls, boolean help) {
    private static final String SEE = ". See: rollcall scan --help";

    /** What to print. */
    enum Print {
        TEXT,
        JSON,
        SARIF
    }

    /** Reads the words behind the command's name; options may stand before or after the paths. */
    static ScanOptions parse(List<String> words) throws UsageException {
        Arguments given =
                Arguments.parse(words, List.of("format"), List.of("source", "trace", "calls"), List.of(), SEE);
        if (given.has("help")) {
            return new ScanOptions(List.of(), Print.TEXT, List.of(), List.of(), List.of(), true);
        }
        List<Path> paths = given.paths();
        if (paths.isEmpty()) {
            throw new UsageException(
                    "scan needs class files, a jar, Python sources, or a folder that holds some" + SEE);
        }
        return new ScanOptions(
                existing("", paths),
                format(given.has("format") ? given.value("format") : "text"),
                existing("--source: ", Arguments.paths(given.values("source"))),
                existing("--trace: ", Arguments.paths(given.values("trace"))),
                existing("--calls: ", Arguments.paths(given.values("calls"))),
                false);
    }

    private static Print format(String name) throws UsageException {
        return switch (name) {
            case "text" -> Print.TEXT;
            case "json" -> Print.JSON;
            case "sarif" -> Print.SARIF;
            default -> throw new UsageException("--format is text, json or sarif, not " + name + SEE);
        };
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
