package dev.rollcall.analyzer.decision;

import static dev.rollcall.analyzer.decision.VerdictAssert.assertCulprits;
import static dev.rollcall.analyzer.decision.VerdictAssert.assertFinding;

import dev.rollcall.analyzer.ApprovedTexts;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.HandmadeJob;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Calls as a log records them: without lines and ends; a call is pending if not all ranks have made it. */
class LoggedCallsTest {
    @RegisterExtension
    static final ApprovedTexts TEXTS = new ApprovedTexts();

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

    @Test
    void aSwapAtTheEndOfALogIsNoSkippedCall() {
        String others = "A R A R A R G B A R A R";
        assertFinding(diagnose(others, others, "A R A R A R B G", "A R A R A R G B"), Cause.ORDER_SWAP, 2);
    }

    @Test
    void aRankThatSkipsPartOfAnIterationHasNotLeftTheLoop() {
        String others = "BBBA BBBA BBBA BBBA";
        assertFinding(diagnose(others, "BBBA BBBA BBBA A", others, others), Cause.SKIPPED_COLLECTIVE, 1);
    }

    @Test
    void aRankThatLeavesAnInnerLoopEarlyIsAShortLoop() {
        String others = "BBBBA BBBBA BBBBA BBBBA";
        assertFinding(diagnose(others, "BBBBA BBBBA BBBBA BBA", others, others), Cause.SHORT_LOOP, 1);
    }

    /** An extra forward pass and a missing backward pass give the same calls. */
    @Test
    void givesBothExplanationsIfALaterIterationExplainsTheCalls() {
        String others = "BGA BGA BGA BGA";
        Verdict verdict = diagnose("BGA BGA BGA BGBGA", others, others, others);
        assertFinding(verdict, Cause.SKIPPED_COLLECTIVE, 0);
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }

    @Test
    void isUndeterminedIfTheRanksSplitInHalf() {
        Verdict verdict = diagnose("AAB", "AAB", "AAG", "AAG");
        assertCulprits(verdict);
        TEXTS.verify(verdict.summary() + "\n" + verdict.detail());
    }
}
