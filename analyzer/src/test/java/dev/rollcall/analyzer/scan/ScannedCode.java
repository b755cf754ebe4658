package dev.rollcall.analyzer.scan;

import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.rollcall.analyzer.code.library.LibraryCatalogue;
import dev.rollcall.analyzer.verdict.CodeFinding;
import dev.rollcall.analyzer.verdict.CodeFinding.Level;
import dev.rollcall.analyzer.verdict.ScanResult;
import dev.rollcall.catalogue.Catalogue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Scans code from memory. */
public final class ScannedCode {
    private ScannedCode() {}

    /** Returns what the scan says of a path; what it could not analyze for a defect of its own fails the test. */
    public static ScanResult of(Path path) {
        return of(path, true);
    }

    private static ScanResult of(Path path, boolean notes) {
        try (CodeScan scan = new CodeScan(List.of(path), LibraryCatalogue.of(Catalogue.forScan()), notes)) {
            ScanResult result = scan.run();
            assertFalse(result.skipped().toString().contains("a bug in rollcall"), result.skipped()::toString);
            return result;
        }
    }

    /** Returns the findings in files, by their names with slashes. */
    public static List<CodeFinding> findings(Map<String, byte[]> files) {
        return of(files).findings();
    }

    /** Returns the findings in files of a scan that looks for warnings alone. */
    public static List<CodeFinding> warningsAlone(Map<String, byte[]> files) {
        return of(files, false).findings();
    }

    /** Returns what the scan says of files, by their names with slashes. */
    public static ScanResult of(Map<String, byte[]> files) {
        return of(files, true);
    }

    private static ScanResult of(Map<String, byte[]> files, boolean notes) {
        try {
            Path folder = Files.createTempDirectory("rollcall");
            try {
                for (Map.Entry<String, byte[]> each : files.entrySet()) {
                    Path file = folder.resolve(each.getKey());
                    Files.createDirectories(file.getParent());
                    Files.write(file, each.getValue());
                }
                return of(folder, notes);
            } finally {
                try (Stream<Path> all = Files.walk(folder)) {
                    for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                        Files.delete(each);
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the lines of warnings. */
    public static List<Integer> warned(List<CodeFinding> findings) {
        return lines(findings, Level.WARNING);
    }

    /** Returns the lines of the findings of a level. */
    public static List<Integer> lines(List<CodeFinding> findings, Level level) {
        return findings.stream()
                .filter(each -> each.level() == level)
                .map(CodeFinding::line)
                .toList();
    }

    /** Returns the lines of a source that end with a mark. */
    public static List<Integer> marked(String source, String mark) {
        List<String> lines = source.lines().toList();
        return IntStream.rangeClosed(1, lines.size())
                .filter(line -> lines.get(line - 1).endsWith(mark))
                .boxed()
                .toList();
    }
}
