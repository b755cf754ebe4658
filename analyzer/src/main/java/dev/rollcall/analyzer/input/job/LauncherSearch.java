package dev.rollcall.analyzer.input.job;

import dev.rollcall.analyzer.containment.SourceBoundary;
import dev.rollcall.analyzer.containment.SourceFailure;
import dev.rollcall.analyzer.input.text.WordSearch;
import dev.rollcall.analyzer.model.Launcher;
import dev.rollcall.analyzer.model.Launcher.Hosts;
import dev.rollcall.analyzer.model.Launcher.Starter;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds out how a job was started, from the beginnings and the ends of its text files: that is where launchers write. Not
 * thread-safe.
 */
final class LauncherSearch {
    private static final int MOST_FILES = 64;
    private static final int PART = 64 << 10;
    private static final int FEWEST_LABELS = 8;

    /** What a launcher leaves in a line: a match of a pattern, and with it one of some words, which are found much faster. */
    private record Sign(Pattern pattern, List<String> words) {
        Sign(String pattern, String... words) {
            this(Pattern.compile(pattern), List.of(words));
        }

        /** Returns the match in a line; null if there is none. */
        Matcher in(String line) {
            if (words.stream().noneMatch(line::contains)) {
                return null;
            }
            Matcher match = pattern.matcher(line);
            return match.find() ? match : null;
        }
    }

    private static final Map<Starter, Sign> STARTERS = new EnumMap<>(Map.of(
            Starter.DEEPSPEED,
                    new Sign(
                            "deepspeed[./]launcher|\\[(?:launch|runner)\\.py:\\d+:",
                            "deepspeed",
                            "[launch.py:",
                            "[runner.py:"),
            Starter.ACCELERATE, new Sign("accelerate launch\\b|accelerate[./]commands|bin/accelerate\\b", "accelerate"),
            Starter.TORCHRUN,
                    new Sign(
                            "\\btorchrun\\b|torch[./]distributed[./](?:run|launch|launcher|elastic)\\b"
                                    + "|Setting OMP_NUM_THREADS environment variable for each process|\\[default\\d+\\]:",
                            "torchrun",
                            "distributed",
                            "OMP_NUM_THREADS",
                            "[default"),
            Starter.RAY,
                    new Sign(
                            "\\braylet\\b|\\bray::|\\(\\w{1,64} pid=\\d{1,10}(?:, ip=[\\w.:]{1,64})?\\)",
                            "raylet",
                            "ray::",
                            " pid="),
            Starter.JVM,
                    new Sign(
                            "Exception in thread \"|\\bjava\\.(?:lang|util|io)\\.\\w+(?:Exception|Error)\\b"
                                    + "|Full thread dump ",
                            "Exception in thread",
                            "java.",
                            "Full thread dump "),
            Starter.MPI,
                    new Sign(
                            "\\b(?:mpirun|mpiexec|orterun|prterun)\\b"
                                    + "|\\[\\d{1,9},\\d{1,9}\\]<std(?:out|err)>:|BAD TERMINATION OF ONE OF YOUR APPLICATION",
                            "mpirun",
                            "mpiexec",
                            "orterun",
                            "prterun",
                            "]<stdout>:",
                            "]<stderr>:",
                            "BAD TERMINATION"),
            Starter.SLURM,
                    new Sign("\\bslurmstepd: |\\bsrun: |\\bSLURM_JOB_?ID=", "slurmstepd: ", "srun: ", "SLURM_JOB")));

    private static final Sign KUBERNETES = new Sign(
            "\\[pod/[\\w.-]+/[\\w.-]+\\]|\\bkubernetes\\.io/|\\d(?:Z|[+-]\\d\\d:\\d\\d) std(?:out|err) [FP] ",
            "[pod/",
            "kubernetes.io/",
            " stdout ",
            " stderr ");

    private static final Sign SLURM_ID = new Sign(
            "(?:\\*\\*\\* (?:JOB|STEP) |\\bsrun: job |\\bStepId=|\\bSLURM_JOB_?ID=)(\\d{1,10})\\b",
            "*** JOB ",
            "*** STEP ",
            "srun: job ",
            "StepId=",
            "SLURM_JOB");

    /** A launcher's last words. That it ends its workers is not among them: then it may start them again. */
    private static final Sign ENDED = new Sign(
            "death signal, shutting down workers|ChildFailedError|SignalException"
                    + "|BAD TERMINATION OF ONE OF YOUR APPLICATION|error: \\*\\*\\* (?:JOB|STEP) [\\d.]{1,20} ON .{1,200} CANCELLED",
            "death signal",
            "ChildFailedError",
            "SignalException",
            "BAD TERMINATION",
            "CANCELLED");

    private static final WordSearch WORDS =
            new WordSearch(Stream.concat(STARTERS.values().stream(), Stream.of(KUBERNETES, SLURM_ID, ENDED))
                    .flatMap(sign -> sign.words.stream())
                    .toList());

    /** A process of Open MPI: its job, and its number in it. It has no word to search for. */
    private static final Pattern OPEN_MPI_NAME = Pattern.compile("\\[\\[\\d{1,9},\\d{1,9}\\],\\d{1,9}\\]");

    /** As Slurm names what a batch job writes, unless it is told otherwise. */
    private static final Pattern SLURM_OUTPUT = Pattern.compile("^slurm-(\\d{1,10})(?:_\\d{1,10})?\\.(?:out|err)$");

    /** The rank that {@code srun --label} writes before each line. */
    private static final Pattern LABEL = Pattern.compile("^ *(\\d{1,7}): ");

    private final Set<Starter> starters = EnumSet.noneOf(Starter.class);
    private boolean kubernetes;
    private boolean ended;
    private String jobId = "";

    private LauncherSearch() {}

    /** Returns how the job was started that wrote these files; what cannot be read shows nothing. */
    static Launcher of(Collection<Path> files) {
        LauncherSearch search = new LauncherSearch();
        files.stream().limit(MOST_FILES).forEach(search::read);
        return search.launcher();
    }

    /** Returns how the job was started that wrote this text. */
    static Launcher of(String text) {
        LauncherSearch search = new LauncherSearch();
        search.read(text);
        return search.launcher();
    }

    private Launcher launcher() {
        Starter starter = starters.stream().findFirst().orElse(Starter.UNKNOWN);
        Hosts hosts = kubernetes ? Hosts.KUBERNETES : starters.contains(Starter.SLURM) ? Hosts.SLURM : Hosts.SHELL;
        return new Launcher(starter, hosts, hosts == Hosts.SLURM ? jobId : "", ended);
    }

    private void read(Path file) {
        Matcher slurm = SLURM_OUTPUT.matcher(file.getFileName().toString());
        if (slurm.matches()) {
            starters.add(Starter.SLURM);
            jobId = slurm.group(1);
        }
        try {
            SourceBoundary.run(() -> readEnds(file));
        } catch (SourceFailure unreadable) {
            // Then other files show it, or none.
        }
    }

    private void readEnds(Path file) throws IOException {
        try (SeekableByteChannel open = Files.newByteChannel(file)) {
            read(part(open, 0));
            if (open.size() > PART) {
                read(part(open, open.size() - PART));
            }
        }
    }

    /** Returns a part of a file, one character a byte; without zeros, so that ASCII in UTF-16 is found, too. */
    private static String part(SeekableByteChannel open, long start) throws IOException {
        open.position(start);
        byte[] part = Channels.newInputStream(open).readNBytes(PART);
        return new String(part, StandardCharsets.ISO_8859_1).replace("\0", "");
    }

    private void read(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        int end = 0;
        for (int word = WORDS.find(bytes, 0, bytes.length); word >= 0; word = WORDS.find(bytes, end, bytes.length)) {
            int feed = text.indexOf('\n', word);
            end = feed < 0 ? bytes.length : feed;
            readLine(text.substring(text.lastIndexOf('\n', word) + 1, end));
        }
        if (!starters.contains(Starter.MPI) && OPEN_MPI_NAME.matcher(text).find()) {
            starters.add(Starter.MPI);
        }
        if (hasLabels(text)) {
            starters.add(Starter.SLURM);
        }
    }

    private void readLine(String line) {
        STARTERS.forEach((starter, sign) -> {
            if (!starters.contains(starter) && sign.in(line) != null) {
                starters.add(starter);
            }
        });
        kubernetes = kubernetes || KUBERNETES.in(line) != null;
        ended = ended || ENDED.in(line) != null;
        Matcher id = jobId.isEmpty() ? SLURM_ID.in(line) : null;
        if (id != null) {
            jobId = id.group(1);
        }
    }

    /** Returns whether each line but the first and the last, which may be cut off, has a rank before it, and not all the same. */
    private static boolean hasLabels(String text) {
        List<String> lines = text.lines().toList();
        Set<String> labels = new HashSet<>();
        for (int i = 1; i < lines.size() - 1; i++) {
            Matcher label = LABEL.matcher(lines.get(i));
            if (!label.find()) {
                return false;
            }
            labels.add(label.group(1));
        }
        return lines.size() >= FEWEST_LABELS && labels.size() > 1;
    }
}
