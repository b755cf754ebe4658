package dev.rollcall.samples.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rollcall.samples.launch.Installation;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The samples that use GPUs wrongly, and their healthy twins, on a machine with GPUs. */
@Tag("gpu")
@ResourceLock("gpu")
class GpuRunIT {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "WRONG_LAUNCH, false, false, ''",
        "WRONG_LAUNCH, true, false, ''",
        "LATE_ERROR, false, false, ''",
        "LATE_ERROR, false, false, ',sync=each'",
        "LATE_ERROR, true, false, ''",
        "NCCL_BRANCH, false, false, ''",
        "NCCL_BRANCH, true, false, ''",
        "NCCL_BRANCH, false, true, ''",
        "NCCL_BRANCH, true, true, ''",
        "SHARED_GPU, false, false, ''",
        "SHARED_GPU, true, false, ''"
    })
    void getsTheVerdictThatItDeclares(GpuSample sample, boolean healthy, boolean oneProcess, String options)
            throws Exception {
        GpuRun run = new GpuRun(Installation.current(), sample, folder).options(options);
        if (healthy) {
            run.healthy();
        }
        if (oneProcess) {
            run.inOneProcess();
        }
        List<String> misses = run.misses();
        assumeTrue(misses != null, () -> "needs " + run.needed());
        assertEquals(List.of(), misses);
    }
}
