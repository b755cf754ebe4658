package dev.rollcall.analyzer.cli;

import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.input.job.LoadedJob;
import dev.rollcall.analyzer.input.job.ReadResult;
import dev.rollcall.analyzer.model.Coverage.Kind;
import dev.rollcall.analyzer.model.Coverage.Unreadable;
import dev.rollcall.analyzer.report.HtmlReport;
import dev.rollcall.analyzer.report.Ink;
import dev.rollcall.analyzer.report.JsonReport;
import dev.rollcall.analyzer.report.TextReport;
import dev.rollcall.analyzer.report.VerdictSarif;
import dev.rollcall.analyzer.report.view.Printable;
import dev.rollcall.analyzer.report.view.SourceTree;
import dev.rollcall.analyzer.rule.Diagnosis;
import dev.rollcall.analyzer.scan.BytecodeStructure;
import dev.rollcall.analyzer.scan.ClassPath;
import dev.rollcall.analyzer.scan.CodeAtHand;
import dev.rollcall.analyzer.scan.PythonStructure;
import dev.rollcall.analyzer.verdict.Verdict;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** {@code analyze}: reads traces, prints the verdict, and writes the page. */
final class AnalyzeCommand {
    /** Of several jobs the worst decides: something wrong, then not known, then fine. */
    private static final List<Integer> WORST_FIRST = List.of(1, 3, 0);

    private static final int MOST_REASONS = 5;

    private final PrintStream out;
    private final PrintStream err;
    private final Terminal terminal;

    AnalyzeCommand(PrintStream out, PrintStream err, Terminal terminal) {
        this.out = out;
        this.err = err;
        this.terminal = terminal;
    }

    private ReadResult read(AnalyzeOptions options) {
        if (terminal.ink() != Ink.ANSI || !ProgressLine.possible()) {
            return new JobReader(options.world()).read(options.paths());
        }
        try (ProgressLine progress = new ProgressLine(err, System::nanoTime)) {
            return new JobReader(options.world(), progress).read(options.paths());
        }
    }

    /** Runs the command and returns its exit code. */
    int run(List<String> words) throws UsageException {
        AnalyzeOptions options = AnalyzeOptions.parse(words);
        if (options.help()) {
            out.println(Help.ANALYZE.stripTrailing());
            return ExitCode.OK;
        }
        ReadResult reading = read(options);
        if (reading.jobs().isEmpty()) {
            throw new UsageException(nothing(options, reading));
        }
        List<Verdict> verdicts = new ArrayList<>();
        for (LoadedJob evidence : reading.jobs()) {
            verdicts.add(diagnose(evidence, options));
        }
        warn(reading, verdicts);
        reading.jobs().forEach(evidence -> compare(options.world(), evidence));
        SourceTree sources = new SourceTree(options.sources());
        print(options.format(), verdicts, sources);
        out.flush();
        if (options.html() != null) {
            HtmlFile.write(options.html(), new HtmlReport(sources).print(verdicts));
            err.println("rollcall: the page is "
                    + Printable.of(
                            options.html().toAbsolutePath().normalize().toUri().toString()));
        }
        return verdicts.stream()
                .map(verdict -> verdict.outcome().exitCode())
                .min(Comparator.comparing(WORST_FIRST::indexOf))
                .orElseThrow();
    }

    /** Says what was not read and is no job's evidence either, such as a path with a typing error beside two good ones. */
    private void warn(ReadResult reading, List<Verdict> verdicts) {
        Set<Unreadable> told = verdicts.stream()
                .flatMap(verdict -> verdict.job().coverage().unreadable().stream())
                .collect(Collectors.toSet());
        reading.unreadable().stream()
                .filter(file -> !told.contains(file))
                .limit(MOST_REASONS)
                .map(file -> Printable.of("rollcall: not read: " + file.file() + ": " + file.reason()))
                .forEach(err::println);
    }

    /** Says where the user's number of ranks is not the traces'. */
    private void compare(int world, LoadedJob evidence) {
        int taken = evidence.job().coverage().expected();
        if (world > 0
                && (taken != world || evidence.recordedWorldSize() > 0 && evidence.recordedWorldSize() != world)) {
            String told = evidence.recordedWorldSize() > 0
                    ? "which tell of " + ranks(evidence.recordedWorldSize())
                    : "which show " + ranks(taken);
            err.println("rollcall: --world " + world + " contradicts the traces, " + told + "; the verdict is for "
                    + ranks(taken));
        }
    }

    private static String ranks(int count) {
        return count == 1 ? "1 rank" : count + " ranks";
    }

    /** Looks for code where the user says, then where the job itself had it. */
    private static Verdict diagnose(LoadedJob evidence, AnalyzeOptions options) {
        List<Path> entries = new ArrayList<>(options.classes());
        entries.addAll(evidence.classPath());
        try (ClassPath found = new ClassPath(entries)) {
            return new Diagnosis(new CodeAtHand(new BytecodeStructure(found), new PythonStructure(options.sources())))
                    .of(evidence.job());
        }
    }

    private void print(OutputFormat format, List<Verdict> verdicts, SourceTree sources) throws UsageException {
        Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
        try {
            switch (format) {
                case TEXT -> out.print(new TextReport(terminal.ink(), terminal.width(), sources).print(verdicts));
                case JSON -> JsonReport.write(verdicts, writer);
                case SARIF -> VerdictSarif.write(verdicts, sources, writer);
            }
        } catch (IOException e) {
            throw new UsageException("cannot write to standard output: " + e.getMessage());
        }
    }

    private static String nothing(AnalyzeOptions options, ReadResult reading) {
        List<Unreadable> unreadable = reading.unreadable();
        if (unreadable.isEmpty()) {
            return "no trace in "
                    + String.join(
                            ", ", options.paths().stream().map(Path::toString).toList())
                    + ". A Java job writes traces when it runs with -javaagent:rollcall-agent.jar; a PyTorch job writes dumps with"
                    + " TORCH_NCCL_TRACE_BUFFER_SIZE=2000 TORCH_NCCL_DUMP_ON_TIMEOUT=1, and NCCL logs with NCCL_DEBUG=INFO"
                    + " NCCL_DEBUG_SUBSYS=INIT,COLL (docs/reading-other-dumps.md)";
        }
        boolean none = unreadable.stream().allMatch(file -> file.kind() == Kind.UNREADABLE);
        StringBuilder text = new StringBuilder(none ? "no trace can be read:" : "no trace tells of a rank:");
        unreadable.stream()
                .limit(MOST_REASONS)
                .forEach(file ->
                        text.append("\n  ").append(file.file()).append(": ").append(file.reason()));
        if (unreadable.size() > MOST_REASONS) {
            text.append("\n  and ").append(unreadable.size() - MOST_REASONS).append(" more");
        }
        return text.toString();
    }
}
