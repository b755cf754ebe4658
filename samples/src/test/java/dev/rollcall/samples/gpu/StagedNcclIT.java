package dev.rollcall.samples.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rollcall.samples.launch.Installation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The samples of NCCL over libraries that stand in for it and CUDA, on machines without a GPU. {@link GpuRunIT} has the real ones. */
class StagedNcclIT {
    @TempDir
    private static Path built;

    @TempDir
    private Path folder;

    @BeforeAll
    static void buildStandIns() throws Exception {
        Path build = Installation.current().home().resolve("native/faults/build");
        Process compiler = new ProcessBuilder(
                        "bash", build.toString(), built.resolve("faults.so").toString())
                .redirectErrorStream(true)
                .redirectOutput(built.resolve("build.log").toFile())
                .start();
        compiler.waitFor();
        String log = Files.readString(built.resolve("build.log"));
        assumeTrue(!log.contains("cc: command not found"), "no C compiler on this machine");
        assertEquals("", log);
    }

    @Test
    void namesTheConditionWithAProcessForEachRank() throws Exception {
        assertExpected(run(GpuSample.NCCL_BRANCH));
    }

    @Test
    void namesTheConditionWithAThreadForEachRank() throws Exception {
        assertExpected(run(GpuSample.NCCL_BRANCH).inOneProcess());
    }

    @Test
    void accusesNobodyIfAllRanksAverage() throws Exception {
        assertExpected(run(GpuSample.NCCL_BRANCH).healthy());
    }

    @Test
    void accusesNoThreadIfAllAverage() throws Exception {
        assertExpected(run(GpuSample.NCCL_BRANCH).healthy().inOneProcess());
    }

    @Test
    void suspectsRanksThatShareAGpu() throws Exception {
        assertExpected(run(GpuSample.SHARED_GPU));
    }

    @Test
    void suspectsRanksThatShareTheOnlyGpu() throws Exception {
        assertExpected(run(GpuSample.SHARED_GPU).environment(Map.of("ROLLCALL_DEVICES", "1")));
    }

    @Test
    void needsTwoGpusWhereEachRankHasItsOwn() throws Exception {
        GpuRun run = run(GpuSample.SHARED_GPU).healthy().environment(Map.of("ROLLCALL_DEVICES", "1"));
        assertNull(run.misses());
        assertEquals("2 GPUs and NCCL", run.needed());
    }

    @Test
    void suspectsNobodyIfEachRankHasItsGpu() throws Exception {
        assertExpected(run(GpuSample.SHARED_GPU).healthy());
    }

    private static void assertExpected(GpuRun run) throws Exception {
        List<String> misses = run.misses();
        assertNotNull(misses, "the stand-ins were not found");
        assertEquals(List.of(), misses);
    }

    private GpuRun run(GpuSample sample) {
        Path libraries = built.resolve("driver");
        return new GpuRun(Installation.current(), sample, folder.resolve("run"))
                .environment(Map.of(
                        "LD_LIBRARY_PATH", libraries.toString(),
                        // JavaCPP prefers an installed CUDA runtime.
                        "LD_PRELOAD", libraries.resolve("libcudart.so.13").toString(),
                        "ROLLCALL_NCCL", folder.resolve("ranks").toString(),
                        "ROLLCALL_NCCL_DISTINCT", "1"));
    }
}
