package dev.rollcall.samples.gpu;

import dev.rollcall.samples.AnalyzerResult;
import dev.rollcall.samples.Expectation;
import dev.rollcall.samples.launch.Analysis;
import dev.rollcall.samples.launch.Installation;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * {@code samples/gpu-launch}: runs {@link WrongLaunch} or {@link LateError} under the agent and analyzes its trace. The faulty program
 * must get its verdict, the healthy one no culprit and not its cause.
 *
 * <p>Exits with 0 if the verdict is the expected one or there are too few GPUs, 1 if it is not, 2 if something is not built or
 * the arguments are wrong.
 */
public final class LaunchRun {
    private static final Map<String, Class<?>> PROGRAMS =
            Map.of("wrong-launch", WrongLaunch.class, "late-error", LateError.class);
    private static final String HEALTHY = "--healthy";
    private static final int AS_EXPECTED = 0;
    private static final int NOT_AS_EXPECTED = 1;
    private static final int UNUSABLE = 2;

    private final Installation installation;
    private final Class<?> program;
    private final boolean healthy;
    private final String options;
    private final Path folder;

    /**
     * Makes a run.
     *
     * @param installation the built project
     * @param program the sample
     * @param healthy whether it runs without its fault
     * @param options more options of the agent, each with a comma before it
     * @param folder takes the trace and the report
     */
    public LaunchRun(Installation installation, Class<?> program, boolean healthy, String options, Path folder) {
        this.installation = installation;
        this.program = program;
        this.healthy = healthy;
        this.options = options;
        this.folder = folder;
    }

    /** Runs the sample that the first argument names, healthy if {@code --healthy} follows. */
    public static void main(String[] args) throws IOException, InterruptedException {
        if (args.length == 0 || !PROGRAMS.containsKey(args[0]) || args.length > 1 && !args[1].equals(HEALTHY)) {
            System.err.println("gpu-launch: expected wrong-launch or late-error, and " + HEALTHY + " or nothing");
            System.exit(UNUSABLE);
        }
        Installation installation = Installation.current();
        Path folder = Files.createDirectories(installation.runs().resolve(args[0] + "-" + System.currentTimeMillis()));
        try {
            List<String> misses =
                    new LaunchRun(installation, PROGRAMS.get(args[0]), args.length > 1, "", folder).misses();
            if (misses == null) {
                System.out.println("skipped: there are too few GPUs on this machine");
                System.exit(AS_EXPECTED);
            }
            misses.forEach(System.out::println);
            System.out.println("This is " + (misses.isEmpty() ? "" : "not ") + "the expected verdict.");
            System.exit(misses.isEmpty() ? AS_EXPECTED : NOT_AS_EXPECTED);
        } catch (NoSuchFileException missing) {
            System.err.println("gpu-launch: " + missing.getMessage());
            System.exit(UNUSABLE);
        }
    }

    /**
     * Runs the job, prints the verdict, and returns how it differs from the expected one, one line per point; null where there are
     * too few GPUs.
     *
     * @throws NoSuchFileException if a part is not built
     */
    public List<String> misses() throws IOException, InterruptedException {
        installation.check();
        Path traces = Files.createDirectories(folder.resolve("traces"));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-javaagent:" + installation.agent() + "=file=" + traces + File.separator + "%p.trace" + options,
                "-cp",
                installation.classes().toString(),
                program.getName()));
        if (healthy) {
            command.add(HEALTHY);
        }
        ProcessBuilder job = new ProcessBuilder(command).inheritIO();
        // A job of one rank, whose trace counts although it makes no collectives.
        job.environment().putAll(Map.of("RANK", "0", "WORLD_SIZE", "1"));
        if (job.start().waitFor() == ZeroedCopy.SKIPPED) {
            return null;
        }
        Analysis analysis = new Analysis(installation, folder);
        analysis.runAndPrint();
        AnalyzerResult result = analysis.run();
        Expectation faulty = Expectation.of(program, installation.sources());
        return healthy ? accusations(result, faulty) : faulty.misses(result);
    }

    private static List<String> accusations(AnalyzerResult result, Expectation faulty) {
        return result.culprits().isEmpty() && !faulty.causes().contains(result.cause())
                ? List.of()
                : List.of("nothing is wrong with this job, and the verdict is: " + result.summary());
    }
}
