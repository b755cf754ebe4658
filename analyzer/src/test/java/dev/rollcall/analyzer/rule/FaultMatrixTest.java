package dev.rollcall.analyzer.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every fault, on every rank, in worlds of several sizes, at several steps, blocking and asynchronous. */
class FaultMatrixTest {
    private static final int STEPS = 8;

    @ParameterizedTest
    @EnumSource
    void namesTheCulpritAndASupportedCause(Fault fault) {
        List<String> misses = new ArrayList<>();
        for (int world : new int[] {3, 4, 6, 8}) {
            for (int culprit = 0; culprit < world; culprit++) {
                for (int faulty : new int[] {0, 1, 3, STEPS - 1}) {
                    for (boolean blocking : new boolean[] {true, false}) {
                        Verdict verdict = JobScript.of(world, fault.in(STEPS, culprit, faulty))
                                .blocking(blocking)
                                .diagnose();
                        boolean right = verdict.outcome() == Outcome.DESYNC
                                && verdict.culprits().equals(List.of(culprit))
                                && fault.causes(blocking)
                                        .contains(verdict.findings().get(0).cause());
                        if (!right) {
                            misses.add(describe(world, culprit, faulty, blocking, verdict));
                        }
                    }
                }
            }
        }
        assertEquals(List.of(), misses);
    }

    @ParameterizedTest
    @EnumSource
    void ofTwoRanksNamesTheRightOneOrNeither(Fault fault) {
        List<String> misses = new ArrayList<>();
        for (int culprit = 0; culprit < 2; culprit++) {
            for (int faulty : new int[] {0, 1, 3, STEPS - 1}) {
                for (boolean blocking : new boolean[] {true, false}) {
                    Verdict verdict = JobScript.of(2, fault.in(STEPS, culprit, faulty))
                            .blocking(blocking)
                            .diagnose();
                    boolean right = verdict.outcome() == Outcome.DESYNC
                            && (verdict.culprits().equals(List.of(culprit))
                                    || verdict.culprits().isEmpty()
                                    || fault == Fault.OTHER_ORDER
                                            && verdict.culprits().equals(List.of(0, 1)));
                    if (!right) {
                        misses.add(describe(2, culprit, faulty, blocking, verdict));
                    }
                }
            }
        }
        assertEquals(List.of(), misses);
    }

    /** Under Gloo the others' calls fail at once, one innocent rank may abort, and all end by uncaught exceptions. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "LINGERS")
    void isNotMisledByBrokenConnections(Fault fault) {
        List<String> misses = new ArrayList<>();
        for (int world = 2; world <= 8; world++) {
            for (int culprit = 0; culprit < world; culprit++) {
                for (int faulty : new int[] {0, 3, STEPS - 1}) {
                    for (int aborted : new int[] {-1, culprit, (culprit + 1) % world}) {
                        Verdict verdict = JobScript.of(world, fault.in(STEPS, culprit, faulty))
                                .breaking(aborted)
                                .diagnose();
                        boolean named = verdict.culprits().equals(List.of(culprit))
                                && fault.causes(true)
                                        .contains(verdict.findings().get(0).cause());
                        boolean open = world == 2
                                && (verdict.culprits().isEmpty()
                                        || fault == Fault.OTHER_ORDER
                                                && verdict.culprits().equals(List.of(0, 1)));
                        if (verdict.outcome() != Outcome.DESYNC || !named && !open) {
                            misses.add(describe(world, culprit, faulty, true, verdict));
                        }
                    }
                }
            }
        }
        assertEquals(List.of(), misses.subList(0, Math.min(5, misses.size())));
    }

    private static String describe(int world, int culprit, int faulty, boolean blocking, Verdict verdict) {
        return String.format(
                "%n%d ranks, culprit %d, step %d, %s: %s %s %s: %s",
                world,
                culprit,
                faulty,
                blocking ? "blocked" : "running on",
                verdict.outcome().id(),
                verdict.culprits(),
                verdict.findings().isEmpty()
                        ? "-"
                        : verdict.findings().get(0).cause().id(),
                verdict.summary());
    }
}
