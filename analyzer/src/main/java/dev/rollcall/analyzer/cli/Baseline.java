package dev.rollcall.analyzer.cli;

import dev.rollcall.analyzer.verdict.CodeFinding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The findings that a scan is not to report again: a text file with a fingerprint a line, and behind it what people read. */
final class Baseline {
    /** Lists nothing. */
    static final Baseline EMPTY = new Baseline(Set.of());

    private static final Pattern LINE = Pattern.compile("([0-9a-f]{16})(\\s.*)?");

    private final Set<String> fingerprints;

    private Baseline(Set<String> fingerprints) {
        this.fingerprints = fingerprints;
    }

    /** Reads a file; one that does not exist lists nothing. */
    static Baseline read(Path file) throws UsageException {
        try {
            List<String> lines = Files.readAllLines(file).stream()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
            for (String line : lines) {
                if (!LINE.matcher(line).matches()) {
                    throw new UsageException(
                            "--baseline: " + file + " is no baseline; write one with --write-baseline");
                }
            }
            return new Baseline(
                    lines.stream().map(line -> line.substring(0, 16)).collect(Collectors.toSet()));
        } catch (NoSuchFileException none) {
            return EMPTY;
        } catch (IOException e) {
            throw new UsageException("--baseline: cannot read " + file + ": " + e);
        }
    }

    /** Writes findings to a file. */
    static void write(Path file, List<CodeFinding> findings) throws UsageException {
        List<String> lines = new ArrayList<>();
        lines.add("# Findings that rollcall scan --baseline leaves out. Write this file anew with --write-baseline.");
        findings.stream()
                .map(each -> each.fingerprint() + "  " + each.level().id() + " "
                        + each.cause().id() + " " + each.file() + " " + each.condition())
                .map(line -> line.replaceAll("\\s*\\R\\s*", " ").stripTrailing())
                .sorted()
                .forEach(lines::add);
        try {
            Files.write(file, lines);
        } catch (IOException e) {
            throw new UsageException("--write-baseline: cannot write " + file + ": " + e);
        }
    }

    /** Returns whether the file lists a finding. */
    boolean has(CodeFinding finding) {
        return fingerprints.contains(finding.fingerprint());
    }
}
