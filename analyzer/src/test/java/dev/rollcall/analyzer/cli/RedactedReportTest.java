package dev.rollcall.analyzer.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.input.RecordedRank;
import dev.rollcall.trace.CommunicatorWriter;
import dev.rollcall.trace.Operation;
import dev.rollcall.trace.TraceIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code --redact} leaves of traces whose every name is marked. */
class RedactedReportTest {
    private static final int WORLD = 4;

    @TempDir
    Path folder;

    private Path traces;

    @BeforeEach
    void record() throws IOException {
        traces = folder.resolve("zqfolder").resolve("zqjob-7");
        for (int number = 0; number < WORLD; number++) {
            TraceIdentity identity = new TraceIdentity(
                    "zqjob-7",
                    number,
                    WORLD,
                    "zqhost" + number + ".zqcorp.example",
                    4000 + number,
                    RecordedRank.START_MILLIS,
                    "test",
                    "java -Dout=/home/zquser/zqout zqapp.Train",
                    "/home/zquser/zqlib/zqtrain.jar");
            try (RecordedRank rank = RecordedRank.of(traces, identity, 64)) {
                CommunicatorWriter all = rank.join("store-1", "world", number, WORLD);
                rank.steps(all, 5);
                if (number == 2) {
                    rank.uncaught(
                            "main",
                            "java.io.IOException",
                            "/home/zquser/zqdata/part.bin: zqhost1 did not answer at 10.47.0.3, job zqjob-7");
                } else {
                    rank.call(all, Operation.ALL_REDUCE, 1024, "step", 22);
                }
                rank.alive(60);
            }
        }
        Files.writeString(traces.resolve("3-zqhost3-9.trace"), "damaged");
    }

    private static void assertRedacted(String report) {
        String lower = report.toLowerCase(Locale.ROOT);
        assertFalse(lower.contains("zq"), report);
        assertFalse(lower.contains("10.47."), report);
    }

    @Test
    void holdsNoNameInAnyFormat() throws IOException {
        Path html = folder.resolve("report.html");
        for (String format : new String[] {"text", "json", "sarif"}) {
            CommandLineRun run = CommandLineRun.of("analyze", traces, "--redact", "--format", format, "--html", html);
            assertEquals(1, run.exitCode(), run.err());
            assertRedacted(run.out());
            assertRedacted(Files.readString(html));
        }
    }

    @Test
    void callsAHostTheSameInEveryFormat() throws IOException {
        Path html = folder.resolve("report.html");
        CommandLineRun text = CommandLineRun.of("analyze", traces, "--redact", "--html", html);
        String summary = CommandLineRun.of("analyze", traces, "--redact", "--format", "json")
                .json()
                .at("/summary")
                .asText();

        assertTrue(summary.contains("host-3"), summary);
        assertTrue(text.line().startsWith(summary), text.out());
        assertTrue(Files.readString(html).contains("host-3"));
    }

    @Test
    void keepsTheVerdict() throws IOException {
        CommandLineRun plain = CommandLineRun.of("analyze", traces, "--format", "json");
        CommandLineRun redacted = CommandLineRun.of("analyze", traces, "--format", "json", "--redact");

        for (String field : new String[] {"/verdict", "/culprits", "/suspects", "/findings/0/cause"}) {
            assertEquals(plain.json().at(field), redacted.json().at(field));
        }
        assertTrue(redacted.out().contains("Trainer.java"));
    }
}
