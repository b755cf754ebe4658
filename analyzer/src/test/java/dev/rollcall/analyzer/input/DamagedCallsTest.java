package dev.rollcall.analyzer.input;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.verdict.Verdict;
import dev.rollcall.trace.Operation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records of calls that no recorder writes, such as those with a flipped bit. */
class DamagedCallsTest {
    @TempDir
    private Path folder;

    @Test
    void callsWithImpossibleCountsAccuseNoRank() throws IOException {
        Verdict verdict = new TraceFolder(folder).diagnose(4, (rank, trace, world) -> {
            trace.steps(world, 5);
            trace.call(world, Operation.ALL_REDUCE, rank == 2 ? 1024 + (1L << 48) : 1024, "step", 40);
            trace.steps(world, 5);
        });

        assertEquals(List.of(), verdict.culprits(), verdict.summary());
    }
}
