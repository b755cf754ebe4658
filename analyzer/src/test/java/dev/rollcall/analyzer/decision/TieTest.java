package dev.rollcall.analyzer.decision;

import static dev.rollcall.analyzer.decision.VerdictAssert.assertCulprits;
import static dev.rollcall.analyzer.decision.VerdictAssert.assertNoCulprit;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.HandmadeJob;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Equal numbers of ranks on both sides, as far as is known: only a long habit that one side breaks decides. */
class TieTest {

    /** Trains for 24 steps and saves after some of them; some ranks skip one save. */
    private static JobScript saving(int world, Set<Integer> after, Set<Integer> skipping, int skipped) {
        return JobScript.of(world, (rank, script) -> {
            for (int step = 1; step <= 24; step++) {
                script.allReduce(64, "step:30<main:12");
                script.allReduce(8, "step:31<main:12");
                if (after.contains(step) && !(skipping.contains(rank) && step == skipped)) {
                    script.barrier("save:44<main:13");
                }
            }
        });
    }

    private static void assertOpen(Verdict verdict) {
        assertNoCulprit(Outcome.DESYNC, verdict);
    }

    @Test
    void namesNeitherOfTwoRanksForACallThatIsNew() {
        for (int skipping = 0; skipping < 2; skipping++) {
            assertOpen(saving(2, Set.of(6, 12, 18), Set.of(skipping), 6).diagnose());
        }
        assertOpen(saving(4, Set.of(6, 12), Set.of(2, 3), 6).diagnose());
    }

    @Test
    void namesTheOneOfTwoRanksThatSkipsAPeriodicCall() {
        for (int skipping = 0; skipping < 2; skipping++) {
            assertEquals(
                    List.of(skipping),
                    saving(2, Set.of(6, 12, 18), Set.of(skipping), 18)
                            .diagnose()
                            .culprits());
        }
    }

    @Test
    void namesNeitherOfTwoRanksForAnIrregularCall() {
        for (int skipping = 0; skipping < 2; skipping++) {
            assertOpen(saving(2, Set.of(6, 14, 19), Set.of(skipping), 19).diagnose());
        }
    }

    @Test
    void namesNeitherOfTwoRanksForASmallerLastBatch() {
        assertOpen(JobScript.of(2, (rank, script) -> {
                    for (int step = 1; step <= 12; step++) {
                        script.allReduce(step == 12 && rank == 0 ? 32 : 64, "step:30<main:12");
                    }
                })
                .diagnose());
    }

    @Test
    void namesNoCulpritIfUnreadRanksCouldChangeTheMajority() {
        assertOpen(saving(3, Set.of(6, 12, 18), Set.of(0), 6).without(2).diagnose());
        assertOpen(saving(3, Set.of(6, 12, 18), Set.of(0), 18).without(2).diagnose());
        JobScript half = saving(8, Set.of(6, 12, 18), Set.of(5, 6, 7), 18);
        IntStream.range(0, 4).forEach(half::without);
        assertOpen(half.diagnose());
    }

    @Test
    void doesNotAccuseARankThatKeptItsHabitIfUnreadRanksCouldChangeTheMajority() {
        assertOpen(saving(4, Set.of(6, 12, 18), Set.of(0, 1), 18).without(3).diagnose());
    }

    @Test
    void namesTheCulpritIfUnreadRanksCannotChangeTheMajority() {
        JobScript most = saving(8, Set.of(6, 12, 18), Set.of(7), 6).without(0).without(1);
        assertEquals(List.of(7), most.diagnose().culprits());
    }

    /** Pairs of ranks reduce among themselves, then all ranks do; one rank skips what all ranks call after some steps. */
    private static Verdict pairs(int world, int saves, int skipping) {
        HandmadeJob job = new HandmadeJob(world).allAlive(60_000);
        HandmadeJob.Group all = job.everyone();
        int steps = 6 * saves;
        for (int first = 0; first < world; first += 2) {
            HandmadeJob.Group pair = job.group("tensor " + first / 2, first, first + 1);
            for (int rank = first; rank < first + 2; rank++) {
                for (int step = 1; step <= steps; step++) {
                    pair.call(rank, "all_reduce", CallState.COMPLETED, 10 * step, 10 * step + 1);
                    all.call(rank, "broadcast", CallState.COMPLETED, 10 * step + 2, 10 * step + 3);
                    if (step % 6 == 0 && step < steps) {
                        all.call(rank, "barrier", CallState.COMPLETED, 10 * step + 4, 10 * step + 5);
                    }
                }
                if (rank == skipping) {
                    pair.call(rank, "all_reduce", CallState.STARTED, 10 * steps + 10, -1);
                } else {
                    all.call(rank, "barrier", CallState.STARTED, 10 * steps + 4, -1);
                }
            }
        }
        return new Diagnosis().of(job.job());
    }

    @Test
    void namesTheRankThatSkippedACallAndNotItsPartner() {
        for (int skipping = 0; skipping < 4; skipping++) {
            for (int saves = 1; saves <= 3; saves++) {
                Verdict verdict = pairs(4, saves, skipping);
                assertCulprits(verdict, skipping);
            }
        }
    }
}
