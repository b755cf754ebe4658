package dev.rollcall.analyzer.align;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.HandmadeJob;
import dev.rollcall.analyzer.model.Job;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Each letter is a call; both ranks hang in their last one. */
class SingleEditTest {

    private static Edit edit(String own, String others) {
        HandmadeJob made = new HandmadeJob(2).allAlive(100);
        HandmadeJob.Group world = made.group("world", 0, 1);
        call(world, 0, own);
        call(world, 1, others);
        Job job = made.job();
        List<RankClass> classes = RankClasses.of(
                        job.communicators().get(0), new SignatureMatcher(job.signatures()), Set.of())
                .all();
        int split = 0;
        while (own.charAt(split) == others.charAt(split)) {
            split++;
        }
        return SingleEdit.of(classes.get(0), classes.get(1), split, CallTokens.withPaths());
    }

    private static void call(HandmadeJob.Group world, int rank, String calls) {
        for (int i = 0; i < calls.length(); i++) {
            boolean last = i == calls.length() - 1;
            world.call(
                    rank,
                    "operation_" + calls.charAt(i),
                    last ? CallState.STARTED : CallState.COMPLETED,
                    i,
                    last ? -1 : i);
        }
    }

    private static Edit of(EditKind kind, int position, int length) {
        return new Edit(kind, position, position, length, kind != EditKind.OPEN);
    }

    @Test
    void continuesTheOthersCallsByPrediction() {
        assertEquals(of(EditKind.MISSING, 9, 2), edit("abcdabcdada", "abcdabcdab"));
    }

    @Test
    void aCallMadeAgainIsExtraBecauseNoBranchSkipsIntoTheMiddleOfAnIteration() {
        assertEquals(of(EditKind.EXTRA, 10, 1), edit("abcdabcdabbcd", "abcdabcdabcda"));
    }

    @Test
    void aCallThatEqualsTheOthersByChanceAtTheEndMakesNoLongStretchExtra() {
        assertEquals(of(EditKind.REPLACED, 3, 1), edit("xaxdxcxdxexb", "xaxbxcxdxexb"));
    }

    @Test
    void findsCallsInAnotherOrder() {
        assertEquals(of(EditKind.SWAPPED, 10, 5), edit("abcdeabcdeebdcaabc", "abcdeabcdeabcdeabc"));
    }

    @Test
    void callsInAnotherOrderNeedNotBeComplete() {
        assertEquals(of(EditKind.SWAPPED, 10, 3), edit("abcdeabcdeeca", "abcdeabcdeabc"));
    }

    @Test
    void isOpenIfACallTooManyAndSkippedCallsExplainTheSame() {
        assertEquals(of(EditKind.OPEN, 7, 1), edit("abcabcaab", "abcabcabc"));
    }

    @Test
    void findsNothingIfSeveralEditsAreNeeded() {
        assertNull(edit("abcabcxbyc", "abcabcabc"));
    }
}
