package dev.rollcall.analyzer.cli;

import dev.rollcall.analyzer.launch.LaunchException;
import dev.rollcall.analyzer.launch.MpiKind;
import dev.rollcall.analyzer.launch.RecordedLaunch;
import dev.rollcall.analyzer.launch.RecordedLaunch.Recorders;
import dev.rollcall.analyzer.launch.RecorderFiles;
import dev.rollcall.analyzer.launch.RunningCommand;
import dev.rollcall.analyzer.launch.TraceFiles;
import dev.rollcall.analyzer.report.Ink;
import dev.rollcall.analyzer.report.view.Printable;
import dev.rollcall.trace.TraceFolder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** {@code run}: runs a command with the recorders, and analyzes what they wrote if the job failed. */
final class RunCommand {
    private static final String DEFAULT_FOLDER = "rollcall";
    private static final int MOST_FRAMES = 256;

    private final PrintStream out;
    private final PrintStream err;
    private final Terminal terminal;
    private final Map<String, String> environment;

    RunCommand(PrintStream out, PrintStream err, Terminal terminal, Map<String, String> environment) {
        this.out = out;
        this.err = err;
        this.terminal = terminal;
        this.environment = environment;
    }

    /** Runs the command and returns the exit code of the command that it ran. */
    int run(List<String> words) throws UsageException, IOException {
        int separator = words.indexOf("--");
        CommandOptions options =
                CommandOptions.parse(Commands.RUN, separator < 0 ? words : words.subList(0, separator));
        if (options.has("help")) {
            out.println(HelpText.of(Commands.RUN));
            return ExitCode.OK;
        }
        List<String> command = separator < 0 ? List.of() : words.subList(separator + 1, words.size());
        if (!options.words().isEmpty()) {
            throw options.wrong("-- stands before the command: rollcall run -- "
                    + options.words().get(0) + " ...");
        }
        if (command.isEmpty()) {
            throw options.wrong("run needs a command after --, as in: rollcall run -- python train.py");
        }
        String html = options.value("html");
        Path page = html == null ? null : CommandOptions.path(html);
        String name = options.value("out");
        Path folder = CommandOptions.path(name == null ? DEFAULT_FOLDER : name)
                .toAbsolutePath()
                .normalize();
        TraceFolder kind = TraceFolder.of(folder);
        if (kind.copiesOnWrite()) {
            throw options.wrong(folder + ": " + TraceFolder.refusal() + ", with --out");
        }
        RecordedLaunch launch = launch(options, command, folder);
        launch.warnings().forEach(warning -> say(warning));

        TraceFiles before = TraceFiles.in(folder);
        int exitCode;
        try {
            exitCode = RunningCommand.run(launch.command());
        } catch (LaunchException e) {
            say(e.getMessage());
            return RunningCommand.exitCodeOfUnstartable(command.get(0), environment);
        }
        List<Path> traces = TraceFiles.in(folder).since(before);
        int rank = RecordedLaunch.rankAmongSeveral(environment);
        if (rank >= 0) {
            sayOfOneAmongSeveral(rank, exitCode, folder);
        } else if (traces.isEmpty()) {
            say("no trace was written to " + folder + ": the command made no call that is recorded."
                    + " rollcall run --help says what is");
        } else {
            say((traces.size() == 1 ? "1 trace in " : traces.size() + " traces in ") + folders(traces));
            if (!options.has("no-analysis")) {
                analyze(traces, exitCode, page);
            }
        }
        return exitCode;
    }

    private RecordedLaunch launch(CommandOptions options, List<String> command, Path folder) throws UsageException {
        Map<String, String> settings = new TreeMap<>();
        settings.put("file", folder.toString().replace("%", "%%") + "/%j/%r-%h-%p.trace");
        String hang = options.value("hang");
        if (hang != null) {
            if (!hang.matches("off|[1-9]\\d{0,8}(ms|s|m|h)")) {
                throw options.wrong("--hang is a time such as 500ms, 60s, 5m or 1h, or off, not " + hang);
            }
            settings.put("hang", hang);
        }
        String stack = options.value("stack");
        if (stack != null) {
            boolean frames = stack.matches("[1-9]\\d{0,2}") && Integer.parseInt(stack) <= MOST_FRAMES;
            if (!frames && !stack.equals("off")) {
                throw options.wrong(
                        "--stack is a number of frames from 1 to " + MOST_FRAMES + ", or off, not " + stack);
            }
            settings.put("stack", stack);
        }
        try {
            return RecordedLaunch.of(
                    command,
                    environment,
                    new RecorderFiles(
                            home(), options.has("native") ? CommandOptions.path(options.value("native")) : null),
                    choice(options, "record", Recorders.values(), Recorders.ALL),
                    choice(options, "mpi", MpiKind.values(), null),
                    settings);
        } catch (LaunchException e) {
            throw new UsageException(e.getMessage());
        }
    }

    private static <E extends Enum<E>> E choice(CommandOptions options, String option, E[] values, E otherwise)
            throws UsageException {
        String name = options.value(option);
        if (name == null) {
            return otherwise;
        }
        for (E value : values) {
            if (value.name().toLowerCase(Locale.ROOT).equals(name)) {
                return value;
            }
        }
        List<String> choices = Commands.RUN.option(option).orElseThrow().choices();
        int last = choices.size() - 1;
        throw options.wrong("--" + option + " is " + String.join(", ", choices.subList(0, last)) + " or "
                + choices.get(last) + ", not " + name);
    }

    /** Returns the folder of rollcall.jar, or of the classes in a working copy. */
    private static Path home() {
        try {
            return Path.of(RunCommand.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .getParent();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** No rank knows what the others wrote; the first one and those that failed say where it will be. */
    private void sayOfOneAmongSeveral(int rank, int exitCode, Path folder) {
        if (rank == 0 || exitCode != 0) {
            say("the traces of all ranks are in " + folder + "; when the job has ended: "
                    + System.getProperty("rollcall.command", Commands.JAR) + " analyze " + quoted(folder));
        }
    }

    /** Analyzes a job that failed, or whose traces show that it hung or went wrong although the command says it did not. */
    private void analyze(List<Path> traces, int exitCode, Path page) throws IOException {
        List<String> words = new ArrayList<>(traces.stream().map(Path::toString).toList());
        if (page != null) {
            words.addAll(List.of("--html", page.toString()));
        }
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        ByteArrayOutputStream remarks = new ByteArrayOutputStream();
        int verdict;
        try {
            verdict = new AnalyzeCommand(
                            new PrintStream(text, false, StandardCharsets.UTF_8),
                            new PrintStream(remarks, false, StandardCharsets.UTF_8),
                            new Terminal(Ink.PLAIN, terminal.width()))
                    .run(words);
        } catch (UsageException e) {
            say(e.getMessage());
            return;
        }
        if (exitCode == 0 && verdict != ExitCode.WRONG) {
            return;
        }
        err.println();
        err.print(text.toString(StandardCharsets.UTF_8));
        err.println();
        err.print(remarks.toString(StandardCharsets.UTF_8));
        if (page == null) {
            String program = System.getProperty("rollcall.command", Commands.JAR);
            say("as a page: " + program + " analyze " + folders(traces) + " --html report.html");
        }
    }

    /** Returns the folders of some traces, as a shell reads them. */
    private static String folders(Collection<Path> traces) {
        return traces.stream().map(Path::getParent).collect(Collectors.toCollection(TreeSet::new)).stream()
                .map(RunCommand::quoted)
                .collect(Collectors.joining(" "));
    }

    private static String quoted(Path path) {
        String text = path.toString();
        return text.matches("[A-Za-z0-9_./@%+=:,-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
    }

    private void say(String text) {
        err.println("rollcall: " + Printable.lines(text));
    }
}
