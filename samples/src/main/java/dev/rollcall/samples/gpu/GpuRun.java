package dev.rollcall.samples.gpu;

import dev.rollcall.samples.AnalyzerResult;
import dev.rollcall.samples.Expectation;
import dev.rollcall.samples.launch.Analysis;
import dev.rollcall.samples.launch.Installation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code samples/gpu}: runs a {@link GpuSample} under the agent, ends it when it hangs, and analyzes its traces. The faulty program
 * must get its verdict, the healthy one no culprit, no suspect and not its cause.
 *
 * <p>Exits with 0 if the verdict is the expected one or there are too few GPUs, 1 if it is not, 2 if something is not built or the
 * arguments are wrong.
 */
public final class GpuRun {
    private static final String HEALTHY = "--healthy";
    private static final String ONE_PROCESS = "--one-process";
    private static final int AS_EXPECTED = 0;
    private static final int NOT_AS_EXPECTED = 1;
    private static final int UNUSABLE = 2;
    private static final int RANKS = 2;
    private static final int FAULTY_RANK = 0;
    private static final long POLL_MILLIS = 100;

    /** A job that only starts slowly can be reported once. */
    private static final int REPORTS_OF_A_HANG = 2;

    private static final String HANG = "hang=3s";
    private static final Duration LIMIT = Duration.ofSeconds(120);

    private final Installation installation;
    private final GpuSample sample;
    private final Path folder;
    private final Map<String, String> environment = new HashMap<>();
    private final List<Integer> exitCodes = new ArrayList<>();
    private boolean healthy;
    private boolean oneProcess;
    private String options = "";

    /**
     * Makes a run of the faulty program, with a process for each rank.
     *
     * @param installation the built project
     * @param sample the sample
     * @param folder takes the traces and the report
     */
    public GpuRun(Installation installation, GpuSample sample, Path folder) {
        this.installation = installation;
        this.sample = sample;
        this.folder = folder;
    }

    /** Leaves the fault out. */
    public GpuRun healthy() {
        healthy = true;
        return this;
    }

    /** Puts all ranks into one process, a thread each. */
    public GpuRun inOneProcess() {
        oneProcess = true;
        return this;
    }

    /** Gives the agent more options. */
    public GpuRun options(String more) {
        options = more;
        return this;
    }

    /** Sets environment variables of the processes. */
    public GpuRun environment(Map<String, String> more) {
        environment.putAll(more);
        return this;
    }

    /** Runs the sample that the first argument names, as the other arguments say. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Installation installation = Installation.current();
        try {
            GpuRun run = of(args, installation);
            List<String> misses = run.misses();
            if (misses == null) {
                System.out.println("skipped: needs " + run.needed());
                System.exit(AS_EXPECTED);
            }
            new Analysis(installation, run.folder).runAndPrint();
            misses.forEach(System.out::println);
            System.out.println("This is " + (misses.isEmpty() ? "" : "not ") + "the expected verdict.");
            System.exit(misses.isEmpty() ? AS_EXPECTED : NOT_AS_EXPECTED);
        } catch (NoSuchFileException | IllegalArgumentException unusable) {
            System.err.println("gpu: " + unusable.getMessage());
            System.exit(UNUSABLE);
        }
    }

    private static GpuRun of(String[] args, Installation installation) throws IOException {
        GpuSample sample = GpuSample.of(args.length == 0 ? "" : args[0]);
        Path folder = installation.runs().resolve(sample.id() + "-" + System.currentTimeMillis());
        GpuRun run = new GpuRun(installation, sample, folder);
        for (String option : List.of(args).subList(1, args.length)) {
            if (option.equals(HEALTHY)) {
                run.healthy();
            } else if (option.equals(ONE_PROCESS) && sample == GpuSample.NCCL_BRANCH) {
                run.inOneProcess();
            } else {
                throw new IllegalArgumentException(sample.id() + " has no option " + option);
            }
        }
        return run;
    }

    /**
     * Runs and analyzes the job, and returns how its verdict differs from the expected one, one line per point; null where there are
     * too few GPUs.
     *
     * @throws NoSuchFileException if a part is not built
     */
    public List<String> misses() throws IOException, InterruptedException {
        installation.check();
        Files.createDirectories(folder.resolve("traces"));
        if (sample.communicates() && !hasGpus() || !runJob()) {
            return null;
        }
        AnalyzerResult result = new Analysis(installation, folder).run();
        Expectation faulty = Expectation.of(sample.program(), ranks(), FAULTY_RANK, installation.sources());
        return healthy ? accusations(result, faulty) : faulty.misses(result);
    }

    /** Returns how a run without the fault differs from a healthy one: a program that crashes accuses nobody, either. */
    private List<String> accusations(AnalyzerResult result, Expectation faulty) {
        List<String> misses = new ArrayList<>();
        for (int rank = 0; rank < exitCodes.size(); rank++) {
            if (exitCodes.get(rank) != 0) {
                misses.add("process " + rank + " ended with code " + exitCodes.get(rank));
            }
        }
        boolean accused = !result.culprits().isEmpty()
                || !result.suspects().isEmpty()
                || faulty.causes().contains(result.cause());
        if (accused || sample.communicates() && !result.verdict().equals("healthy")) {
            misses.add("nothing is wrong with this job, and the verdict is: " + result.summary());
        }
        return misses;
    }

    private int ranks() {
        return sample.communicates() ? RANKS : 1;
    }

    /** Returns what the machine must have, in words. */
    String needed() {
        int gpus = sample.gpus(healthy);
        return gpus + (gpus == 1 ? " GPU" : " GPUs") + (sample.communicates() ? " and NCCL" : "");
    }

    private boolean hasGpus() throws IOException, InterruptedException {
        ProcessBuilder check =
                new ProcessBuilder(command(NcclGpus.class, List.of("" + sample.gpus(healthy)))).inheritIO();
        check.environment().putAll(environment);
        return check.start().waitFor() != ZeroedCopy.SKIPPED;
    }

    /** Returns whether there were enough GPUs. */
    private boolean runJob() throws IOException, InterruptedException {
        List<Process> processes = new ArrayList<>();
        try {
            for (int rank = 0; rank < (oneProcess ? 1 : ranks()); rank++) {
                processes.add(start(rank));
            }
            watch(processes);
        } finally {
            processes.forEach(Process::destroyForcibly);
        }
        boolean skipped = false;
        for (int rank = 0; rank < processes.size(); rank++) {
            exitCodes.add(processes.get(rank).waitFor());
            skipped |= exitCodes.get(rank) == ZeroedCopy.SKIPPED;
            System.err.print(Files.readString(errors(rank)));
        }
        return !skipped;
    }

    private Process start(int rank) throws IOException {
        List<String> more = new ArrayList<>(List.of(folder.toString(), Integer.toString(ranks())));
        if (healthy) {
            more.add(HEALTHY);
        }
        Path trace = folder.resolve("traces").resolve(rank + "-%p.trace");
        String agent = "-javaagent:" + installation.agent() + "=file=" + trace + "," + HANG + options;
        ProcessBuilder job = new ProcessBuilder(command(sample.program(), more, agent))
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .redirectError(errors(rank).toFile());
        job.environment().putAll(environment);
        if (!oneProcess) {
            // Without them, a process that makes no collectives is no rank.
            job.environment().putAll(Map.of("RANK", "" + rank, "WORLD_SIZE", "" + ranks()));
        }
        return job.start();
    }

    private List<String> command(Class<?> program, List<String> arguments, String... jvmOptions) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(List.of(jvmOptions));
        command.add("-Dorg.bytedeco.javacpp.cachedir=" + installation.nativeLibraries());
        command.addAll(List.of("-cp", installation.rankClassPath(), program.getName()));
        command.addAll(arguments);
        return command;
    }

    private Path errors(int rank) {
        return folder.resolve("rank-" + rank + ".err");
    }

    /** Waits until all have ended, one hangs, or the time is over. */
    private void watch(List<Process> processes) throws IOException, InterruptedException {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (processes.stream().anyMatch(Process::isAlive) && System.nanoTime() < end && !hangs(processes.size())) {
            Thread.sleep(POLL_MILLIS);
        }
    }

    private boolean hangs(int processes) throws IOException {
        for (int rank = 0; rank < processes; rank++) {
            long reports = Files.readAllLines(errors(rank)).stream()
                    .filter(line -> line.startsWith("rollcall: no progress") && !line.contains("creation"))
                    .count();
            if (reports >= REPORTS_OF_A_HANG) {
                return true;
            }
        }
        return false;
    }
}
