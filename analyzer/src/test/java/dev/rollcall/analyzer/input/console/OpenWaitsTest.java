package dev.rollcall.analyzer.input.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.input.job.ReadResult;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Consoles that show in which calls ranks wait, and not for whom: sends and receives, and groups of unknown members. */
class OpenWaitsTest {
    private static final String WORLD = "0(default_pg)";
    private static final String PIPELINE = "7(mesh_pp)";

    @TempDir
    private Path folder;

    private Verdict verdict(ConsoleText... files) throws IOException {
        for (int i = 0; i < files.length; i++) {
            Files.write(folder.resolve("console" + i + ".log"), files[i].lines());
        }
        ReadResult reading = new JobReader(-1).read(List.of(folder));
        assertEquals(1, reading.jobs().size(), () -> reading.unreadable().toString());
        return new Diagnosis().of(reading.jobs().get(0).job());
    }

    /** Ranks 0, 1 and 3 of a pipeline wait; each has made another number of messages. */
    private static ConsoleText pipelineWithout2(String group) {
        return new ConsoleText()
                .timeout(0, 0, group, "SEND", 64, 30, 30)
                .timeout(1, 1, group, "SEND", 64, 37, 37)
                .timeout(3, 3, group, "RECV", 64, 51, 51);
    }

    private static void assertOpen(Verdict verdict, Integer... suspects) {
        assertEquals(List.of(), verdict.culprits(), verdict::summary);
        assertEquals(List.of(suspects), verdict.suspects(), verdict::summary);
        assertEquals(Outcome.INCONCLUSIVE, verdict.outcome(), verdict::summary);
        assertFalse(verdict.summary().contains("No call was recorded"), verdict::summary);
    }

    @ParameterizedTest
    @ValueSource(strings = {WORLD, PIPELINE})
    void suspectsTheOnlyStageThatWaitsInNoMessage(String group) throws IOException {
        assertOpen(verdict(pipelineWithout2(group).observed(2, 28, 28)), 2);
    }

    @ParameterizedTest
    @ValueSource(strings = {WORLD, PIPELINE})
    void suspectsTheOnlyStageThatWroteNoMessageOfTheWatchdog(String group) throws IOException {
        Verdict verdict = verdict(pipelineWithout2(group).line(2, "loading shard 7"));

        assertOpen(verdict, 2);
        assertTrue(verdict.summary().contains("the console shows no call of it"), verdict::summary);
    }

    @Test
    void namesTheStageThatCrashed() throws IOException {
        Verdict verdict = verdict(pipelineWithout2(PIPELINE)
                .exception(2, "ValueError: empty batch")
                .torchrun(4, Map.of(2, 1)));

        assertEquals(List.of(2), verdict.culprits(), verdict::summary);
    }

    /** A message of another size than its receive can make a device read beyond a buffer, and the sizes are not compared here. */
    @Test
    void suspectsTheStageWhoseDeviceFailedAndProvesNothing() throws IOException {
        ConsoleText text = pipelineWithout2(PIPELINE);
        text.exception(2, "RuntimeError: CUDA error: an illegal memory access was encountered");
        Verdict verdict = verdict(text.torchrun(4, Map.of(2, 1)));

        assertOpen(verdict, 2);
        assertTrue(verdict.summary().contains("CUDA error"), verdict::summary);
    }

    @Test
    void doesNotNameTheStageThatLostAConnection() throws IOException {
        ConsoleText text = pipelineWithout2(PIPELINE);
        text.exception(2, "RuntimeError: [gloo/transport/tcp/pair.cc:534] Connection closed by peer [10.0.0.7]:1234");

        assertOpen(verdict(text.torchrun(4, Map.of(2, 1))), 2);
    }

    /** A wrong order, a mismatched tag and a stalled network look like this. */
    @Test
    void suspectsNobodyWhereAllStagesWait() throws IOException {
        Verdict verdict = verdict(pipelineWithout2(PIPELINE).timeout(2, 2, PIPELINE, "RECV", 64, 44, 44));

        assertOpen(verdict);
        assertTrue(
                verdict.summary().contains("Ranks 0 and 1 wait in send and ranks 2 and 3 in recv"), verdict::summary);
    }

    @Test
    void suspectsNobodyWhereMostRanksWaitInNoMessage() throws IOException {
        assertOpen(verdict(new ConsoleText()
                .timeout(3, 3, PIPELINE, "RECV", 64, 51, 51)
                .observed(0, 5, 5)
                .observed(1, 5, 5)
                .observed(2, 5, 5)));
    }

    /** Stages make different numbers of batches, so that the numbers say nothing. */
    @Test
    void comparesNoNumbersOfBatches() throws IOException {
        assertOpen(verdict(new ConsoleText()
                .timeout(0, "COALESCED", 64, 30, 30)
                .timeout(1, "COALESCED", 64, 60, 60)
                .timeout(2, "COALESCED", 64, 60, 60)
                .timeout(3, "COALESCED", 64, 31, 31)));
    }

    @Test
    void comparesNoNumbersOfBatchesBesideMessagesInOtherFiles() throws IOException {
        assertOpen(verdict(
                new ConsoleText().timeout(0, "SEND", 64, 30, 30),
                new ConsoleText().timeout(1, "COALESCED", 64, 37, 37),
                new ConsoleText().timeout(2, "COALESCED", 64, 37, 37),
                new ConsoleText().timeout(3, "RECV", 64, 50, 50)));
    }

    /** Collectives can be coalesced, too. */
    @Test
    void comparesABatchWithAnotherCollectiveOfThatNumber() throws IOException {
        Verdict verdict = verdict(new ConsoleText()
                .timeout(0, "COALESCED", 64, 30, 30)
                .timeout(1, "ALLREDUCE", 64, 30, 30)
                .timeout(2, "ALLREDUCE", 64, 30, 30)
                .timeout(3, "ALLREDUCE", 64, 30, 30));

        assertEquals(List.of(0), verdict.culprits(), verdict::summary);
    }

    /** The others wait for the rank that waits in a receive, and nothing shows for whom that one does. */
    @Test
    void suspectsTheRankInAReceiveForWhichOthersWaitInACollective() throws IOException {
        Verdict verdict = verdict(new ConsoleText()
                .timeout(0, "RECV", 64, 30, 30)
                .timeout(1, "ALLREDUCE", 64, 12, 12)
                .timeout(2, "ALLREDUCE", 64, 12, 12)
                .timeout(3, "ALLREDUCE", 64, 12, 12));

        assertOpen(verdict, 0);
        assertTrue(verdict.summary().contains("it waits in recv"), verdict::summary);
    }

    @Test
    void saysOnceWhereRanksOfUnknownGroupsWait() throws IOException {
        ConsoleText text = new ConsoleText();
        for (int rank = 0; rank < 8; rank++) {
            text.timeout(rank, rank % 2, "10(mesh_tp)", "ALLREDUCE", 64, 400 + rank / 2, 400 + rank / 2);
        }
        Verdict verdict = verdict(text);

        assertOpen(verdict);
        assertEquals(1, verdict.findings().size());
        assertEquals("Ranks 0–7 wait in all_reduce on `mesh_tp`.", verdict.summary());
    }

    @Test
    void suspectsTheOnlyRankOfUnknownGroupsThatWaitsNowhere() throws IOException {
        ConsoleText text = new ConsoleText().observed(5, 5, 5);
        for (int rank : new int[] {0, 1, 2, 3, 4, 6, 7}) {
            text.timeout(rank, rank % 2, "10(mesh_tp)", "ALLREDUCE", 64, 400 + rank / 2, 400 + rank / 2);
        }

        assertOpen(verdict(text), 5);
    }
}
