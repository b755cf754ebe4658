package dev.rollcall.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.rollcall.ranks.LostFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A job whose trace is truncated or deleted while it runs. */
class LostFileIT {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "-Xint, 0, between, 2000",
        "-Xint, 0, within, 2000",
        "-XX:TieredStopAtLevel=1, 0, between, 50000",
        "-XX:TieredStopAtLevel=1, 0, within, 50000",
        "-XX:-TieredCompilation, 0, between, 50000",
        "-XX:-TieredCompilation, 0, within, 50000",
        "-XX:+TieredCompilation, 4096, between, 50000",
        "-XX:+TieredCompilation, 0, within, 50000"
    })
    void runsOnIfTheFileIsTruncated(String compiler, String length, String when, int calls) throws Exception {
        try (Forked process = forked().compiler(compiler)) {
            Forked.Result result = run(process, length, when, calls);
            assertEquals(
                    "rollcall: recording stopped: the trace file was truncated; the job runs on",
                    result.own().get(1),
                    result.err());
            assertEquals(2, result.own().size(), result.err());
        }
    }

    @Test
    void runsOnIfTheFileIsDeleted() throws Exception {
        try (Forked process = forked()) {
            Forked.Result result = run(process, "deleted", "between", 1000);
            assertEquals(1, result.own().size(), result.err());
            assertFalse(Files.exists(process.trace(0)));
        }
    }

    private Forked forked() throws Exception {
        Path calls = Files.writeString(folder.resolve("mine.calls"), """
                library mine
                class dev.rollcall.ranks.LostFile
                  call all_reduce  sum  input reduction
                """);
        return new Forked(folder).options("slots=64,stack=off,calls=" + calls);
    }

    private static Forked.Result run(Forked process, String becomes, String when, int calls) throws Exception {
        String file = process.trace(0).toString();
        Forked.Result result = process.run(1, LostFile.class, file, becomes, when, String.valueOf(calls))
                .get(0);
        assertEquals(0, result.exitCode(), result.err());
        assertEquals("sum " + 2L * calls * 25 + "\n", result.out());
        assertEquals("", result.foreignErr());
        return result;
    }
}
