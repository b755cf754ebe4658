package dev.rollcall.analyzer.report.picture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.report.ExampleJob;
import dev.rollcall.analyzer.report.picture.RollCall.Kind;
import dev.rollcall.analyzer.report.view.CallGrids;
import dev.rollcall.analyzer.verdict.Cause;
import dev.rollcall.analyzer.verdict.Evidence;
import dev.rollcall.analyzer.verdict.Finding;
import dev.rollcall.analyzer.verdict.Severity;
import dev.rollcall.analyzer.verdict.WaitMap;
import java.util.List;
import org.junit.jupiter.api.Test;

class RollCallsTest {
    private static final int ROOM = 8;

    private static RollCall picture(ExampleJob example, Cause cause, long sequence) {
        Job job = example.build();
        Finding finding = new Finding(
                cause,
                Severity.CULPRIT,
                List.of(0),
                job.communicators().get(0),
                sequence,
                "",
                "",
                "",
                null,
                List.of(new Evidence(0, example.last(0), "")));
        return RollCalls.of(List.of(CallGrids.around(job, finding, ROOM)), finding, WaitMap.EMPTY)
                .get(0);
    }

    private static List<Kind> kinds(RollCall picture, int row) {
        return picture.rows().get(row).cells().stream().map(RollCall.Cell::kind).toList();
    }

    /** Rank 0 is blocked in a barrier; the others make a broadcast and the barrier. */
    private static ExampleJob blockedInBarrier(boolean reached) {
        ExampleJob job = new ExampleJob(3).steps(4);
        job.call(0, Signature.of("barrier"), "save", 88, CallState.STARTED);
        for (int rank = 1; rank < 3; rank++) {
            job.call(rank, Signature.of("broadcast"), "load", 40, CallState.STARTED);
            if (reached) {
                job.call(rank, Signature.of("barrier"), "save", 88, CallState.ENQUEUED);
            }
        }
        return job;
    }

    @Test
    void drawsASkippedCallAsAGapBeforeTheCallThatOthersMakeLater() {
        RollCall picture = picture(blockedInBarrier(true), Cause.SKIPPED_COLLECTIVE, 5);

        assertEquals(List.of(Kind.CALL, Kind.CALL, Kind.CALL, Kind.SKIPPED, Kind.CALL), kinds(picture, 0));
        assertEquals("barrier (5)", picture.rows().get(0).cells().get(4).upper());
        assertEquals("barrier", picture.rows().get(1).cells().get(4).upper());
        assertEquals(":40", picture.rows().get(0).cells().get(3).lower());
        assertEquals(
                List.of("p-skipped", "p-pending"),
                picture.marks().stream().map(RollCall.Site::style).toList());
    }

    @Test
    void drawsTheCallAfterASkippedOneInAColumnOfItsOwnWhereNoOtherRankMadeIt() {
        RollCall picture = picture(blockedInBarrier(false), Cause.SKIPPED_COLLECTIVE, 5);

        assertEquals(List.of(Kind.CALL, Kind.CALL, Kind.CALL, Kind.SKIPPED, Kind.CALL), kinds(picture, 0));
        assertEquals(List.of(Kind.CALL, Kind.CALL, Kind.CALL, Kind.CALL, Kind.GAP), kinds(picture, 1));
    }

    @Test
    void drawsAnExtraCallInAColumnThatIsAGapForTheOthers() {
        RollCall picture = picture(blockedInBarrier(false), Cause.EXTRA_COLLECTIVE, 5);

        assertEquals(List.of(Kind.CALL, Kind.CALL, Kind.CALL, Kind.EXTRA, Kind.GAP), kinds(picture, 0));
        assertEquals(List.of(Kind.CALL, Kind.CALL, Kind.CALL, Kind.GAP, Kind.CALL), kinds(picture, 1));
        assertEquals("extra", picture.heads().get(3).text());
    }

    @Test
    void drawsAMismatchInOneColumn() {
        RollCall picture = picture(blockedInBarrier(false), Cause.OP_MISMATCH, 5);

        assertEquals(List.of(Kind.CALL, Kind.CALL, Kind.CALL, Kind.CALL), kinds(picture, 0));
        assertEquals(true, picture.rows().get(0).cells().get(3).marked());
        assertEquals(false, picture.rows().get(1).cells().get(3).marked());
    }

    @Test
    void givesEqualLinesEqualColoursAndDifferentLinesDifferentOnes() {
        RollCall picture = picture(blockedInBarrier(true), Cause.OP_MISMATCH, 5);

        assertEquals(
                List.of("p-site-0", "p-site-1", "p-site-2"),
                picture.legend().stream().map(RollCall.Site::style).toList());
        assertEquals(
                picture.rows().get(0).cells().get(0).style(),
                picture.rows().get(1).cells().get(0).style());
    }

    @Test
    void saysTheOwnNumberOfACallInTheColumnOfAnother() {
        RollCall skipped = picture(blockedInBarrier(true), Cause.SKIPPED_COLLECTIVE, 5);
        RollCall extra = picture(blockedInBarrier(false), Cause.EXTRA_COLLECTIVE, 5);

        assertEquals(
                "Rank 0: barrier at Trainer.save (Trainer.java:88); own call 5, waiting",
                skipped.rows().get(0).cells().get(4).tip());
        assertEquals(
                "Ranks 1 and 2, call 6: barrier at Trainer.save (Trainer.java:88); not finished",
                skipped.rows().get(1).cells().get(4).tip());
        assertEquals(
                "Rank 0: extra: barrier at Trainer.save (Trainer.java:88); own call 5, waiting",
                extra.rows().get(0).cells().get(3).tip());
    }
}
