package dev.rollcall.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TraceFileNameTest {
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:05Z");

    private static Path resolve(String pattern, int rank) {
        ProcessIdentity identity = new ProcessIdentity("slurm-7.0", rank, 4, "node3", 4711);
        return new TraceFileName(pattern).resolve(identity, Map.of("RUN", "a/../b", "DOTS", ".."), NOON);
    }

    @Test
    void replacesEveryPattern() {
        assertEquals(Path.of("slurm-7.0/2-node3-4711-20261120-120005.trace"), resolve("%j/%r-%h-%p-%t.trace", 2));
    }

    @Test
    void writesAnUnknownRankAsX() {
        assertEquals(Path.of("x.trace"), resolve("%r.trace", -1));
    }

    @Test
    void keepsInsertedTextInsideTheFolder() {
        assertEquals(Path.of("out/a_.._b/_/_.trace"), resolve("out/%{RUN}/%{DOTS}/%{UNSET}.trace", 0));
    }

    @Test
    void keepsAPercentSign() {
        assertEquals(Path.of("50%.trace"), resolve("50%%.trace", 0));
    }
}
