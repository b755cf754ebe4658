package dev.rollcall.analyzer.input;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.ApprovedTexts;
import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Severity;
import dev.rollcall.analyzer.verdict.Verdict;
import dev.rollcall.trace.EndKind;
import dev.rollcall.trace.Operation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Ranks that wait in the creation of a group that not all members join. */
class SplitWorldTest {
    @RegisterExtension
    static final ApprovedTexts TEXTS = new ApprovedTexts();

    @TempDir
    Path folder;

    private Verdict diagnose(int world, String name, TraceFolder.Story story) throws IOException {
        return new TraceFolder(folder.resolve(name)).diagnose(world, story);
    }

    @Test
    void namesTheRankThatNeverCameAndWhereItIs() throws IOException {
        for (int world = 2; world <= 8; world++) {
            for (int absent = 0; absent < world; absent++) {
                int culprit = absent;
                int size = world;
                Verdict verdict = diagnose(world, world + "-" + absent, (rank, trace, all) -> {
                    if (rank == culprit) {
                        trace.look(1, "main", "load", 70);
                    } else {
                        trace.enter("store-1/eval", "eval", size);
                    }
                });
                assertEquals(Outcome.DESYNC, verdict.outcome());
                assertEquals(List.of(culprit), verdict.culprits(), verdict.summary());
                assertEquals(Cause.SPLIT_WORLD, verdict.findings().get(0).cause());
            }
        }
    }

    @Test
    void saysWhereTheRankIsThatNeverCame() throws IOException {
        Verdict verdict = diagnose(4, "where", (rank, trace, all) -> {
            if (rank == 1) {
                trace.look(1, "main", "load", 70);
            } else {
                trace.enter("store-1/eval", "eval", 4);
            }
        });
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }

    @Test
    void namesTheFewRanksWithAnotherRendezvous() throws IOException {
        for (int world = 3; world <= 8; world++) {
            for (int apart = 0; apart < world; apart++) {
                int culprit = apart;
                int size = world;
                Verdict verdict = diagnose(
                        world,
                        world + "-" + apart,
                        (rank, trace, all) -> trace.enter("port-" + (rank == culprit ? 1 : 2), "again", size));
                assertEquals(List.of(culprit), verdict.culprits(), verdict.summary());
                assertEquals(Cause.SPLIT_WORLD, verdict.findings().get(0).cause());
                assertEquals(1, verdict.findings().size());
            }
        }
    }

    @Test
    void saysWhereEachSideWaits() throws IOException {
        Verdict verdict =
                diagnose(4, "sides", (rank, trace, all) -> trace.enter("port-" + (rank == 1 ? 1 : 2), "again", 4));
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }

    @Test
    void suspectsARankOfEachSideIfNoRendezvousHasMost() throws IOException {
        for (int world = 2; world <= 8; world += 2) {
            int size = world;
            Verdict verdict =
                    diagnose(world, "" + world, (rank, trace, all) -> trace.enter("port-" + rank % 2, "again", size));
            assertEquals(Outcome.DESYNC, verdict.outcome());
            assertEquals(List.of(), verdict.culprits(), verdict.summary());
            assertEquals(Cause.SPLIT_WORLD, verdict.findings().get(0).cause());
            assertEquals(Severity.SUSPECT, verdict.findings().get(0).severity());
            assertEquals(List.of(0, 1), verdict.suspects(), verdict.summary());
            TEXTS.verify(world + " ranks", verdict.summary() + "\n" + verdict.detail());
        }
    }

    @Test
    void namesTheRankWithAnotherWorldSize() throws IOException {
        Verdict verdict = diagnose(4, "sizes", (rank, trace, all) -> trace.enter("port", "again", rank == 1 ? 3 : 4));
        assertEquals(
                List.of(), verdict.culprits().stream().filter(rank -> rank != 1).toList());
    }

    @Test
    void namesTheRankThatEndedBeforeAGroupWasMade() throws IOException {
        Verdict verdict = diagnose(4, "ended", (rank, trace, all) -> {
            if (rank == 2) {
                trace.uncaught("main", "java.lang.IllegalStateException", "no data");
            } else {
                trace.enter("store-1/eval", "eval", 4);
            }
        });
        assertEquals(List.of(2), verdict.culprits());
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }

    @Test
    void namesNoRankIfTheMissingMemberOfAGroupIsUnknown() throws IOException {
        Verdict verdict = diagnose(4, "some", (rank, trace, all) -> {
            if (rank < 2) {
                trace.enter("store-1/three", "three", 3);
            }
        });
        assertEquals(List.of(), verdict.culprits(), verdict.summary());
        assertEquals(Outcome.INCONCLUSIVE, verdict.outcome());
    }

    @Test
    void doesNotBlameRanksInACreationForACallOfAnAbsentRank() throws IOException {
        Verdict verdict = diagnose(4, "crossed", (rank, trace, all) -> {
            if (rank == 3) {
                trace.call(all, Operation.ALL_REDUCE, 1024, "step", 22);
            } else {
                trace.enter("store-1/eval", "eval", 4);
            }
        });
        assertEquals(List.of(3), verdict.culprits(), verdict.summary());
        assertEquals(Cause.COMMUNICATOR_DEADLOCK, verdict.findings().get(0).cause());
    }

    @Test
    void callsACreationThatAllRanksJoinedStalled() throws IOException {
        Verdict verdict = diagnose(3, "stalled", (rank, trace, all) -> trace.enter("store-1/eval", "eval", 3));
        assertEquals(Outcome.STALLED, verdict.outcome());
        assertEquals(List.of(), verdict.culprits());
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }

    @Test
    void accusesNoRankThatIsOnlyLate() throws IOException {
        TraceFolder traces = new TraceFolder(folder.resolve("late"));
        for (int number = 0; number < 3; number++) {
            try (RecordedRank rank = traces.rank(number, 3)) {
                rank.steps(rank.join("store-1", "world", number, 3), 5);
                if (number > 0) {
                    rank.enter("store-1/eval", "eval", 3);
                }
                rank.alive(20).end(EndKind.SIGNAL, 143);
            }
        }
        Verdict verdict = new Diagnosis().of(traces.onlyJob());
        assertEquals(Outcome.PROGRESSING, verdict.outcome());
        assertEquals(List.of(), verdict.culprits());
    }
}
