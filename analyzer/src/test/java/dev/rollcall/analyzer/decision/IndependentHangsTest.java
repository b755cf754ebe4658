package dev.rollcall.analyzer.decision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.HandmadeJob;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Severity;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Teams of ranks in one job, each with a fault of its own, with none, or waiting for the other team. */
class IndependentHangsTest {
    private static final int TEAM = 4;
    private static final long END = 90_000;

    /** A fault of a team, and the ranks at fault, counted from the team's first. */
    private enum Fault {
        DIVERGENCE(1),
        CYCLE(0, 1),
        DEATH(3),
        SLEEP(3),
        MESSAGE(2),
        STALL,
        UNREAD(3);

        private final List<Integer> culprits;

        Fault(Integer... culprits) {
            this.culprits = List.of(culprits);
        }

        boolean proven() {
            return this != UNREAD && this != STALL;
        }

        Set<Integer> culprits(int first) {
            Set<Integer> ranks = new TreeSet<>();
            if (proven()) {
                culprits.forEach(rank -> ranks.add(first + rank));
            }
            return ranks;
        }
    }

    private static int[] ranks(int first) {
        return new int[] {first, first + 1, first + 2, first + 3};
    }

    private static int[] three(int first) {
        return new int[] {first, first + 1, first + 2};
    }

    private static HandmadeJob.Group team(HandmadeJob job, int first) {
        return job.group("team " + first, first, first + 1, first + 2, first + 3);
    }

    private static void add(Fault fault, HandmadeJob job, int first, long time) {
        HandmadeJob.Group team =
                team(job, first).from(40).steps(5, fault == Fault.UNREAD ? three(first) : ranks(first));
        for (int rank : ranks(first)) {
            if (fault != Fault.UNREAD || rank < first + 3) {
                job.rank(rank, END, Ending.ALIVE);
            }
        }
        switch (fault) {
            case DIVERGENCE -> {
                for (int rank : ranks(first)) {
                    team.call(rank, rank == first + 1 ? "barrier" : "all_reduce", CallState.STARTED, time, -1);
                }
            }
            case CYCLE -> {
                job.group("tp " + first, first, first + 1)
                        .steps(4, first, first + 1)
                        .call(first, "all_reduce", CallState.STARTED, time, -1);
                job.group("dp " + first, first, first + 1)
                        .steps(4, first, first + 1)
                        .call(first + 1, "all_reduce", CallState.STARTED, time, -1);
                team.call(first + 2, "all_reduce", CallState.STARTED, time, -1)
                        .call(first + 3, "all_reduce", CallState.STARTED, time, -1);
            }
            case DEATH -> {
                three(team, first, time);
                job.rank(first + 3, time, HandmadeJob.died());
            }
            case SLEEP -> {
                three(team, first, time);
                job.asleep(first + 3, time, END);
            }
            case MESSAGE -> messages(job, first, time);
            case STALL -> {
                three(team, first, time);
                team.call(first + 3, "all_reduce", CallState.STARTED, time, -1);
            }
            case UNREAD -> three(team, first, time);
        }
    }

    private static void three(HandmadeJob.Group team, int first, long time) {
        for (int rank = first; rank < first + 3; rank++) {
            team.call(rank, "all_reduce", CallState.STARTED, time, -1);
        }
    }

    /** A ring of messages and a collective in each step; the third rank leaves out its last send. */
    private static void messages(HandmadeJob job, int first, long time) {
        HandmadeJob.Group ring = job.group("ring " + first, first, first + 1, first + 2, first + 3);
        for (int place = 0; place < TEAM; place++) {
            int rank = first + place;
            for (int step = 0; step < 5; step++) {
                boolean last = step == 4;
                long at = last ? time : 10L * step;
                if (!last || place != 2) {
                    ring.half(rank, "send", (place + 1) % TEAM, CallState.COMPLETED, at);
                }
                ring.half(
                        rank,
                        "recv",
                        (place + 3) % TEAM,
                        last && place == 3 ? CallState.STARTED : CallState.COMPLETED,
                        at + 2);
                if (!last) {
                    ring.steps(1, rank);
                } else if (place != 3) {
                    ring.call(rank, "all_reduce", CallState.STARTED, at + 4, -1);
                }
            }
        }
    }

    private static HandmadeJob job(Fault one, Fault other, long first, long second, boolean shared) {
        HandmadeJob job = new HandmadeJob(2 * TEAM);
        if (shared) {
            job.everyone().from(20).steps(2, 0, 1, 2, 3, 4, 5, 6, 7);
        }
        add(one, job, 0, first);
        add(other, job, TEAM, second);
        return job;
    }

    private static void assertBoth(Fault one, Fault other, Verdict verdict, String job) {
        Set<Integer> expected = new TreeSet<>(one.culprits(0));
        expected.addAll(other.culprits(TEAM));
        String text = job + ": " + verdict.summary() + " "
                + verdict.findings().stream().map(Finding::summary).toList();
        assertEquals(List.copyOf(expected), verdict.culprits(), text);
        assertTold(one, 0, verdict, text);
        assertTold(other, TEAM, verdict, text);
    }

    private static void assertTold(Fault fault, int first, Verdict verdict, String text) {
        List<Finding> told = verdict.findings().stream()
                .filter(finding -> finding.ranks().stream().allMatch(rank -> rank >= first && rank < first + TEAM))
                .toList();
        assertEquals(1, told.size(), text);
        Severity severity =
                fault.proven() ? Severity.CULPRIT : fault == Fault.UNREAD ? Severity.SUSPECT : Severity.NOTE;
        assertEquals(severity, told.get(0).severity(), text);
        if (fault != Fault.STALL) {
            assertEquals(
                    fault.culprits.stream().map(rank -> first + rank).toList(),
                    told.get(0).ranks(),
                    text);
        }
    }

    @ParameterizedTest
    @EnumSource
    void eachTeamsFaultIsAFinding(Fault one) {
        for (Fault other : Fault.values()) {
            for (long time : new long[] {60, 70, 80}) {
                Verdict verdict =
                        new Diagnosis().of(job(one, other, 70, time, false).job());
                assertBoth(one, other, verdict, one + " and " + other + " at " + time);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "UNREAD")
    void teamsThatOnceMetHaveFindingsOfTheirOwn(Fault one) {
        for (Fault other : Fault.values()) {
            if (other != Fault.UNREAD) {
                for (long time : new long[] {60, 70, 80}) {
                    Verdict verdict =
                            new Diagnosis().of(job(one, other, 70, time, true).job());
                    assertBoth(one, other, verdict, one + " and " + other + " at " + time);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void noRankOfAHealthyTeamIsNamed(Fault fault) {
        HandmadeJob healthy = new HandmadeJob(2 * TEAM);
        add(fault, healthy, 0, 70);
        team(healthy, TEAM).from(40).steps(7, ranks(TEAM));
        for (int rank : ranks(TEAM)) {
            healthy.rank(rank, END, HandmadeJob.exit(0));
        }

        Verdict verdict = new Diagnosis().of(healthy.job());

        assertEquals(List.copyOf(fault.culprits(0)), verdict.culprits(), verdict.summary());
        assertTold(fault, 0, verdict, verdict.summary());
        assertEquals(1, verdict.findings().size(), verdict.summary());
    }

    @ParameterizedTest
    @EnumSource
    void aTeamThatWaitsForTheOtherOneIsNoFinding(Fault fault) {
        HandmadeJob job = new HandmadeJob(2 * TEAM);
        add(fault, job, 0, 70);
        int stuck = fault == Fault.MESSAGE ? 3 : 2;
        job.group("bridge", stuck, TEAM)
                .from(60)
                .steps(3, stuck, TEAM)
                .call(TEAM, "all_reduce", CallState.STARTED, 75, -1);
        HandmadeJob.Group team = team(job, TEAM).from(40).steps(5, ranks(TEAM));
        for (int rank : ranks(TEAM)) {
            job.rank(rank, END, Ending.ALIVE);
            if (rank != TEAM) {
                team.call(rank, "all_reduce", CallState.STARTED, 75, -1);
            }
        }

        Verdict verdict = new Diagnosis().of(job.job());

        assertEquals(List.copyOf(fault.culprits(0)), verdict.culprits(), verdict.summary());
        assertTold(fault, 0, verdict, verdict.summary());
        assertEquals(1, verdict.findings().size(), verdict.summary());
    }

    @Test
    void theSecondOfTwoTeamsIsNotBlamedForTheThird() {
        HandmadeJob job = new HandmadeJob(3 * TEAM);
        add(Fault.DIVERGENCE, job, 0, 60);
        add(Fault.DIVERGENCE, job, TEAM, 70);
        job.group("bridge", TEAM, 2 * TEAM)
                .steps(3, TEAM, 2 * TEAM)
                .call(2 * TEAM, "all_reduce", CallState.STARTED, 85, -1);
        HandmadeJob.Group team = team(job, 2 * TEAM).steps(5, ranks(2 * TEAM));
        for (int rank : ranks(2 * TEAM)) {
            job.rank(rank, END, Ending.ALIVE);
            if (rank > 2 * TEAM) {
                team.call(rank, rank == 2 * TEAM + 3 ? "barrier" : "all_reduce", CallState.STARTED, 80, -1);
            }
        }

        assertEquals(List.of(1, TEAM + 1), new Diagnosis().of(job.job()).culprits());
    }

    /** Each rank that waits leads to a rank of a finding, or is in one. */
    @Test
    void eachWaitLeadsToAFinding() {
        for (long seed = 0; seed < 150; seed++) {
            Random dice = new Random(seed);
            SimulatedJob job = dice.nextInt(3) == 0
                    ? SimulatedJob.rows(2 + dice.nextInt(2), 3 + dice.nextInt(3), 6)
                    : SimulatedJob.random(dice, 6);
            int faults = 1 + dice.nextInt(2);
            for (int i = 0; i < faults; i++) {
                spoil(job, dice);
            }
            job.hang(dice, 1 + dice.nextInt(3), 300_000);
            Map<Integer, Set<Integer>> waits = job.waits();
            for (SimulatedJob.Source source : SimulatedJob.Source.values()) {
                Verdict verdict = job.diagnose(source);
                String text = "seed " + seed + ", " + source + ": " + verdict.outcome() + ", " + verdict.summary();
                Set<Integer> named = new HashSet<>();
                verdict.findings().forEach(finding -> named.addAll(finding.ranks()));
                assertTrue(waits.isEmpty() || verdict.outcome() != Outcome.HEALTHY, text);
                for (int rank : waits.keySet()) {
                    assertTrue(
                            leads(rank, waits, named), text + ", rank " + rank + " of " + waits + ", named " + named);
                }
            }
        }
    }

    private static void spoil(SimulatedJob job, Random dice) {
        int rank = job.other(dice);
        List<SimulatedJob.Step> program = job.program(rank);
        if (program.size() < 4) {
            return;
        }
        int at = 2 + dice.nextInt(program.size() - 2);
        SimulatedJob.Step step = program.get(at);
        switch (dice.nextInt(5)) {
            case 0 -> job.stop(rank, at);
            case 1 -> program.remove(at);
            case 2 -> program.add(at, new SimulatedJob.Step(step.group(), SimulatedJob.reduce(77), 99));
            case 3 -> program.set(at, new SimulatedJob.Step(step.group(), SimulatedJob.reduce(77), 99));
            default -> program.set(at, program.set(at - 1, step));
        }
    }

    private static boolean leads(int rank, Map<Integer, Set<Integer>> waits, Set<Integer> named) {
        Set<Integer> seen = new HashSet<>(Set.of(rank));
        List<Integer> next = new ArrayList<>(seen);
        for (int i = 0; i < next.size(); i++) {
            if (named.contains(next.get(i))) {
                return true;
            }
            waits.getOrDefault(next.get(i), Set.of()).stream().filter(seen::add).forEach(next::add);
        }
        return false;
    }
}
