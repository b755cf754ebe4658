package dev.rollcall.analyzer.input.nccl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.ApprovedTexts;
import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.input.job.ReadResult;
import dev.rollcall.analyzer.input.nccl.WrittenLog.Form;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Logs that prove less than they seem to, and logs in UTF-16. */
class AmbiguousLogsTest {
    @RegisterExtension
    static final ApprovedTexts TEXTS = new ApprovedTexts();

    private static final int WORLD = 4;

    @TempDir
    private Path folder;

    private Verdict verdict() {
        ReadResult reading = new JobReader(-1).read(List.of(folder));
        assertEquals(1, reading.jobs().size(), () -> reading.unreadable().toString());
        return new Diagnosis().of(reading.jobs().get(0).job());
    }

    private void write(String name, WrittenLog log) throws IOException {
        Files.write(folder.resolve(name), log.lines());
    }

    /** PyTorch creates a communicator at its first call; a job with a mesh often never uses the one of all ranks. */
    @ParameterizedTest
    @EnumSource(names = {"NCCL_2_18", "NCCL_2_28"})
    void namesNobodyAndCallsNothingHealthyWhereNoCommunicatorIsOfAll(Form form) throws IOException {
        for (int rank = 0; rank < WORLD; rank++) {
            write(
                    "node0." + rank + ".log",
                    new WrittenLog(form, rank, WORLD).join().steps(5));
            List<String> others = new WrittenLog(form, rank, WORLD)
                    .join().steps(rank == 2 ? 5 : 6).lines().stream()
                            .map(line -> line.replace("node0", "node1").replace("c446e1b272e88fa2", "17e88fa2c446e1b2"))
                            .toList();
            Files.write(folder.resolve("node1." + rank + ".log"), others);
        }

        Verdict verdict = verdict();

        assertEquals(Outcome.INCONCLUSIVE, verdict.outcome(), verdict::summary);
        assertEquals(List.of(), verdict.culprits());
        TEXTS.verify(form.name(), verdict.summary() + "\n" + verdict.detail());
    }

    private static WrittenLog exchange(int rank, boolean receives) {
        WrittenLog log = new WrittenLog(Form.NCCL_2_28, rank, WORLD).join().steps(2);
        for (int peer = 0; peer < WORLD; peer++) {
            if (peer != rank) {
                log.call("Send", 10_000_000, 7, 0, peer);
                if (receives || peer != 1) {
                    log.call("Recv", 10_000_000, 7, 0, peer);
                }
            }
        }
        return log.steps(1);
    }

    @Test
    void saysWhichSendHasNoReceive() throws IOException {
        for (int rank = 0; rank < WORLD; rank++) {
            write("nccl." + rank + ".log", exchange(rank, rank != 2));
        }

        Verdict verdict = verdict();

        assertEquals(Outcome.INCONCLUSIVE, verdict.outcome(), verdict::summary);
        assertEquals(List.of(), verdict.culprits());
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }

    @Test
    void callsAnExchangeThatEndedInOrderHealthy() throws IOException {
        for (int rank = 0; rank < WORLD; rank++) {
            write("nccl." + rank + ".log", exchange(rank, true).end("Destroy"));
        }

        assertEquals(Outcome.HEALTHY, verdict().outcome());
    }

    /** A log is written before a call, so all ranks may hang in the last one; then a watchdog aborts the communicators. */
    @ParameterizedTest
    @ValueSource(strings = {"", "Abort"})
    void doesNotCallEqualCallsWithoutAnOrderlyEndHealthy(String end) throws IOException {
        for (int rank = 0; rank < WORLD; rank++) {
            WrittenLog log = new WrittenLog(Form.NCCL_2_28, rank, WORLD).join().steps(5);
            write("nccl." + rank + ".log", end.isEmpty() ? log : log.end(end));
        }

        Verdict verdict = verdict();

        assertEquals(Outcome.INCONCLUSIVE, verdict.outcome(), verdict::summary);
        assertEquals(List.of(), verdict.culprits());
        assertEquals(List.of(), verdict.suspects());
        TEXTS.verify(end.isEmpty() ? "none" : end, verdict.summary() + "\n" + verdict.detail());
    }

    @Test
    void saysWhichRankDidNotShowItsEnd() throws IOException {
        for (int rank = 0; rank < WORLD; rank++) {
            WrittenLog log = new WrittenLog(Form.NCCL_2_28, rank, WORLD).join().steps(5);
            write("nccl." + rank + ".log", rank == 2 ? log : log.end("Destroy"));
        }

        Verdict verdict = verdict();

        assertEquals(Outcome.INCONCLUSIVE, verdict.outcome(), verdict::summary);
        assertEquals(List.of(), verdict.culprits());
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }

    /** PowerShell writes redirected output so. */
    @ParameterizedTest
    @ValueSource(strings = {"UTF-16LE", "UTF-16BE"})
    void readsLogsOfTwoBytesALetter(String alphabet) throws IOException {
        for (int rank = 0; rank < WORLD; rank++) {
            String text = "\ufeff"
                    + String.join("\r\n", exchange(rank, true).end("Destroy").lines()) + "\r\n";
            Files.write(folder.resolve(rank + ".log"), text.getBytes(Charset.forName(alphabet)));
        }

        assertEquals(Outcome.HEALTHY, verdict().outcome(), () -> verdict().summary());
    }

    @Test
    void rejectsALogWithoutCommunicators() throws IOException {
        for (int rank = 0; rank < WORLD - 1; rank++) {
            write("nccl." + rank + ".log", exchange(rank, true));
        }
        Files.writeString(
                folder.resolve("nccl.3.log"), "node0:4003:4003 [3] NCCL INFO NET/Socket\n", StandardCharsets.UTF_8);

        ReadResult reading = new JobReader(-1).read(List.of(folder));

        assertTrue(
                reading.unreadable().stream()
                        .anyMatch(file -> file.reason().contains("in which no process began to create a communicator")),
                () -> reading.unreadable().toString());
    }
}
