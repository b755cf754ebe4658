package dev.rollcall.analyzer.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.HandmadeJob;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Calls as logs tell of them: no lines, no end of any call, only that those are under way which not all have made. */
class LoggedCallsTest {
    private static final Map<String, String> OPERATIONS =
            Map.of("A", "all_reduce", "B", "broadcast", "G", "all_gather", "R", "reduce_scatter");

    private static Verdict diagnose(String... programs) {
        HandmadeJob job = new HandmadeJob(programs.length).allWithoutClock();
        Integer[] members = new Integer[programs.length];
        Arrays.setAll(members, rank -> rank);
        HandmadeJob.Group group = job.group("world", members);
        int joined = Arrays.stream(programs)
                .mapToInt(program -> calls(program).length)
                .min()
                .orElse(0);
        for (int rank = 0; rank < programs.length; rank++) {
            String[] calls = calls(programs[rank]);
            for (int i = 0; i < calls.length; i++) {
                CallState state = i < joined ? CallState.UNKNOWN : CallState.ENQUEUED;
                group.call(rank, OPERATIONS.get(calls[i]), state, 10L * i, -1);
            }
        }
        return new Diagnosis().of(job.job());
    }

    private static String[] calls(String program) {
        return program.replace(" ", "").split("");
    }

    private static void assertCause(Cause cause, int culprit, Verdict verdict) {
        assertEquals(List.of(culprit), verdict.culprits(), verdict.summary());
        assertEquals(cause, verdict.findings().get(0).cause(), verdict.summary());
    }

    @Test
    void twoCallsInTheOtherOrderAreNoCallLeftOutWhereTheLogOfTheRankEndsThere() {
        String others = "A R A R A R G B A R A R";
        assertCause(Cause.ORDER_SWAP, 2, diagnose(others, others, "A R A R A R B G", "A R A R A R G B"));
    }

    @Test
    void aRankThatLeavesOutPartOfATurnAndGoesOnWithItsRestHasNotLeftTheLoop() {
        String others = "BBBA BBBA BBBA BBBA";
        assertCause(Cause.SKIPPED_COLLECTIVE, 1, diagnose(others, "BBBA BBBA BBBA A", others, others));
    }

    @Test
    void aRankThatMakesFewerOfTheCallsOfAnInnerLoopHasLeftItEarly() {
        String others = "BBBBA BBBBA BBBBA BBBBA";
        assertCause(Cause.SHORT_LOOP, 1, diagnose(others, "BBBBA BBBBA BBBBA BBA", others, others));
    }

    /** A forward pass more on rank 0 alone, or a backward pass less: the calls are the same. */
    @Test
    void saysNoMoreThanWhatIsTrueEitherWayWhereALaterTurnExplainsTheCallsToo() {
        String others = "BGA BGA BGA BGA";
        Verdict onZero = diagnose("BGA BGA BGA BGBGA", others, others, others);
        assertCause(Cause.EXTRA_COLLECTIVE, 0, onZero);
        assertEquals(
                "Rank 0 diverged: its call 12 on `world` is broadcast(8 × f32, sum, root 0). Ranks 1–3 do not make that call"
                        + " there; their call 12 is all_reduce(8 × f32, sum).",
                onZero.summary());
        Verdict elsewhere = diagnose(others, others, "BGA BGA BGA BGBGA", others);
        assertCause(Cause.SKIPPED_COLLECTIVE, 2, elsewhere);
    }

    @Test
    void tellsBothStoriesOfTwoHalvesOfTheRanks() {
        Verdict verdict = diagnose("AAB", "AAB", "AAG", "AAG");
        assertEquals(List.of(), verdict.culprits());
        assertEquals(
                "Two sides, two stories: call 3 of ranks 0 and 1 on `world` is a broadcast, that of ranks 2 and 3 an"
                        + " all_gather. Nothing in the traces says which is wrong.",
                verdict.summary());
    }
}
