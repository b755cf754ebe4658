package dev.rollcall.analyzer.report;

import dev.rollcall.analyzer.verdict.CodeFinding;
import dev.rollcall.analyzer.verdict.CodeFinding.CodeCall;
import dev.rollcall.analyzer.verdict.CodeFinding.CodePlace;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/** What the scan of code found as SARIF: a result a branch, with the calls that do not fit beside it. */
public final class ScanSarif {
    private ScanSarif() {}

    /**
     * Writes the findings and a line end.
     *
     * @param paths gives the path of a source file, with slashes, by its class's name and its own
     * @param out stays open
     * @throws IOException if {@code out} fails
     */
    public static void write(List<CodeFinding> findings, BiFunction<String, String, String> paths, Writer out)
            throws IOException {
        List<SarifResult> results =
                findings.stream().map(each -> result(each, paths)).toList();
        SarifLog.write(List.of(new SarifRun("", SarifRun.Told.NOTHING, results)), out);
    }

    private static SarifResult result(CodeFinding finding, BiFunction<String, String, String> paths) {
        String condition = finding.condition().isEmpty() ? "" : finding.condition() + ": ";
        List<SarifPlace> calls = new ArrayList<>();
        for (CodeCall call : finding.calls()) {
            CodePlace place = call.stack().get(0);
            calls.add(new SarifPlace(paths.apply(place.type(), place.file()), place.line(), call.operation()));
        }
        return new SarifResult(
                finding.cause(),
                finding.level().id(),
                condition + finding.summary() + " (" + finding.why() + ")",
                new SarifPlace(paths.apply(finding.type(), finding.file()), finding.line(), ""),
                calls,
                finding.fingerprint(),
                finding.ranks());
    }
}
