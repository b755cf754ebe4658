package dev.rollcall.samples.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Severity;
import dev.rollcall.analyzer.verdict.Verdict;
import dev.rollcall.samples.generate.program.ScriptLine;
import dev.rollcall.samples.generate.program.SimulatedCommunicator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Hangs that no fault of the generator covers. No innocent rank is named, in any format. */
class StrangeJobsTest {

    @TempDir
    private Path folder;

    private static void step(HandwrittenProgram job, int rank, SimulatedCommunicator world) {
        job.broadcast(rank, world, 4, ScriptLine.SCHEDULE);
        job.allReduce(rank, world, 1000, ScriptLine.ATTENTION_GRADIENT);
        job.allReduce(rank, world, 2000, ScriptLine.PROJECTION_GRADIENT);
        job.allReduce(rank, world, 1, ScriptLine.LOSS);
    }

    @ParameterizedTest
    @EnumSource
    void namesTheRankThatReceivesFromAnotherThanItsUsualPeer(EvidenceFormat format) throws IOException {
        HandwrittenProgram job = new HandwrittenProgram(4);
        SimulatedCommunicator ring = job.group("ring", 0, 1, 2, 3);
        for (int rank = 0; rank < 4; rank++) {
            for (int step = 0; step < 5; step++) {
                int from = rank == 1 && step == 3 ? 2 : (rank + 3) % 4;
                if (rank % 2 == 0) {
                    job.send(rank, ring, (rank + 1) % 4);
                    job.receive(rank, ring, from);
                } else {
                    job.receive(rank, ring, from);
                    job.send(rank, ring, (rank + 1) % 4);
                }
                job.barrier(rank, ring, ScriptLine.LAST_BARRIER);
            }
        }
        Verdict verdict = job.diagnose(format, folder);
        assertEquals(List.of(1), verdict.culprits(), verdict.summary());
        assertEquals(Cause.UNMATCHED_SEND_RECV, verdict.findings().get(0).cause());
    }

    @ParameterizedTest
    @EnumSource
    void namesNoMajorityWhereOneRankIsACallAhead(EvidenceFormat format) throws IOException {
        HandwrittenProgram job = new HandwrittenProgram(4).keeping(64);
        SimulatedCommunicator world = job.group("world", 0, 1, 2, 3);
        for (int rank = 0; rank < 4; rank++) {
            for (int step = 0; step < 60; step++) {
                job.allReduce(rank, world, 1000, ScriptLine.ATTENTION_GRADIENT);
                if (rank == 2 && step == 10) {
                    job.allReduce(rank, world, 1000, ScriptLine.GRADIENT_METRIC);
                }
                job.allReduce(rank, world, 1000, ScriptLine.PROJECTION_GRADIENT);
                job.allReduce(rank, world, 1000, ScriptLine.LOSS);
            }
        }
        Verdict verdict = job.diagnose(format, folder);
        assertTrue(List.of(2).containsAll(verdict.culprits()), verdict.summary());
    }

    @ParameterizedTest
    @EnumSource
    void reportsEachOfThreeDifferentCalls(EvidenceFormat format) throws IOException {
        HandwrittenProgram job = new HandwrittenProgram(3);
        SimulatedCommunicator world = job.group("world", 0, 1, 2);
        for (int rank = 0; rank < 3; rank++) {
            job.allReduce(rank, world, 3, ScriptLine.LOSS);
        }
        job.allReduce(0, world, 3, ScriptLine.LOSS);
        job.broadcast(1, world, 4, ScriptLine.SCHEDULE);
        job.barrier(2, world, ScriptLine.LAST_BARRIER);
        Verdict verdict = job.diagnose(format, folder);
        assertEquals(List.of(), verdict.culprits(), verdict.summary());
        assertEquals(
                List.of(List.of(0, 1), List.of(0, 2)),
                verdict.findings().stream().map(Finding::ranks).toList(),
                verdict.summary());
        assertEquals(List.of(0, 1, 2), verdict.suspects(), verdict.summary());
    }

    @ParameterizedTest
    @EnumSource
    void reportsACallOnTheWrongGroupOnce(EvidenceFormat format) throws IOException {
        HandwrittenProgram job = new HandwrittenProgram(4);
        SimulatedCommunicator world = job.group("world", 0, 1, 2, 3);
        SimulatedCommunicator pair = job.group("pair", 0, 1);
        for (int rank = 0; rank < 4; rank++) {
            for (int step = 0; step < 6; step++) {
                job.allReduce(rank, world, 1000, ScriptLine.ATTENTION_GRADIENT);
                if (rank < 2) {
                    job.allReduce(rank, rank == 0 && step == 3 ? world : pair, 8, ScriptLine.LOSS_METRIC);
                }
                job.allReduce(rank, world, 1, ScriptLine.LOSS);
            }
        }
        Verdict verdict = job.diagnose(format, folder);
        assertEquals(List.of(0), verdict.culprits(), verdict.summary());
        assertEquals(
                1,
                verdict.findings().stream()
                        .filter(finding -> finding.severity() == Severity.CULPRIT)
                        .count());
    }

    /** The evidence does not show whether a call was repeated or the rest of an iteration skipped. */
    @ParameterizedTest
    @EnumSource
    void doesNotReportSkippedCallsOfARankThatRepeatsACall(EvidenceFormat format) throws IOException {
        HandwrittenProgram job = new HandwrittenProgram(4);
        SimulatedCommunicator world = job.group("world", 0, 1, 2, 3);
        for (int rank = 0; rank < 4; rank++) {
            for (int step = 0; step < 6; step++) {
                job.broadcast(rank, world, 4, ScriptLine.SCHEDULE);
                if (rank == 1 && step == 3) {
                    job.allReduce(rank, world, 1000, ScriptLine.ATTENTION_GRADIENT);
                }
                job.allReduce(rank, world, 1000, ScriptLine.ATTENTION_GRADIENT);
                job.allReduce(rank, world, 2000, ScriptLine.PROJECTION_GRADIENT);
                job.allReduce(rank, world, 1, ScriptLine.LOSS);
            }
        }
        Verdict verdict = job.diagnose(format, folder);
        assertEquals(List.of(1), verdict.culprits(), verdict.summary());
        assertFalse(verdict.summary().contains("skipped three calls"), verdict.summary());
    }

    @ParameterizedTest
    @EnumSource
    void namesTwoRanksThatDivergeAtOnce(EvidenceFormat format) throws IOException {
        HandwrittenProgram job = new HandwrittenProgram(6);
        SimulatedCommunicator world = job.group("world", 0, 1, 2, 3, 4, 5);
        for (int rank = 0; rank < 6; rank++) {
            step(job, rank, world);
            step(job, rank, world);
            job.broadcast(rank, world, 4, ScriptLine.SCHEDULE);
            if (rank == 4) {
                job.barrier(rank, world, ScriptLine.LOSS_METRIC);
            }
            job.allReduce(rank, world, rank == 1 ? 999 : 1000, ScriptLine.ATTENTION_GRADIENT);
        }
        Verdict verdict = job.diagnose(format, folder);
        assertEquals(List.of(1, 4), verdict.culprits(), verdict.summary());
    }

    @ParameterizedTest
    @EnumSource
    void namesNoRankWhereOnlyInnocentRanksHaveTraces(EvidenceFormat format) throws IOException {
        HandwrittenProgram job = new HandwrittenProgram(8).without(4, 5, 6, 7);
        SimulatedCommunicator world = job.group("world", 0, 1, 2, 3, 4, 5, 6, 7);
        for (int rank = 0; rank < 8; rank++) {
            step(job, rank, world);
            if (rank == 5) {
                job.allReduce(rank, world, 1, ScriptLine.LOSS_METRIC);
            }
            step(job, rank, world);
        }
        Verdict verdict = job.diagnose(format, folder);
        assertEquals(List.of(), verdict.culprits(), verdict.summary());
    }

    /** Pipeline stages of one, two and three layers; only the first and the last share an embedding. */
    @ParameterizedTest
    @EnumSource
    void namesTheRankThatSkipsACallAmongUnequalStages(EvidenceFormat format) throws IOException {
        HandwrittenProgram job = new HandwrittenProgram(6);
        SimulatedCommunicator world = job.group("world", 0, 1, 2, 3, 4, 5);
        SimulatedCommunicator[] tensor = {job.group("t0", 0, 1), job.group("t1", 2, 3), job.group("t2", 4, 5)};
        SimulatedCommunicator[] embedding = {job.group("e0", 0, 4), job.group("e1", 1, 5)};
        for (int rank = 0; rank < 6; rank++) {
            int stage = rank / 2;
            for (int step = 0; step < 5; step++) {
                for (int layer = 0; layer <= stage; layer++) {
                    job.allReduce(rank, tensor[stage], 64, ScriptLine.SHARD_FORWARD);
                }
                if (stage != 1 && !(rank == 4 && step == 3)) {
                    job.allReduce(rank, embedding[rank % 2], 512, ScriptLine.SCATTER_EMBEDDING);
                }
                job.allReduce(rank, world, 1, ScriptLine.LOSS);
            }
        }
        Verdict verdict = job.diagnose(format, folder);
        assertEquals(List.of(4), verdict.culprits(), verdict.summary());
    }
}
