package dev.rollcall.analyzer.cli;

import dev.rollcall.analyzer.code.trace.StackCode;
import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.input.job.InputRules;
import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.input.job.LoadedJob;
import dev.rollcall.analyzer.input.job.Progress;
import dev.rollcall.analyzer.input.job.ReadResult;
import dev.rollcall.analyzer.model.Coverage.Unreadable;
import dev.rollcall.analyzer.redaction.Redaction;
import dev.rollcall.analyzer.report.HtmlReport;
import dev.rollcall.analyzer.report.Ink;
import dev.rollcall.analyzer.report.JsonReport;
import dev.rollcall.analyzer.report.TextReport;
import dev.rollcall.analyzer.report.VerdictSarif;
import dev.rollcall.analyzer.report.view.Printable;
import dev.rollcall.analyzer.report.view.SourceTree;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** {@code analyze}: reads traces, prints the verdict, and writes the HTML page. */
final class AnalyzeCommand {
    private static final int MOST_RANKS = 10_000_000;
    private static final int MOST_REASONS = 5;

    private final PrintStream out;
    private final PrintStream err;
    private final Terminal terminal;

    AnalyzeCommand(PrintStream out, PrintStream err, Terminal terminal) {
        this.out = out;
        this.err = err;
        this.terminal = terminal;
    }

    /** Runs the command and returns its exit code; of several jobs the worst decides. */
    int run(List<String> words) throws UsageException, IOException {
        CommandOptions options = CommandOptions.parse(Commands.ANALYZE, words);
        if (options.has("help")) {
            out.println(HelpText.of(Commands.ANALYZE));
            return ExitCode.OK;
        }
        List<Path> paths = options.paths();
        if (paths.isEmpty()) {
            throw options.wrong("analyze needs a file, or a folder with what the job wrote");
        }
        for (Path path : paths) {
            if (path.toString().equals("-")
                    || Files.exists(path)
                            && Files.readAttributes(path, BasicFileAttributes.class)
                                    .isOther()) {
                throw new UsageException(
                        "cannot read a pipe (" + path + "): save it to a file first, and analyze the file");
            }
        }
        OutputFormat format = options.format(OutputFormat.values());
        HtmlTarget html = HtmlTarget.of(options, format);
        List<Path> sources = options.existing("source");
        List<Path> classes = options.existing("classes");
        int world = world(options);

        List<Path> absent = paths.stream().filter(path -> !Files.exists(path)).toList();
        if (absent.size() < paths.size()) {
            absent.forEach(path -> err.println(Printable.of("rollcall: no such file or folder: " + path)));
        }
        ReadResult reading = read(paths, world, options.inputRules());
        if (reading.jobs().isEmpty()) {
            throw new UsageException(NothingReadText.of(paths, reading));
        }
        List<Verdict> verdicts = new ArrayList<>();
        for (LoadedJob evidence : reading.jobs()) {
            verdicts.add(diagnose(evidence, sources, classes));
        }
        verdicts.sort(Comparator.comparing(Verdict::outcome, Outcome.WORST_FIRST)
                .thenComparing(verdict -> verdict.culprits().isEmpty()));
        warnOfUnread(reading, verdicts, absent);
        reading.jobs().forEach(evidence -> warnOfWorld(world, evidence));
        if (options.has("redact")) {
            Redaction redaction = new Redaction(verdicts);
            report(format, html, redaction.verdicts(), redaction.sources(sources));
        } else {
            report(format, html, verdicts, new SourceTree(sources));
        }
        return verdicts.get(0).outcome().exitCode();
    }

    /** Returns the number of ranks that the user gives; -1 if none is given. */
    private static int world(CommandOptions options) throws UsageException {
        String number = options.value("world");
        if (number == null) {
            return -1;
        }
        if (number.matches("\\d{1,8}") && Integer.parseInt(number) > 0 && Integer.parseInt(number) <= MOST_RANKS) {
            return Integer.parseInt(number);
        }
        throw options.wrong("--world is a number of ranks, at least 1, not " + number);
    }

    private ReadResult read(List<Path> paths, int world, InputRules rules) {
        if (terminal.ink() != Ink.ANSI || !ProgressLine.possible()) {
            return new JobReader(world, rules, Progress.NONE).read(paths);
        }
        try (ProgressLine progress = new ProgressLine(err, System::nanoTime)) {
            return new JobReader(world, rules, progress).read(paths);
        }
    }

    /** Warns about files that were not read and that no verdict mentions, without the paths of which the user knows already. */
    private void warnOfUnread(ReadResult reading, List<Verdict> verdicts, List<Path> known) {
        Set<Unreadable> reported = verdicts.stream()
                .flatMap(verdict -> verdict.job().coverage().unreadable().stream())
                .collect(Collectors.toSet());
        List<Unreadable> open = reading.unreadable().stream()
                .filter(file -> !reported.contains(file))
                .filter(file -> known.stream().noneMatch(path -> path.toString().equals(file.file())))
                .toList();
        open.stream()
                .limit(MOST_REASONS)
                .map(file -> "rollcall: not read: " + Printable.path(file.file()) + ": " + Printable.of(file.reason()))
                .forEach(err::println);
        if (open.size() > MOST_REASONS) {
            err.println("rollcall: not read: " + (open.size() - MOST_REASONS) + " more");
        }
    }

    /** Warns if the number of ranks that the user gives is not that of the traces. */
    private void warnOfWorld(int world, LoadedJob evidence) {
        int taken = evidence.job().coverage().expected();
        int recorded = evidence.recordedWorldSize();
        if (world > 0 && (taken != world || recorded > 0 && recorded != world)) {
            err.println("rollcall: --world " + world + " contradicts the files, which "
                    + (recorded > 0 ? "are of a job of " + ranks(recorded) : "show " + ranks(taken))
                    + "; the verdict is for " + ranks(taken));
        }
    }

    private static String ranks(int count) {
        return count == 1 ? "1 rank" : count + " ranks";
    }

    /** Diagnoses a job with the code that the user names, and then with the class path that the job recorded. */
    private static Verdict diagnose(LoadedJob evidence, List<Path> sources, List<Path> classes) {
        List<Path> entries = new ArrayList<>(classes);
        entries.addAll(evidence.classPath());
        try (StackCode code = new StackCode(sources, entries)) {
            return new Diagnosis(code).of(evidence.job());
        }
    }

    private void report(OutputFormat format, HtmlTarget html, List<Verdict> verdicts, SourceTree sources)
            throws UsageException, IOException {
        if (!html.isStandardOutput()) {
            print(format, verdicts, sources);
            out.flush();
        }
        if (html.isWanted()) {
            html.write(new HtmlReport(sources).print(verdicts), verdicts.get(0).summary(), out, err);
        }
    }

    private void print(OutputFormat format, List<Verdict> verdicts, SourceTree sources) throws IOException {
        Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
        switch (format) {
            case TEXT -> out.print(new TextReport(terminal.ink(), terminal.width(), sources).print(verdicts));
            case JSON -> JsonReport.write(verdicts, writer);
            case SARIF -> VerdictSarif.write(verdicts, sources, writer);
        }
    }
}
