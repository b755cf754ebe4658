package dev.rollcall.analyzer.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code bin/rollcall run} as a shell uses it, with real commands. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@EnabledOnOs(value = OS.LINUX, disabledReason = "the preload recorder is for Linux")
class RunCommandIT {
    private static final Path SCRIPT = Path.of("..", "bin", "rollcall").toAbsolutePath();
    private static final long LIMIT_SECONDS = 120;

    @TempDir
    static Path built;

    private static boolean isBuilt;

    @TempDir
    Path folder;

    private Process process;

    private ProcessBuilder command(Map<String, String> environment, Object... words) {
        List<String> command = new ArrayList<>(List.of("bash", SCRIPT.toString(), "run"));
        Arrays.stream(words).map(Object::toString).forEach(command::add);
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().keySet().removeIf(name -> name.startsWith("ROLLCALL_") || name.equals("LD_PRELOAD"));
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "RANK", "WORLD_SIZE"));
        builder.environment().putAll(environment);
        return builder;
    }

    private CommandLineRun run(Map<String, String> environment, String input, Object... words) throws Exception {
        Path in = Files.writeString(folder.resolve("in"), input);
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        process = command(environment, words)
                .redirectInput(in.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        assertTrue(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), "it still runs");
        return new CommandLineRun(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    @AfterEach
    void end() {
        if (process != null) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    @BeforeAll
    static void buildLibraries() throws InterruptedException {
        Path build = Path.of("..", "native", "preload", "build");
        isBuilt = succeeds(build.toAbsolutePath().normalize().toString(), built.toString());
    }

    /** Returns the folder with the preload recorder. */
    private static Path libraries() {
        assumeTrue(isBuilt, "there is no C compiler on this machine");
        return built;
    }

    private static boolean succeeds(String... command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException absent) {
            return false;
        }
    }

    @Test
    void passesStreamsVariablesAndTheExitCodeOn() throws Exception {
        Path libraries = libraries();
        String script = "cat; echo e >&2; echo $ROLLCALL_FILE $ROLLCALL_HANG; grep -c librollcall.so /proc/self/maps;"
                + " exit 7";

        CommandLineRun run = run(Map.of(), "typed\n", "--native", libraries, "--hang", "5s", "--", "sh", "-c", script);

        assertEquals(7, run.exitCode());
        String[] lines = run.out().split("\n");
        assertEquals("typed", lines[0]);
        assertEquals(folder.toRealPath().resolve("rollcall") + "/%j/%r-%h-%p.trace 5s", lines[1]);
        assertTrue(Integer.parseInt(lines[2]) > 0, run.out());
        assertTrue(run.err().startsWith("e\nrollcall: no trace was written to "), run.err());
    }

    /** The program that mpirun starts sees the variables, and mpirun does not. */
    @ParameterizedTest
    @CsvSource({"mpirun.openmpi,--oversubscribe,openmpi", "mpirun.mpich,-l,mpich"})
    void ranksOfMpirunGetTheRecorderOfItsKind(String mpirun, String option, String kind) throws Exception {
        assumeTrue(succeeds(mpirun, "--version"), "there is no " + mpirun + " on this machine");
        Path libraries = libraries();
        Map<String, String> root = Map.of("OMPI_ALLOW_RUN_AS_ROOT", "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
        String script = "echo $LD_PRELOAD; tr '\\0' '\\n' </proc/$PPID/environ | grep -c '^ROLLCALL_FILE'; exit 0";

        CommandLineRun run = run(
                root,
                "",
                "--native",
                libraries,
                "--",
                mpirun,
                option,
                "-n",
                1,
                "sh",
                "-c",
                script,
                ":",
                "-n",
                1,
                "sh",
                "-c",
                script);

        assertEquals(0, run.exitCode(), run.err());
        String expected = libraries + "/librollcall.so:" + libraries + "/librollcall-" + kind + ".so";
        assertEquals(
                2, run.out().lines().filter(line -> line.endsWith(expected)).count(), run.out());
        if (kind.equals("openmpi")) {
            assertEquals(2, run.out().lines().filter(line -> line.equals("0")).count(), run.out());
        }
    }

    /** Returns whether this process, and with it those that it starts, ignores a signal. */
    private static boolean isIgnored(int signal) throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) {
            return false;
        }
        String mask = Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .map(line -> line.substring("SigIgn:".length()).strip())
                .findFirst()
                .orElse("0");
        return (Long.parseUnsignedLong(mask, 16) >>> (signal - 1) & 1) != 0;
    }

    @ParameterizedTest
    @CsvSource({"TERM,15", "HUP,1", "USR1,10"})
    void passesSignalsOn(String signal, int number) throws Exception {
        assumeFalse(isIgnored(number), "SIG" + signal + " is ignored here, as by nohup");
        process = command(
                        Map.of(),
                        "--native",
                        libraries(),
                        "--",
                        "sh",
                        "-c",
                        "trap 'echo got; trap - " + signal + "; kill -" + signal + " $$' " + signal
                                + "; echo ready; while :; do sleep 0.1; done")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            assertEquals("ready", out.readLine());
            assertTrue(succeeds("kill", "-" + signal, String.valueOf(process.pid())));
            assertEquals("got", out.readLine());
        }
        assertTrue(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), "it still runs");
        assertEquals(128 + number, process.exitValue());
    }

    @Test
    void analyzesAFailedJobAndLeavesStandardOutputToIt() throws Exception {
        Path job = RecordedJob.hung(folder.resolve("written"), "hung");
        Path older = RecordedJob.healthy(folder.resolve("rollcall/older"), "older");
        Path page = folder.resolve("report.html");
        String script = "mkdir -p rollcall/hung; cp " + job + "/*.trace rollcall/hung; echo out; exit 3";

        CommandLineRun run = run(Map.of(), "", "--native", libraries(), "--html", page, "--", "sh", "-c", script);

        assertEquals(3, run.exitCode());
        assertEquals("out\n", run.out());
        Path written = folder.toRealPath().resolve("rollcall/hung");
        assertTrue(run.err().startsWith("rollcall: 4 traces in " + written + "\n"), run.err());
        assertTrue(run.err().contains(CommandLineRun.of("analyze", written).out()), run.err());
        assertTrue(Files.readString(page).contains("<h1>"));
        assertTrue(Files.exists(older));
    }

    @Test
    void analyzesAJobThatHungAlthoughItsLauncherSaysItDidNot() throws Exception {
        Path hung = RecordedJob.hung(folder.resolve("hung"), "hung");
        Path healthy = RecordedJob.healthy(folder.resolve("well"), "well");
        Path libraries = libraries();

        CommandLineRun run = run(
                Map.of(),
                "",
                "--native",
                libraries,
                "--",
                "cp",
                "-r",
                hung,
                Files.createDirectories(out()).resolve("a"));
        assertEquals(0, run.exitCode());
        assertTrue(run.err().contains("desync · extra-collective\nCulprit: rank 0"), run.err());

        run = run(Map.of(), "", "--native", libraries, "--", "cp", "-r", healthy, out().resolve("b"));
        assertEquals("rollcall: 4 traces in " + folder.toRealPath().resolve("rollcall/b") + "\n", run.err());

        run = run(Map.of(), "", "--native", libraries, "--no-analysis", "--", "cp", "-r", hung, out().resolve("c"));
        assertEquals("rollcall: 4 traces in " + folder.toRealPath().resolve("rollcall/c") + "\n", run.err());
    }

    private Path out() {
        return folder.resolve("rollcall");
    }

    /** As under {@code srun rollcall run -- …}: no process knows what the others recorded. */
    @Test
    void oneRankAmongSeveralAnalyzesNothing() throws Exception {
        Path hung = RecordedJob.hung(folder.resolve("hung"), "hung");
        Path libraries = libraries();
        String script = "mkdir -p rollcall; cp -r " + hung + " rollcall/$RANK; exit $RANK";

        for (int rank = 0; rank < 3; rank++) {
            CommandLineRun run = run(
                    Map.of("RANK", String.valueOf(rank), "WORLD_SIZE", "4"),
                    "",
                    "--native",
                    libraries,
                    "--",
                    "sh",
                    "-c",
                    script);
            assertEquals(rank, run.exitCode());
            assertTrue(run.err().startsWith("rollcall: the traces of all ranks are in "), run.err());
            assertFalse(run.err().contains("Culprit"), run.err());
        }
    }

    @Test
    void aProgramThatCannotBeStartedHasTheExitCodeOfAShell() throws Exception {
        Path libraries = libraries();

        CommandLineRun absent = run(Map.of(), "", "--native", libraries, "--", "no-such-program");
        assertEquals(127, absent.exitCode());
        assertEquals("rollcall: cannot start no-such-program: No such file or directory\n", absent.err());
        assertEquals(126, run(Map.of(), "", "--native", libraries, "--", folder).exitCode());
    }

    @Test
    void aJvmGetsTheAgent() throws Exception {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");

        CommandLineRun run = run(Map.of(), "", "--record", "jvm", "--", java, "-version");

        assertEquals(0, run.exitCode(), run.err());
        assertTrue(run.err().contains("Picked up JAVA_TOOL_OPTIONS: -javaagent:"), run.err());
    }

    /** The whole way: recorded by the preload recorder, hung, ended by a signal to rollcall, analyzed. */
    @ParameterizedTest
    @CsvSource({"openmpi,--oversubscribe", "mpich,-l"})
    void aHungMpiJobIsAnalyzedWhenItIsEnded(String kind, String option) throws Exception {
        assumeTrue(
                Files.exists(libraries().resolve("librollcall-" + kind + ".so")),
                "there is no mpicc." + kind + " on this machine");
        Path source = Files.writeString(folder.resolve("hang.c"), """
                #include <mpi.h>
                int main(int argc, char **argv) {
                  int rank, one = 1, sum;
                  MPI_Init(&argc, &argv);
                  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
                  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
                  if (rank == 0) MPI_Barrier(MPI_COMM_WORLD);
                  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
                  return MPI_Finalize();
                }
                """);
        Path program = folder.resolve("hang");
        assertTrue(succeeds("mpicc." + kind, "-o", program.toString(), source.toString()));
        // Shorter, a busy machine would report ranks that are still on their way.
        process = command(
                        Map.of("OMPI_ALLOW_RUN_AS_ROOT", "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"),
                        "--native",
                        libraries(),
                        "--hang",
                        "3s",
                        "--",
                        "mpirun." + kind,
                        option,
                        "-n",
                        3,
                        program)
                .redirectErrorStream(true)
                .start();
        StringBuilder output = new StringBuilder();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            int waiting = 0;
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                output.append(line).append('\n');
                if (line.contains("no progress for 3 s") && ++waiting == 3) {
                    assertTrue(succeeds("kill", "-TERM", String.valueOf(process.pid())));
                }
            }
        }
        assertTrue(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), "it still runs");
        // The exit code is mpirun's; MPICH's is now and then 0 after a signal, on a busy machine.
        assertTrue(output.toString().contains("desync · extra-collective\nCulprit: rank 0"), output.toString());
    }
}
