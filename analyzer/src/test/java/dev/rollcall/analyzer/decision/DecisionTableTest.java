package dev.rollcall.analyzer.decision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.incident.Fact;
import dev.rollcall.analyzer.incident.Fact.Aspect;
import dev.rollcall.analyzer.incident.IncidentKind;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Severity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DecisionTableTest {

    /** Returns all combinations of one fact for each aspect. */
    private static List<Set<Fact>> combinations(Set<Aspect> aspects) {
        List<Set<Fact>> combinations = new ArrayList<>();
        combinations.add(EnumSet.noneOf(Fact.class));
        for (Aspect aspect : aspects) {
            List<Set<Fact>> longer = new ArrayList<>();
            for (Set<Fact> each : combinations) {
                Arrays.stream(Fact.values())
                        .filter(fact -> fact.aspect() == aspect)
                        .forEach(fact -> {
                            Set<Fact> more = EnumSet.copyOf(each.isEmpty() ? EnumSet.of(fact) : each);
                            more.add(fact);
                            longer.add(more);
                        });
            }
            combinations = longer;
        }
        return combinations;
    }

    @ParameterizedTest
    @EnumSource
    void exactlyOneRowDecidesEachCombinationOfFacts(IncidentKind kind) {
        for (Set<Fact> facts : combinations(kind.aspects())) {
            long rows = DecisionTable.rows().stream()
                    .filter(row -> row.applies(kind, facts))
                    .count();
            assertEquals(1, rows, kind + " with " + facts);
        }
    }

    @Test
    void everyRowDecidesSomething() {
        for (DecisionTable.Row row : DecisionTable.rows()) {
            for (IncidentKind kind : row.kinds()) {
                assertTrue(
                        combinations(kind.aspects()).stream().anyMatch(facts -> row.applies(kind, facts)),
                        () -> kind + " never meets " + row.facts());
            }
        }
    }

    /** Nothing that a row calls running, and no wait of unknown age, accuses a rank. */
    @ParameterizedTest
    @EnumSource
    void accusesNobodyOfAWaitThatIsNotKnownToBeForGood(IncidentKind kind) {
        for (Set<Fact> facts : combinations(kind.aspects())) {
            boolean ended = facts.contains(Fact.CRASHED) || facts.contains(Fact.EXITED);
            if (!ended && (facts.contains(Fact.RUNNING) || facts.contains(Fact.UNDATED) || facts.contains(Fact.BUSY))) {
                Ruling ruling = ruling(kind, facts);
                assertTrue(ruling.severity() != Severity.CULPRIT, kind + " with " + facts);
                assertTrue(
                        ruling.outcome() == Outcome.INCONCLUSIVE || ruling.outcome() == Outcome.PROGRESSING,
                        kind + " with " + facts);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void callsAJobProgressingOnlyWhereTheWaitIsKnownToBeYoung(IncidentKind kind) {
        for (Set<Fact> facts : combinations(kind.aspects())) {
            if (kind != IncidentKind.LATENESS && ruling(kind, facts).outcome() == Outcome.PROGRESSING) {
                assertTrue(facts.contains(Fact.RUNNING), kind + " with " + facts);
            }
        }
    }

    private static Ruling ruling(IncidentKind kind, Set<Fact> facts) {
        return DecisionTable.rows().stream()
                .filter(row -> row.applies(kind, facts))
                .findFirst()
                .orElseThrow()
                .ruling();
    }
}
