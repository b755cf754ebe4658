package dev.rollcall.analyzer.scan.python;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.scan.ScannedCode;
import dev.rollcall.analyzer.verdict.CodeFinding;
import dev.rollcall.analyzer.verdict.CodeFinding.Level;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A Python program whose lines say in a comment at their end which finding the scan has for them. */
final class MarkedProgram {
    private MarkedProgram() {}

    /**
     * Scans {@code train.py} and the files beside it, and compares the findings with the marks.
     *
     * @param source a line with a finding ends with {@code # warning} or {@code # note}
     * @param others sources by their names; they have no findings
     */
    static List<CodeFinding> assertFindings(String source, Map<String, String> others) {
        Map<String, byte[]> files = new HashMap<>();
        files.put("train.py", source.getBytes(StandardCharsets.UTF_8));
        others.forEach((name, text) -> files.put(name, text.getBytes(StandardCharsets.UTF_8)));
        List<CodeFinding> findings = ScannedCode.findings(files);
        for (Level level : Level.values()) {
            String mark = level == Level.WARNING ? "# warning" : "# note";
            assertEquals(ScannedCode.marked(source, mark), ScannedCode.lines(findings, level), () -> source + findings);
        }
        assertTrue(findings.stream().allMatch(each -> each.file().endsWith("train.py")), findings::toString);
        return findings;
    }
}
