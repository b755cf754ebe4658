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
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** MPI programs in C under the preloaded recorder get the verdict that they deserve, with each MPI that is installed. */
@EnabledOnOs(OS.LINUX)
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class MpiVerdictIT {
    private static final Installation INSTALLATION = Installation.current();

    @TempDir
    private static Path programs;

    @TempDir
    private Path folder;

    private static boolean compiled;

    /** A job of {@code hangs.c}, and the verdicts that it may get. */
    private enum Job {
        HEALTHY("healthy", ""),
        HEALTHY_MIXED("healthy", ""),
        SLOW_RANK("progressing", ""),
        RANK0_METRIC("desync", "extra-collective", 0),
        RANK0_BARRIER("desync", "extra-collective", 0),
        SKIPPED_CALL("desync", "skipped-collective", 1),
        UNEVEN_BATCHES("desync", "short-loop", 2),
        CRASHED_RANK("desync", "rank-absent", 3),
        EXITED_RANK("desync", "rank-absent", 3),
        EARLY_FINALIZE("desync", "short-loop", 2),
        STUCK_OUTSIDE("desync", "rank-absent", 3),
        OPERATION_MISMATCH("desync", "op-mismatch", 1),
        SIZE_MISMATCH("desync", "size-mismatch", 2),
        WRONG_ROOT("desync", "root-mismatch", 3),
        WRONG_REDUCTION("desync", "reduce-op-mismatch", 1),
        ORDER_SWAP("desync", "order-swap", 1),
        CROSSED_COMMUNICATORS("desync", "communicator-deadlock", 0),
        LOST_SEND("desync", "unmatched-send-recv", 0),
        LOST_REQUEST("desync", "unmatched-send-recv", 0),
        LOST_SEND_PROBED("desync", "unmatched-send-recv", 0),
        HEAD_TO_HEAD("desync", "unmatched-send-recv"),
        MISSING_SPLIT("desync", "", 2);

        private final String verdict;
        private final String cause;
        private final List<Integer> culprits;

        /** The cause is empty where the evidence allows several. */
        Job(String verdict, String cause, Integer... culprits) {
            this.verdict = verdict;
            this.cause = cause;
            this.culprits = Arrays.asList(culprits);
        }

        /** Under MPICH, the launcher ends the whole job as soon as one rank is killed. */
        boolean runsUnder(Mpi mpi) {
            return this != CRASHED_RANK || mpi == Mpi.OPENMPI;
        }
    }

    @BeforeAll
    static void compile() throws Exception {
        assumeTrue(Mpi.isCommand("cc") && Mpi.isCommand("objcopy"), "no C compiler is installed");
        assumeTrue(Stream.of(Mpi.values()).anyMatch(Mpi::installed), "no MPI is installed");
        MpiRun.libraries();
        for (Mpi mpi : Mpi.values()) {
            if (mpi.installed()) {
                String source = INSTALLATION
                        .home()
                        .resolve("native/preload/test/mpi/hangs.c")
                        .toString();
                // Optimized, as programs are: the compiler puts the call of one line in two places.
                MpiRun.succeed(mpi.compiler(), "-O2", "-g", "-o", program(mpi).toString(), source);
            }
        }
        compiled = true;
    }

    private static Path program(Mpi mpi) {
        return programs.resolve("hangs-" + mpi.label());
    }

    static Stream<Arguments> jobs() {
        return Stream.of(Mpi.values())
                .filter(Mpi::installed)
                .flatMap(mpi -> Stream.of(Job.values())
                        .filter(job -> job.runsUnder(mpi))
                        .map(job -> Arguments.of(mpi, job)));
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void namesTheRankThatDiverged(Mpi mpi, Job job) throws Exception {
        assumeTrue(compiled);
        MpiRun run = MpiRun.of(mpi, folder);
        run.watch(program(mpi).toString(), job.name().toLowerCase(Locale.ROOT));

        AnalyzerResult result = new Analysis(INSTALLATION, folder).run();
        String explanation = result + "\n" + run.output();
        assertEquals(job.verdict, result.verdict(), explanation);
        assertEquals(job.culprits, result.culprits(), explanation);
        if (!job.cause.isEmpty()) {
            assertEquals(job.cause, result.cause(), explanation);
        }
    }

    static Stream<Mpi> installed() {
        return Stream.of(Mpi.values()).filter(Mpi::installed);
    }

    @ParameterizedTest
    @MethodSource("installed")
    void aJobRunsOnUnrecordedWhereNoTraceCanBeWritten(Mpi mpi) throws Exception {
        assumeTrue(compiled);
        Path file = Files.writeString(folder.resolve("file"), "not a folder");
        MpiRun run = MpiRun.of(mpi, folder).withOption("ROLLCALL_FILE", file + "/%r.trace");

        assertEquals(0, run.watch(program(mpi).toString(), "healthy"));
        List<String> lines =
                run.output().lines().filter(line -> line.contains("rollcall:")).toList();
        assertEquals(MpiRun.RANKS, lines.size(), run.output());
    }

    @ParameterizedTest
    @MethodSource("installed")
    void aJobRunsOnUnrecordedAfterAnInvalidOption(Mpi mpi) throws Exception {
        assumeTrue(compiled);
        MpiRun run = MpiRun.of(mpi, folder).withOption("ROLLCALL_SLOTS", "17");

        assertEquals(0, run.watch(program(mpi).toString(), "healthy"));
        assertTrue(run.output().contains("ROLLCALL_SLOTS must be a power of two"), run.output());
    }

    /** As Python loads mpi4py: MPI is not there yet when the recorder is loaded. */
    @ParameterizedTest
    @MethodSource("installed")
    void anMpiThatIsLoadedAfterTheRecorderIsRecorded(Mpi mpi) throws Exception {
        assumeTrue(compiled);
        Path tests = INSTALLATION.home().resolve("native/preload/test/mpi");
        Path loader = folder.resolve("loader");
        Path library = folder.resolve("hangs.so");
        MpiRun.succeed("cc", "-o", loader.toString(), tests.resolve("loader.c").toString(), "-ldl");
        MpiRun.succeed(
                mpi.compiler(),
                "-shared",
                "-fPIC",
                "-o",
                library.toString(),
                tests.resolve("hangs.c").toString());

        MpiRun run = MpiRun.of(mpi, folder);
        assertEquals(0, run.watch(loader.toString(), library.toString(), "healthy_mixed"), run.output());
        AnalyzerResult result = new Analysis(INSTALLATION, folder).run();
        assertEquals("healthy", result.verdict(), result + run.output());
    }

    @Test
    void aProcessWithoutMpiGetsNoTrace() throws IOException, InterruptedException {
        assumeTrue(compiled);
        for (Mpi mpi : installed().toList()) {
            ProcessBuilder shell = new ProcessBuilder("sh", "-c", "exit 3");
            shell.environment().put("LD_PRELOAD", mpi.libraries(MpiRun.libraries()));
            shell.environment().put("LD_BIND_NOW", "1");
            shell.environment().put("ROLLCALL_FILE", folder.resolve("%p.trace").toString());

            assertEquals(3, shell.start().waitFor());
            try (Stream<Path> files = Files.list(folder)) {
                assertEquals(List.of(), files.toList());
            }
        }
    }
}
