package dev.rollcall.samples.gpu;

import dev.rollcall.samples.Expectation;
import dev.rollcall.samples.launch.Analysis;
import dev.rollcall.samples.launch.Installation;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/**
 * {@code samples/zeroed-copy}: runs {@link ZeroedCopy} under the agent and analyzes its trace. A library preloaded under the
 * CUDA driver makes each copy deliver zeros.
 *
 * <p>Exits with 0 if the verdict is the expected one or there is no GPU, 1 if it is not, 2 if something is not built.
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
     * @param installation the built project
     * @param injector the library that makes copies fail, built by {@code native/faults/build}
     * @param folder takes the trace and the report
     */
    public ZeroedCopyRun(Installation installation, Path injector, Path folder) {
        this.installation = installation;
        this.injector = injector;
        this.folder = folder;
    }

    /** Runs the sample in a new folder below the installation's runs. */
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
            System.out.println("This is " + (misses.isEmpty() ? "" : "not ") + "the expected verdict.");
            System.exit(misses.isEmpty() ? AS_EXPECTED : NOT_AS_EXPECTED);
        } catch (NoSuchFileException missing) {
            System.err.println("zeroed-copy: " + missing.getMessage());
            System.exit(NOT_BUILT);
        }
    }

    /**
     * Runs the job, prints the verdict, and returns how it differs from the expected one, one line per point; null without a
     * GPU.
     *
     * @throws NoSuchFileException if a part is not built
     */
    public List<String> misses() throws IOException, InterruptedException {
        installation.check();
        if (!Files.exists(injector)) {
            throw new NoSuchFileException(injector.toString(), null, "run native/faults/build");
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
        Analysis analysis = new Analysis(installation, folder);
        analysis.runAndPrint();
        return Expectation.of(ZeroedCopy.class, installation.sources()).misses(analysis.run());
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }
}
