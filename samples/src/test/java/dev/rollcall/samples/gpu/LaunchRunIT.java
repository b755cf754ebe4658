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

/** Launches on the wrong GPU and late errors, and their healthy twins, on a machine with GPUs. */
@Tag("gpu")
@ResourceLock("gpu")
class LaunchRunIT {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "dev.rollcall.samples.gpu.WrongLaunch, false, ''",
        "dev.rollcall.samples.gpu.WrongLaunch, true, ''",
        "dev.rollcall.samples.gpu.LateError, false, ''",
        "dev.rollcall.samples.gpu.LateError, false, ',sync=each'",
        "dev.rollcall.samples.gpu.LateError, true, ''"
    })
    void getsTheVerdictThatItDeclares(Class<?> program, boolean healthy, String options) throws Exception {
        List<String> misses = new LaunchRun(Installation.current(), program, healthy, options, folder).misses();
        assumeTrue(misses != null, "too few GPUs on this machine");
        assertEquals(List.of(), misses);
    }
}
