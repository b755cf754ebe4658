package dev.rollcall.analyzer.input;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.ApprovedTexts;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import dev.rollcall.trace.CommunicatorWriter;
import dev.rollcall.trace.EndKind;
import dev.rollcall.trace.Operation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Ranks on which the creation of a group failed, and others that wait in it. */
class FailedCreationTest {
    @RegisterExtension
    static final ApprovedTexts TEXTS = new ApprovedTexts();

    private static final String OWN = "No such device: eth7";
    private static final String TIMED_OUT =
            "Gloo connectFullMesh failed with [gloo/transport/tcp/pair.cc:144] timed out";

    @TempDir
    Path folder;

    private Verdict diagnose(int world, String name, TraceFolder.Story story) throws IOException {
        return new TraceFolder(folder.resolve(name)).diagnose(world, story);
    }

    @Test
    void namesTheRankOnWhichItFailedAndNotThoseThatWaitInIt() throws IOException {
        for (int world = 2; world <= 8; world++) {
            for (int culprit = 0; culprit < world; culprit++) {
                int one = culprit;
                int size = world;
                Verdict verdict = diagnose(world, world + "-" + culprit, (rank, trace, all) -> {
                    CommunicatorWriter eval = trace.enter("store-1/eval", "eval", size);
                    if (rank == one) {
                        trace.notJoined(eval, OWN, 1).uncaught("main", "java.lang.RuntimeException", OWN);
                    }
                });
                assertEquals(List.of(culprit), verdict.culprits(), verdict.summary());
                assertEquals(Cause.SPLIT_WORLD, verdict.findings().get(0).cause());
                assertEquals(Outcome.DESYNC, verdict.outcome());
            }
        }
    }

    @Test
    void saysWithWhatItFailed() throws IOException {
        Verdict verdict = diagnose(3, "said", (rank, trace, all) -> {
            CommunicatorWriter eval = trace.enter("store-1/eval", "eval", 3);
            if (rank == 1) {
                trace.notJoined(eval, OWN, 1);
            }
        });
        assertEquals(List.of(1), verdict.culprits(), verdict.summary());
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }

    @Test
    void namesNoRankIfOneWaitedInVainAndTheOtherStillWaits() throws IOException {
        Verdict verdict = diagnose(6, "pair", (rank, trace, all) -> {
            if (rank == 3 || rank == 4) {
                CommunicatorWriter pair = trace.enter("store-1/pair", "activations", 2);
                if (rank == 3) {
                    trace.notJoined(pair, TIMED_OUT, 30).uncaught("main", "java.lang.RuntimeException", TIMED_OUT);
                }
            } else {
                trace.call(all, Operation.BARRIER, 0, "step", 30);
            }
        });
        assertEquals(List.of(), verdict.culprits(), verdict.summary());
    }

    @Test
    void namesTheAbsentRankIfAllOthersWaitedForItInVain() throws IOException {
        Verdict verdict = diagnose(4, "vain", (rank, trace, all) -> {
            if (rank == 2) {
                trace.look(1, "main", "load", 70);
            } else {
                trace.notJoined(trace.enter("store-1/eval", "eval", 4), TIMED_OUT, 30)
                        .uncaught("main", "java.lang.RuntimeException", TIMED_OUT);
            }
        });
        assertEquals(List.of(2), verdict.culprits(), verdict.summary());
    }

    @Test
    void namesTheRankThatCaughtItAndWentOn() throws IOException {
        for (int world = 2; world <= 5; world++) {
            int size = world;
            Verdict verdict = diagnose(world, "caught-" + world, (rank, trace, all) -> {
                CommunicatorWriter eval = trace.enter("store-1/eval", "eval", size);
                if (rank == 1) {
                    trace.notJoined(eval, OWN, 1).call(all, Operation.BARRIER, 0, "step", 30);
                }
            });
            assertEquals(List.of(1), verdict.culprits(), verdict.summary());
        }
    }

    @Test
    void namesNoRankIfItFailedEquallyOnAll() throws IOException {
        Verdict verdict = diagnose(
                4,
                "alike",
                (rank, trace, all) -> trace.notJoined(trace.enter("store-1/eval", "eval", 4), OWN, 1)
                        .uncaught("main", "java.lang.RuntimeException", OWN));
        assertEquals(List.of(), verdict.culprits(), verdict.summary());
        assertEquals(Outcome.INCONCLUSIVE, verdict.outcome());
    }

    @Test
    void isHealthyIfAllRanksFellBackToAnotherGroup() throws IOException {
        Verdict verdict = diagnose(4, "fallback", (rank, trace, all) -> {
            trace.notJoined(trace.enter("store-1/nccl", "fast", 4), OWN, 1);
            trace.steps(trace.join("store-1/gloo", "slow", rank, 4), 5).end(EndKind.NORMAL, 0);
        });
        assertEquals(Outcome.HEALTHY, verdict.outcome(), verdict.summary());
    }

    @Test
    void doesNotBlameRanksThatExitedForAGroupThatOneCreatesAlone() throws IOException {
        for (int world = 2; world <= 5; world++) {
            int size = world;
            Verdict verdict = diagnose(world, "alone-" + world, (rank, trace, all) -> {
                if (rank == 0) {
                    trace.enter("store-1/eval", "eval", size);
                } else {
                    trace.end(EndKind.NORMAL, 0);
                }
            });
            assertEquals(world == 2 ? List.of() : List.of(0), verdict.culprits(), verdict.summary());
            assertEquals(Outcome.DESYNC, verdict.outcome());
        }
    }

    @Test
    void accusesNoRankIfMostAreAliveAndHaveNotReachedAGroup() throws IOException {
        Verdict verdict = diagnose(4, "few", (rank, trace, all) -> {
            if (rank == 0) {
                trace.enter("store-1/eval", "eval", 4);
            } else {
                trace.look(1, "main", "load", 70);
            }
        });
        assertEquals(List.of(), verdict.culprits(), verdict.summary());
        assertEquals(Cause.UNDETERMINED, verdict.findings().get(0).cause());
    }

    @Test
    void doesNotCallADeathInACreationACall() throws IOException {
        Verdict verdict = diagnose(4, "died", (rank, trace, all) -> {
            trace.enter("store-1/eval", "eval", 4);
            if (rank == 2) {
                trace.uncaught("main", "java.lang.OutOfMemoryError", "Java heap space");
            }
        });
        assertEquals(List.of(2), verdict.culprits(), verdict.summary());
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }
}
