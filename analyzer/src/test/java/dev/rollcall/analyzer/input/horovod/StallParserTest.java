package dev.rollcall.analyzer.input.horovod;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.input.job.JobReader;
import dev.rollcall.analyzer.input.job.ReadResult;
import dev.rollcall.analyzer.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Warnings of Horovod's stall inspector: which ranks to look at first. */
class StallParserTest {
    private static final String BEGIN =
            "[2026-11-20 16:35:15.181832: W /horovod/common/stall_inspector.cc:105] One or more"
                    + " tensors were submitted to be reduced, gathered or broadcasted by subset of ranks and are waiting for remainder of"
                    + " ranks for more than 60 seconds. This may indicate that different ranks are trying to submit different tensors.\n";

    @TempDir
    private Path folder;

    private Verdict verdict(String console) throws IOException {
        Files.writeString(folder.resolve("stderr.log"), console);
        ReadResult reading = new JobReader(-1).read(List.of(folder));
        assertEquals(1, reading.jobs().size(), () -> reading.unreadable().toString());
        return new Diagnosis().of(reading.jobs().get(0).job());
    }

    private void assertSuspects(String console, Integer... ranks) throws IOException {
        Verdict verdict = verdict(console);
        assertEquals(List.of(), verdict.culprits(), verdict::summary);
        assertEquals(List.of(ranks), verdict.suspects(), verdict::summary);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[0]<stderr>:", "[1,0]<stderr>:", "\u001b[33m"})
    void suspectsTheRankThatDidNotSubmit(String prefix) throws IOException {
        assertSuspects(
                prefix + BEGIN + prefix + "Missing ranks:\n" + prefix
                        + "1: [HorovodAllreduce_grads_0, HorovodAllreduce_b ...]\n",
                1);
    }

    @Test
    void namesTensorsAndInventsNoNumbers() throws IOException {
        Verdict verdict = verdict(BEGIN + "Missing ranks:\n1: [HorovodAllreduce_grads_0, HorovodAllreduce_b ...]\n");

        assertEquals("Look at rank 1 first: it did not submit tensor HorovodAllreduce_grads_0.", verdict.summary());
        assertEquals(
                "Rank 0 waits for it in all_reduce, tensor HorovodAllreduce_grads_0 on `horovod`.", verdict.detail());
    }

    @Test
    void namesNoTensorWhereRanksLackDifferentOnes() throws IOException {
        Verdict verdict = verdict(BEGIN + "Missing ranks:\n1: [a]\n2: [b]\n4: [b]\n");

        assertEquals(
                "Look at ranks 0 and 3 first: they wait in a call on `horovod`, which ranks 1, 2 and 4 did not submit.",
                verdict.summary());
    }

    @Test
    void readsTheWarningsOfOlderVersions() throws IOException {
        assertSuspects(BEGIN + "Stalled ranks:\n3: [HorovodBroadcast_w]\n", 3);
        assertSuspects(
                BEGIN
                        + "Stalled ops:\nHorovodAllreduce_a [missing ranks: 2, 5]\nHorovodAllreduce_b [missing ranks: 2]\n",
                2,
                5);
    }

    @Test
    void takesTheNewestWarning() throws IOException {
        assertSuspects(
                BEGIN + "Missing ranks:\n1: [a_allreduce]\nstep 12\n" + BEGIN
                        + "Missing ranks:\n2: [b_allreduce]\nstep 13\n",
                2);
    }

    /** Rank 0 alone submitted: its call is one too many. */
    @Test
    void suspectsTheOnlyRankThatSubmitted() throws IOException {
        assertSuspects(
                BEGIN
                        + "Missing ranks:\n1: [metric]\n2: [metric]\n3: [metric]\n4!: [metric]\nOne or more rank is stalled\n",
                0);
    }

    @Test
    void suspectsTheRankThatSubmittedAnotherTensor() throws IOException {
        assertSuspects(BEGIN + "Missing ranks:\n0: [b]\n1: [b]\n2: [a]\n3: [b]\n", 2);
    }

    @Test
    void suspectsBothWhereTwoRanksSubmittedDifferentTensors() throws IOException {
        assertSuspects(BEGIN + "Missing ranks:\n0: [b]\n1: [a]\n", 0, 1);
    }

    @Test
    void findsNothingInAHeadingAlone() throws IOException {
        Files.writeString(folder.resolve("stderr.log"), BEGIN + "Missing ranks:\nstep 1\nstep 2\n");

        assertEquals(List.of(), new JobReader(-1).read(List.of(folder)).jobs());
    }
}
