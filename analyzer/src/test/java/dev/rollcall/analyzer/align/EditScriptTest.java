package dev.rollcall.analyzer.align;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.HandmadeJob;
import dev.rollcall.analyzer.model.Job;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Each letter is a call: a all_reduce, b barrier, g all_gather; a question mark at the end means that the rank is still in its last call. */
class EditScriptTest {

    private static List<Edit> edits(String own, String consensus) {
        HandmadeJob made = new HandmadeJob(2).allAlive(100);
        HandmadeJob.Group world = made.group("world", 0, 1);
        call(world, 0, own);
        call(world, 1, consensus);
        Job job = made.job();
        List<RankClass> rankClasses = RankClasses.of(
                        job.communicators().get(0), new SignatureMatcher(job.signatures()), Set.of())
                .all();
        return EditScript.between(rankClasses.get(0), rankClasses.get(1), CallTokens.withPaths(), 0);
    }

    private static void call(HandmadeJob.Group world, int rank, String calls) {
        for (int i = 0; i < calls.length() && calls.charAt(i) != '?'; i++) {
            String operation = switch (calls.charAt(i)) {
                case 'a' -> "all_reduce";
                case 'b' -> "barrier";
                default -> "all_gather";
            };
            boolean stays = calls.startsWith("?", i + 1);
            world.call(rank, operation, stays ? CallState.STARTED : CallState.COMPLETED, i, stays ? -1 : i);
        }
    }

    @Test
    void findsAnExtraCall() {
        assertEquals(List.of(new Edit(EditKind.EXTRA, 2, 2, 1, true)), edits("aabaa", "aaaa"));
    }

    @Test
    void findsAMissingCall() {
        assertEquals(List.of(new Edit(EditKind.MISSING, 2, 2, 1, true)), edits("aaaa", "aabaa"));
    }

    @Test
    void findsARunOfExtraCallsAsOneEdit() {
        assertEquals(List.of(new Edit(EditKind.EXTRA, 2, 2, 3, true)), edits("aabgbaa", "aaaa"));
    }

    @Test
    void findsAReplacedCall() {
        assertEquals(List.of(new Edit(EditKind.REPLACED, 2, 2, 1, true)), edits("aabaa", "aagaa"));
    }

    @Test
    void findsTwoSwappedCalls() {
        assertEquals(List.of(new Edit(EditKind.SWAPPED, 2, 2, 1, true)), edits("aabgaa", "aagbaa"));
    }

    @Test
    void predictsNoMissingCallsForAClassInItsLastCall() {
        assertEquals(List.of(new Edit(EditKind.EXTRA, 2, 2, 1, false)), edits("aab?", "aagaaaa"));
    }

    @Test
    void findsCallsMissingAtTheEnd() {
        assertEquals(List.of(new Edit(EditKind.MISSING, 2, 2, 2, false)), edits("aa", "aabg"));
    }

    @Test
    void findsSeveralEdits() {
        assertEquals(
                List.of(new Edit(EditKind.EXTRA, 1, 1, 1, true), new Edit(EditKind.MISSING, 5, 4, 1, true)),
                edits("abgagag", "agagbag"));
    }
}
