package dev.rollcall.analyzer.input.job;

import dev.rollcall.analyzer.model.Launcher;
import dev.rollcall.analyzer.model.Launcher.Hosts;
import dev.rollcall.analyzer.model.Launcher.Starter;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
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

/**
 * Finds out how a job was started, from the beginnings and the ends of its text files: that is where launchers write. Not
 * thread-safe.
 */
final class LauncherSearch {
    private static final int MOST_FILES = 64;
    private static final int PART = 64 << 10;
    private static final int FEWEST_LABELS = 8;

    private static final Map<Starter, Pattern> STARTERS = new EnumMap<>(Map.of(
            Starter.DEEPSPEED, Pattern.compile("deepspeed[./]launcher|\\[(?:launch|runner)\\.py:\\d+:"),
            Starter.ACCELERATE, Pattern.compile("accelerate launch\\b|accelerate[./]commands|bin/accelerate\\b"),
            Starter.TORCHRUN,
                    Pattern.compile("\\btorchrun\\b|torch[./]distributed[./](?:run|launch|launcher|elastic)\\b"
                            + "|Setting OMP_NUM_THREADS environment variable for each process|\\[default\\d+\\]:"),
            Starter.RAY, Pattern.compile("\\braylet\\b|\\bray::|\\(\\w{1,64} pid=\\d{1,10}(?:, ip=[\\w.:]{1,64})?\\)"),
            Starter.JVM,
                    Pattern.compile("Exception in thread \"|\\bjava\\.(?:lang|util|io)\\.\\w+(?:Exception|Error)\\b"
                            + "|Full thread dump "),
            Starter.MPI,
                    Pattern.compile("\\b(?:mpirun|mpiexec|orterun|prterun)\\b|\\[\\[\\d{1,9},\\d{1,9}\\],\\d{1,9}\\]"
                            + "|\\[\\d{1,9},\\d{1,9}\\]<std(?:out|err)>:|BAD TERMINATION OF ONE OF YOUR APPLICATION"),
            Starter.SLURM, Pattern.compile("\\bslurmstepd: |\\bsrun: |\\bSLURM_JOB_?ID=")));

    private static final Pattern KUBERNETES = Pattern.compile(
            "\\[pod/[\\w.-]+/[\\w.-]+\\]|\\bkubernetes\\.io/|\\d(?:Z|[+-]\\d\\d:\\d\\d) std(?:out|err) [FP] ");

    /** A launcher's last words. That it ends its workers is not among them: then it may start them again. */
    private static final Pattern ENDED = Pattern.compile(
            "death signal, shutting down workers|ChildFailedError|SignalException"
                    + "|BAD TERMINATION OF ONE OF YOUR APPLICATION|error: \\*\\*\\* (?:JOB|STEP) [\\d.]{1,20} ON .{1,200} CANCELLED");

    /** As Slurm names what a batch job writes, unless it is told otherwise. */
    private static final Pattern SLURM_OUTPUT = Pattern.compile("^slurm-(\\d{1,10})(?:_\\d{1,10})?\\.(?:out|err)$");

    private static final Pattern SLURM_ID =
            Pattern.compile("(?:\\*\\*\\* (?:JOB|STEP) |\\bsrun: job |\\bStepId=|\\bSLURM_JOB_?ID=)(\\d{1,10})\\b");

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
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "r")) {
            read(part(open, 0));
            if (open.length() > PART) {
                read(part(open, open.length() - PART));
            }
        } catch (IOException unreadable) {
            // Then other files show it, or none.
        }
    }

    /** Returns a part of a file, one character a byte; without zeros, so that ASCII in UTF-16 is found, too. */
    private static String part(RandomAccessFile open, long start) throws IOException {
        byte[] part = new byte[(int) Math.min(PART, open.length() - start)];
        open.seek(start);
        open.readFully(part);
        return new String(part, StandardCharsets.ISO_8859_1).replace("\0", "");
    }

    private void read(String text) {
        STARTERS.forEach((starter, pattern) -> {
            if (!starters.contains(starter) && pattern.matcher(text).find()) {
                starters.add(starter);
            }
        });
        if (hasLabels(text)) {
            starters.add(Starter.SLURM);
        }
        ended |= ENDED.matcher(text).find();
        kubernetes |= KUBERNETES.matcher(text).find();
        Matcher id = SLURM_ID.matcher(text);
        if (jobId.isEmpty() && id.find()) {
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
