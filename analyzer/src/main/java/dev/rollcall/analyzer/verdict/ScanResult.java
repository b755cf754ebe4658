package dev.rollcall.analyzer.verdict;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a scan of code found, and what it left out. Immutable.
 *
 * @param findings in the order of files and lines
 * @param classes how many classes were read
 * @param pythonFiles how many Python files were read
 * @param libraries the libraries that communicate and were recognized, by name
 * @param unread what could not be read, with the reason, by file
 * @param skipped the functions that could not be analyzed, with the reason, by name
 */
public record ScanResult(
        List<CodeFinding> findings,
        int classes,
        int pythonFiles,
        List<String> libraries,
        Map<String, String> unread,
        Map<String, String> skipped) {
    /** Makes the collections immutable. */
    public ScanResult {
        findings = List.copyOf(findings);
        libraries = List.copyOf(libraries);
        unread = Collections.unmodifiableMap(new LinkedHashMap<>(unread));
        skipped = Collections.unmodifiableMap(new LinkedHashMap<>(skipped));
    }

    /** Returns the same result with other findings. */
    public ScanResult with(List<CodeFinding> others) {
        return new ScanResult(others, classes, pythonFiles, libraries, unread, skipped);
    }
}
