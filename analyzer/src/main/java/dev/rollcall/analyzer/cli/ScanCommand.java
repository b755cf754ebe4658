package dev.rollcall.analyzer.cli;

import dev.rollcall.analyzer.code.library.LibraryCatalogue;
import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.input.job.LoadedJob;
import dev.rollcall.analyzer.input.job.ReadResult;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.InternTable;
import dev.rollcall.analyzer.model.StackFrame;
import dev.rollcall.analyzer.report.ScanJson;
import dev.rollcall.analyzer.report.ScanSarif;
import dev.rollcall.analyzer.report.ScanText;
import dev.rollcall.analyzer.report.view.SourceTree;
import dev.rollcall.analyzer.scan.CodeScan;
import dev.rollcall.analyzer.verdict.CodeFinding;
import dev.rollcall.analyzer.verdict.CodeFinding.CodePlace;
import dev.rollcall.analyzer.verdict.CodeFinding.Level;
import dev.rollcall.analyzer.verdict.ScanResult;
import dev.rollcall.catalogue.Catalogue;
import dev.rollcall.catalogue.CatalogueException;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** {@code scan}: searches code for collectives that some ranks call and others do not. */
final class ScanCommand {
    private final PrintStream out;
    private final Terminal terminal;

    ScanCommand(PrintStream out, Terminal terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    /** Runs the command and returns its exit code. */
    int run(List<String> words) throws UsageException, IOException {
        CommandOptions options = CommandOptions.parse(Commands.SCAN, words);
        if (options.has("help")) {
            out.println(HelpText.of(Commands.SCAN));
            return ExitCode.OK;
        }
        List<Path> paths = paths(options);
        OutputFormat format = options.format(OutputFormat.values());
        SourceTree sources = new SourceTree(options.existing("source"));
        List<Path> traces = options.existing("trace");
        LibraryCatalogue catalogue = catalogue(options.existing("calls"));

        Level failing = failing(options);
        Baseline baseline = baseline(options);

        boolean notes = options.has("notes") || failing == Level.NOTE || format != OutputFormat.TEXT;
        ScanResult all;
        try (CodeScan scan = new CodeScan(paths, catalogue, notes || options.has("write-baseline"))) {
            all = scan.run();
        }
        if (all.classes() + all.pythonFiles() == 0) {
            throw new UsageException(nothingRead(all));
        }
        List<CodeFinding> findings = new ArrayList<>(all.findings());
        findings.removeIf(finding -> isIgnored(finding, sources));
        if (options.has("write-baseline")) {
            Baseline.write(CommandOptions.path(options.value("write-baseline")), findings);
        }
        // A scan for warnings alone finds some notes, and a baseline all of them.
        findings.removeIf(finding -> !notes && finding.level() == Level.NOTE);
        int found = findings.size();
        findings.removeIf(baseline::has);
        Set<String> executedLines = executedLines(traces);
        Predicate<CodeFinding> executed = finding -> executed(finding, executedLines);
        findings.sort(Comparator.comparing(finding -> !executed.test(finding)));
        ScanResult result = all.with(findings);

        Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
        switch (format) {
            case TEXT -> out.print(new ScanText(terminal.ink(), notes).print(result, found - findings.size()));
            case JSON -> ScanJson.write(result, executed, writer);
            case SARIF ->
                ScanSarif.write(findings, (type, file) -> sources.path(new StackFrame(type, "", file, 1)), writer);
        }
        out.flush();
        boolean fails = failing != null
                && findings.stream().anyMatch(each -> each.level().compareTo(failing) <= 0);
        return fails ? ExitCode.WRONG : ExitCode.OK;
    }

    /** Returns the weakest level of a finding that makes the command fail; null if none does. */
    private static Level failing(CommandOptions options) throws UsageException {
        String name = options.value("fail-on");
        if (name == null) {
            return Level.WARNING;
        }
        return switch (name) {
            case "warning" -> Level.WARNING;
            case "note" -> Level.NOTE;
            case "never" -> null;
            default -> throw options.wrong("--fail-on is warning, note or never, not " + name);
        };
    }

    private static Baseline baseline(CommandOptions options) throws UsageException {
        String name = options.value("baseline");
        return name == null ? Baseline.EMPTY : Baseline.read(CommandOptions.path(name));
    }

    private static List<Path> paths(CommandOptions options) throws UsageException {
        List<Path> paths = options.paths();
        if (paths.isEmpty()) {
            throw options.wrong("scan needs class files, a jar, Python sources, or a folder with some");
        }
        for (Path path : paths) {
            if (!Files.exists(path)) {
                throw new UsageException("no such file or folder: " + path);
            }
        }
        return paths;
    }

    /** Returns the lines from which the jobs of some traces made their calls, each as {@link #place} writes it. */
    private static Set<String> executedLines(List<Path> traces) throws UsageException {
        ReadResult reading = new JobReader(-1).read(traces);
        if (!traces.isEmpty() && reading.jobs().isEmpty()) {
            throw new UsageException("--trace: no trace can be read there");
        }
        Set<String> lines = new HashSet<>();
        for (LoadedJob loaded : reading.jobs()) {
            InternTable<CallStack> stacks = loaded.job().stacks();
            for (int i = 0; i < stacks.size(); i++) {
                StackFrame site = stacks.value(i).siteFrame();
                if (site != null) {
                    lines.add(place(site.type(), site.file(), site.line()));
                }
            }
        }
        return lines;
    }

    /** Returns whether the call that a finding is about stands on one of these lines. */
    private static boolean executed(CodeFinding finding, Set<String> lines) {
        if (finding.calls().isEmpty()) {
            return false;
        }
        CodePlace place = finding.calls().get(0).stack().get(0);
        return lines.contains(place(place.type(), place.file(), place.line()));
    }

    /** Identifies a line without its folder: the job may have had the Python file elsewhere. */
    private static String place(String type, String file, int line) {
        return type + '|' + file.substring(file.lastIndexOf('/') + 1) + '|' + line;
    }

    private static LibraryCatalogue catalogue(List<Path> calls) throws UsageException {
        LibraryCatalogue catalogue = LibraryCatalogue.of(Catalogue.forScan());
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

    private static String nothingRead(ScanResult result) {
        return result.unread().entrySet().stream()
                .findFirst()
                .map(each -> "nothing can be read: " + each.getKey() + ": " + each.getValue())
                .orElse("no class files and no Python sources there."
                        + " Compiled classes are usually in target/classes or build/classes");
    }

    /** Returns whether a comment on the line or on the one before it excludes a finding. */
    private static boolean isIgnored(CodeFinding finding, SourceTree sources) {
        return sources.around(new StackFrame(finding.type(), "", finding.file(), finding.line())).stream()
                .filter(line -> line.number() == finding.line() || line.number() == finding.line() - 1)
                .anyMatch(line -> line.text().contains(CodeScan.SUPPRESSION));
    }
}
