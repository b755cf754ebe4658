package dev.rollcall.samples.gpu;

import dev.rollcall.samples.AnalyzerResult;
import dev.rollcall.samples.Expectation;
import dev.rollcall.samples.launch.Installation;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs {@link ZeroedCopy} under the agent, on a machine whose copies are made to deliver zeros by a library that is preloaded
 * under the driver, and has the analyzer judge it.
 *
 * <p>Exits with 0 if the verdict is the one that the sample declares or there is no GPU, 1 if it is not, 2 if something is
 * not built.
 */
public final class ZeroedCopyRun {
    private static final int AS_EXPECTED = 0;
    private static final int NOT_AS_EXPECTED = 1;
    private static final int NOT_BUILT = 2;

    private final Installation installation;
    private final Path injector;
    private final Path folder;

    /**
     * Makes a run.
     *
     * @param installation where the project's parts are
     * @param injector the library that makes copies fail, of {@code native/faults/build}
     * @param folder takes the trace and the report
     */
    public ZeroedCopyRun(Installation installation, Path injector, Path folder) {
        this.installation = installation;
        this.injector = injector;
        this.folder = folder;
    }

    /** Runs it below the installation's folder of runs. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Installation installation = Installation.current();
        Path injector = Path.of(System.getProperty("rollcall.faults", "native/faults/target/faults.so"));
        Path folder = Files.createDirectories(installation.runs().resolve("zeroed-copy-" + System.currentTimeMillis()));
        try {
            List<String> misses = new ZeroedCopyRun(installation, injector.toAbsolutePath(), folder).misses();
            if (misses == null) {
                System.out.println("skipped: there is no GPU on this machine");
                System.exit(AS_EXPECTED);
            }
            System.out.println("Report: " + folder.resolve("report.html"));
            misses.forEach(System.out::println);
            System.out.println("This is " + (misses.isEmpty() ? "" : "not ") + "the verdict that the sample declares.");
            System.exit(misses.isEmpty() ? AS_EXPECTED : NOT_AS_EXPECTED);
        } catch (NoSuchFileException missing) {
            System.err.println("zeroed-copy: " + missing.getMessage());
            System.exit(NOT_BUILT);
        }
    }

    /**
     * Runs the job, prints what it and the analyzer print, and returns how the verdict misses what the sample declares; null
     * where there is no GPU.
     *
     * @throws NoSuchFileException if a part is not built
     */
    public List<String> misses() throws IOException, InterruptedException {
        installation.check();
        if (!Files.exists(injector)) {
            throw new NoSuchFileException(injector.toString(), null, "native/faults/build makes it");
        }
        Path traces = Files.createDirectories(folder.resolve("traces"));
        Path faults = Files.writeString(folder.resolve("faults"), "zero");
        ProcessBuilder job = new ProcessBuilder(
                        java(),
                        "-javaagent:" + installation.agent() + "=copies=all,file=" + traces + File.separator
                                + "%p.trace",
                        "-cp",
                        installation.classes().toString(),
                        ZeroedCopy.class.getName())
                .inheritIO();
        job.environment().put("LD_PRELOAD", injector.toString());
        job.environment().put("ROLLCALL_FAULTS", faults.toString());
        int end = job.start().waitFor();
        if (end == ZeroedCopy.SKIPPED) {
            return null;
        }
        analyze(traces).inheritIO().start().waitFor();
        Path json = folder.resolve("verdict.json");
        int exitCode = analyze(
                        traces,
                        "--format",
                        "json",
                        "--html",
                        folder.resolve("report.html").toString())
                .redirectOutput(json.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start()
                .waitFor();
        AnalyzerResult answer = AnalyzerResult.parse(exitCode, Files.readString(json));
        return Expectation.of(ZeroedCopy.class, installation.sources()).misses(answer);
    }

    private ProcessBuilder analyze(Path traces, String... options) {
        List<String> command = new ArrayList<>(
                List.of(java(), "-jar", installation.analyzer().toString(), "analyze", traces.toString()));
        command.addAll(List.of("--source", installation.sources().toString()));
        command.addAll(List.of(options));
        return new ProcessBuilder(command);
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }
}
