package dev.rollcall.samples.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rollcall.samples.launch.Installation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The founding symptom, on a machine with a GPU. */
@Tag("gpu")
@ResourceLock("gpu")
class ZeroedCopyIT {
    @TempDir
    private Path folder;

    @Test
    void getsTheVerdictThatItDeclares() throws Exception {
        Path injector = Path.of(System.getProperty("rollcall.faults", "../native/faults/target/faults.so"))
                .toAbsolutePath();
        assumeTrue(Files.exists(injector), "native/faults/build makes the injector of faults");
        List<String> misses = new ZeroedCopyRun(Installation.current(), injector, folder).misses();
        assumeTrue(misses != null, "no GPU on this machine");
        assertEquals(List.of(), misses);
    }
}
