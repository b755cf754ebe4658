package dev.rollcall.analyzer.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.ApprovedTexts;
import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.model.Communicator;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import dev.rollcall.trace.CommunicatorWriter;
import dev.rollcall.trace.EndKind;
import dev.rollcall.trace.Operation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Communicators whose creation was not recorded. */
class UnrecordedCreationTest {
    @RegisterExtension
    static final ApprovedTexts TEXTS = new ApprovedTexts();

    private static final int WORLD = 4;

    @TempDir
    Path folder;

    private TraceFolder traces;

    @BeforeEach
    void traces() {
        traces = new TraceFolder(folder);
    }

    /** Two groups of two ranks with equal names and sizes, which make different calls and end normally. */
    @Test
    void neitherJoinsNorBlamesRanksOfGroupsWithEqualNames() throws IOException {
        for (int number = 0; number < WORLD; number++) {
            try (RecordedRank rank = traces.rank(number, WORLD)) {
                CommunicatorWriter group = rank.join("", "group#1", number % 2, 2);
                rank.steps(group, number < 2 ? 9 : 4).end(EndKind.NORMAL, 0);
            }
        }
        Job job = traces.onlyJob();

        assertEquals(WORLD, job.communicators().size());
        for (Communicator communicator : job.communicators()) {
            assertEquals(1, communicator.memberships().size());
        }
        Verdict verdict = new Diagnosis().of(job);
        assertEquals(List.of(), verdict.culprits());
        assertEquals(List.of(), verdict.findings());
        assertTrue(
                job.coverage().unreadable().get(0).reason().contains("was not recorded"),
                () -> "" + job.coverage().unreadable());
    }

    @Test
    void isInconclusiveIfTheCreationOfTheWorldWasNotRecorded() throws IOException {
        for (int number = 0; number < WORLD; number++) {
            try (RecordedRank rank = traces.rank(number, WORLD)) {
                CommunicatorWriter all = rank.join("", "world", number, WORLD);
                rank.steps(all, 5);
                rank.call(all, number == 0 ? Operation.BARRIER : Operation.ALL_REDUCE, 1024, "step", 22);
                rank.alive(40);
            }
        }
        Verdict verdict = new Diagnosis().of(traces.onlyJob());

        assertEquals(Outcome.INCONCLUSIVE, verdict.outcome());
        assertEquals(List.of(), verdict.culprits());
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }

    @Test
    void doesNotBlameARankThatWaitsInAnUnknownGroup() throws IOException {
        for (int number = 0; number < WORLD; number++) {
            try (RecordedRank rank = traces.rank(number, WORLD)) {
                CommunicatorWriter all = rank.join("store-1", "world", number, WORLD);
                CommunicatorWriter group = rank.join("", "group#1", number % 2, 2);
                rank.steps(all, 5);
                if (number == 3) {
                    rank.call(group, Operation.ALL_REDUCE, 8, "inner", 31);
                } else {
                    rank.call(all, Operation.ALL_REDUCE, 1024, "step", 22);
                }
                rank.alive(40);
            }
        }
        Verdict verdict = new Diagnosis().of(traces.onlyJob());

        assertEquals(Outcome.INCONCLUSIVE, verdict.outcome());
        assertEquals(List.of(), verdict.culprits());
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }
}
