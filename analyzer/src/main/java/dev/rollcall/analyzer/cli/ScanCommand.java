package dev.rollcall.analyzer.cli;

import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.input.job.LoadedJob;
import dev.rollcall.analyzer.input.job.ReadResult;
import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.analyzer.report.ScanJson;
import dev.rollcall.analyzer.report.ScanSarif;
import dev.rollcall.analyzer.report.ScanText;
import dev.rollcall.analyzer.report.view.SourceTree;
import dev.rollcall.analyzer.scan.CodeScan;
import dev.rollcall.analyzer.verdict.CodeFinding;
import dev.rollcall.analyzer.verdict.CodeFinding.Level;
import dev.rollcall.catalogue.Catalogue;
import dev.rollcall.catalogue.CatalogueException;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** {@code scan}: searches code for collectives that some ranks call and others do not. */
final class ScanCommand {
    private static final int WARNED = 1;
    private static final int UNDECIDED = 3;
    private static final String IGNORED = "rollcall: ignore";

    private final PrintStream out;
    private final Terminal terminal;

    ScanCommand(PrintStream out, Terminal terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    /** Runs the command and returns its exit code. */
    int run(List<String> words) throws UsageException {
        ScanOptions options = ScanOptions.parse(words);
        if (options.help()) {
            out.println(Help.SCAN.stripTrailing());
            return ExitCode.OK;
        }
        Catalogue catalogue = catalogue(options.calls());
        CodeScan scan = new CodeScan(options.paths());
        List<CodeFinding> unread = scan.unread();
        if (scan.classes() + scan.pythonFiles() == 0) {
            throw new UsageException(nothing(unread));
        }
        SourceTree sources = new SourceTree(options.sources());
        List<CodeFinding> findings = new ArrayList<>(unread);
        scan.findings(catalogue).stream()
                .filter(finding -> !ignored(finding, sources))
                .forEach(findings::add);
        ExecutedLines executed = executed(options.traces());
        findings.sort(Comparator.comparing(finding -> !executed.has(finding)));
        print(options, findings, sources, scan, executed);
        out.flush();
        if (findings.stream().anyMatch(each -> each.level() == Level.WARNING)) {
            return WARNED;
        }
        return findings.isEmpty() ? ExitCode.OK : UNDECIDED;
    }

    private static ExecutedLines executed(List<Path> traces) throws UsageException {
        ReadResult reading = new JobReader(-1).read(traces);
        if (!traces.isEmpty() && reading.jobs().isEmpty()) {
            throw new UsageException("--trace: no trace can be read there");
        }
        return ExecutedLines.of(reading.jobs().stream().map(LoadedJob::job).toList());
    }

    private static Catalogue catalogue(List<Path> calls) throws UsageException {
        Catalogue catalogue = Catalogue.builtIn();
        for (Path file : calls) {
            try {
                catalogue = catalogue.with(file);
            } catch (IOException e) {
                throw new UsageException("cannot read " + file + ": " + e);
            } catch (CatalogueException e) {
                throw new UsageException(e.getMessage());
            }
        }
        return catalogue;
    }

    private static String nothing(List<CodeFinding> unread) {
        if (unread.isEmpty()) {
            return "no class files and no Python sources there. A folder of compiled classes is usually target/classes or"
                    + " build/classes";
        }
        return "nothing can be read: " + unread.get(0).file() + ": "
                + unread.get(0).summary();
    }

    /** A comment on the line or on the one before it says that it is meant so. */
    private static boolean ignored(CodeFinding finding, SourceTree sources) {
        return sources.around(new StackFrame(finding.type(), "", finding.file(), finding.line())).stream()
                .filter(line -> line.number() == finding.line() || line.number() == finding.line() - 1)
                .anyMatch(line -> line.text().contains(IGNORED));
    }

    private void print(
            ScanOptions options, List<CodeFinding> findings, SourceTree sources, CodeScan scan, ExecutedLines executed)
            throws UsageException {
        try {
            Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
            switch (options.format()) {
                case TEXT ->
                    out.print(new ScanText(terminal.ink()).print(findings, scan.classes(), scan.pythonFiles()));
                case JSON -> ScanJson.write(findings, executed::has, writer);
                case SARIF ->
                    ScanSarif.write(findings, (type, file) -> sources.path(new StackFrame(type, "", file, 1)), writer);
            }
        } catch (IOException e) {
            throw new UsageException("cannot write to standard output: " + e.getMessage());
        }
    }
}
