package dev.rollcall.samples.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rollcall.samples.AnalyzerResult;
import dev.rollcall.samples.launch.Analysis;
import dev.rollcall.samples.launch.Installation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The stacks of recorded MPI calls hold the frames of Python, with each Python and each MPI that is installed. */
@EnabledOnOs(OS.LINUX)
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class PythonFramesIT {
    private static final Installation INSTALLATION = Installation.current();

    private static final Path SCRIPTS = INSTALLATION.home().resolve("native/preload/test/python");

    private static final List<String> KINDS = List.of(
            "module_level", "nested", "generators", "recursion", "callbacks", "names", "lines", "threads", "child");

    @TempDir
    private static Path built;

    @TempDir
    private Path folder;

    @BeforeAll
    static void build() throws Exception {
        assumeTrue(Mpi.isCommand("cc") && Mpi.isCommand("objcopy"), "no C compiler is installed");
        assumeTrue(Stream.of(Mpi.values()).anyMatch(Mpi::installed), "no MPI is installed");
        assumeTrue(!Python.installed().isEmpty(), "no Python from 3.9 on is installed");
        MpiRun.libraries();
        MpiRun.succeed(
                "cc",
                "-shared",
                "-fPIC",
                "-o",
                compiled().toString(),
                SCRIPTS.resolve("native.c").toString());
    }

    private static Path compiled() {
        return built.resolve("native.so");
    }

    static Stream<Arguments> pythons() {
        return Stream.of(Mpi.values())
                .filter(Mpi::installed)
                .flatMap(mpi -> Python.installed().stream().map(python -> Arguments.of(mpi, python)));
    }

    @ParameterizedTest
    @MethodSource("pythons")
    void aStackHoldsWhatPythonSays(Mpi mpi, Python python) throws Exception {
        run(mpi, python, KINDS);
        MpiRun.succeed("python3", SCRIPTS.resolve("stacks.py").toString(), "compare", folder.toString());
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(
                    3, files.filter(file -> file.toString().endsWith(".trace")).count(), "two children");
        }
    }

    @ParameterizedTest
    @MethodSource("pythons")
    void aThreadThatOutlivesTheInterpreterDoesNoHarm(Mpi mpi, Python python) throws Exception {
        run(mpi, python, List.of("finalized"));
    }

    /** As a container's seccomp filter may have it. */
    @ParameterizedTest
    @MethodSource("pythons")
    void withoutCopiesByTheKernelThereIsOneWarning(Mpi mpi, Python python) throws Exception {
        String output = run(mpi, python, List.of("forbidden"));
        assertEquals(
                1,
                output.lines().filter(line -> line.contains("rollcall: Python")).count(),
                output);
        assertTrue(output.contains("process_vm_readv"), output);
    }

    /** Runs stacks.py as the only rank of a job; returns what it prints. */
    private String run(Mpi mpi, Python python, List<String> kinds) throws Exception {
        ProcessBuilder program = new ProcessBuilder(Stream.concat(
                        Stream.of(
                                python.command().toString(),
                                SCRIPTS.resolve("stacks.py").toString(),
                                "calls",
                                folder.toString()),
                        kinds.stream())
                .toList());
        program.environment().put("LD_PRELOAD", mpi.libraries(MpiRun.libraries()) + ":" + mpi.library());
        program.environment().put("ROLLCALL_FILE", folder.resolve("%p.trace").toString());
        program.environment().put("ROLLCALL_TEST_NATIVE", compiled().toString());
        Path errors = folder.resolve("errors.txt");
        Process process = program.redirectErrorStream(true)
                .redirectOutput(errors.toFile())
                .start();
        assertTrue(process.waitFor(1, TimeUnit.MINUTES), "still running");
        String output = Files.readString(errors);
        assertEquals(0, process.exitValue(), output);
        return output;
    }

    @ParameterizedTest
    @MethodSource("pythons")
    void aHungJobIsDiagnosedWithItsLine(Mpi mpi, Python python) throws Exception {
        MpiRun run = MpiRun.of(mpi, folder);
        run.watch(
                "env",
                "LD_PRELOAD=" + run.preloaded() + ":" + mpi.library(),
                python.command().toString(),
                SCRIPTS.resolve("train.py").toString(),
                "ctypes");
        assertDiagnosed(run);
    }

    static Stream<Mpi> mpis() {
        return Stream.of(Mpi.values()).filter(Mpi::installed);
    }

    @ParameterizedTest
    @MethodSource("mpis")
    void aHungJobWithMpi4pyIsDiagnosedWithItsLine(Mpi mpi) throws Exception {
        assumeTrue(Python.debian().hasMpi4py(mpi), "no mpi4py for this MPI is installed");
        MpiRun run = MpiRun.of(mpi, folder);
        run.watch(
                Python.debian().command().toString(),
                SCRIPTS.resolve("train.py").toString(),
                "mpi4py");
        assertDiagnosed(run);
    }

    private void assertDiagnosed(MpiRun run) throws IOException, InterruptedException {
        AnalyzerResult result = new Analysis(INSTALLATION, folder, SCRIPTS).run();
        String explanation = result + "\n" + run.output();
        assertEquals("desync", result.verdict(), explanation);
        assertEquals(List.of(0), result.culprits(), explanation);
        assertEquals("extra-collective", result.cause(), explanation);
        assertEquals(line("train.py", "# the condition"), result.branch(), explanation);
        assertTrue(result.names(line("metrics.py", "# the extra call")), explanation);
    }

    /** Returns the line with a comment, as {@code train.py:21}. */
    private static String line(String file, String comment) throws IOException {
        List<String> lines = Files.readAllLines(SCRIPTS.resolve(file));
        for (int number = 1; number <= lines.size(); number++) {
            if (lines.get(number - 1).endsWith(comment)) {
                return file + ":" + number;
            }
        }
        throw new AssertionError("no " + comment + " in " + file);
    }
}
