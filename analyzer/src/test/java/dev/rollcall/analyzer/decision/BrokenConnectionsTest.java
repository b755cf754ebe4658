package dev.rollcall.analyzer.decision;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Under Gloo the others' calls fail at once where one rank diverges, an innocent rank may abort, and all ranks end with
 * exceptions. The verdict still names the rank that diverged, and its cause.
 */
class BrokenConnectionsTest {

    static List<FaultyStep> faultySteps() {
        // A rank that lingers is in no call, so its own connection stays.
        return FaultyStep.all().stream()
                .filter(faulty -> !faulty.name().equals("lingers"))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("faultySteps")
    void leaveTheCulpritNamed(FaultyStep faulty) {
        List<String> misses = new ArrayList<>();
        for (int world = 2; world <= 8; world++) {
            for (int culprit = 0; culprit < world; culprit++) {
                for (int step : new int[] {0, 3, 7}) {
                    for (int aborted : new int[] {-1, culprit, (culprit + 1) % world}) {
                        Verdict verdict = faulty.job(world, culprit, step)
                                .breaking(aborted)
                                .diagnose();
                        boolean named = verdict.culprits().equals(List.of(culprit))
                                && faulty.causes()
                                        .contains(verdict.findings().get(0).cause());
                        boolean open = world == 2
                                && (verdict.culprits().isEmpty()
                                        || faulty.name().equals("opposite order")
                                                && verdict.culprits().equals(List.of(0, 1)));
                        if (verdict.outcome() != Outcome.DESYNC || !named && !open) {
                            misses.add(world + " ranks, culprit " + culprit + ", step " + step + ", aborted " + aborted
                                    + ": " + verdict.culprits() + " " + verdict.summary());
                        }
                    }
                }
            }
        }
        assertEquals(List.of(), misses.subList(0, Math.min(5, misses.size())));
    }
}
