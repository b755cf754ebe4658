package dev.rollcall.analyzer.report.picture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.HandmadeJob;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Signature;
import dev.rollcall.analyzer.report.ExampleJob;
import dev.rollcall.analyzer.report.picture.Timeline.Lane;
import dev.rollcall.analyzer.report.picture.Timeline.Span;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimelinesTest {
    /** Rank 0 saves where the others make their next step. */
    private static Verdict hung() {
        ExampleJob example = new ExampleJob(4).steps(20);
        example.call(0, Signature.of("barrier"), "save", 88, CallState.STARTED);
        for (int rank = 1; rank < 4; rank++) {
            example.call(rank, ExampleJob.allReduce(1024), "step", 22, CallState.STARTED);
        }
        return new Diagnosis().of(example.build());
    }

    @Test
    void hasALaneForEachClassOfRanksTheNamedOnesFirst() {
        Timeline timeline = Timelines.of(hung());

        assertEquals(
                List.of("Rank 0", "Ranks 1–3"),
                timeline.lanes().stream().map(Lane::label).toList());
        assertTrue(timeline.lanes().get(0).named());
        assertFalse(timeline.lanes().get(1).named());
    }

    @Test
    void drawsPendingCallsBeyondTheBreakAndOthersBeforeIt() {
        Timeline timeline = Timelines.of(hung());

        for (Lane lane : timeline.lanes()) {
            assertEquals(1, lane.spans().stream().filter(Span::pending).count());
            for (Span span : lane.spans()) {
                assertEquals(span.pending(), span.x() + span.width() > timeline.end() + 3, span.toString());
                assertTrue(span.x() + span.width() <= timeline.width(), span.toString());
            }
        }
    }

    @Test
    void keepsAFewCallsOfALongJob() {
        Timeline timeline = Timelines.of(hung());

        timeline.lanes().forEach(lane -> assertTrue(lane.spans().size() <= 12, lane.toString()));
    }

    @Test
    void isLeftOutWhereNothingIsFrozen() {
        Job healthy = new ExampleJob(4).steps(20).build();

        assertNull(Timelines.of(new Diagnosis().of(healthy)));
    }

    /** Rank 0 saves; the others go on with calls on a second communicator while their step is pending. */
    private static Verdict goneOn() {
        HandmadeJob job = new HandmadeJob(4).allAlive(100_000);
        HandmadeJob.Group world = job.group("world", 0, 1, 2, 3).steps(6, 0, 1, 2, 3);
        world.call(0, "barrier", CallState.STARTED, 1_000, -1);
        HandmadeJob.Group local = job.group("local", 1, 2, 3).steps(6, 1, 2, 3);
        for (int rank = 1; rank < 4; rank++) {
            // Rank 3 has waited longest.
            world.call(rank, "all_reduce", CallState.STARTED, 1_030 - 10 * rank, -1);
            for (int call = 0; call < 20; call++) {
                local.call(rank, "broadcast", CallState.COMPLETED, 1_100 + 10 * call, 1_101 + 10 * call);
            }
        }
        return new Diagnosis().of(job.job());
    }

    private static List<Span> pending(Timeline timeline, String lane) {
        return timeline.lanes().stream()
                .filter(each -> each.label().equals(lane))
                .flatMap(each -> each.spans().stream())
                .filter(Span::pending)
                .toList();
    }

    @Test
    void showsTheCallOfTheWaitBeforeNewerOnes() {
        Verdict verdict = goneOn();
        Timeline timeline = Timelines.of(verdict);

        List<Span> waits = pending(timeline, "Ranks 1–3");
        assertEquals(1, waits.size(), verdict.summary() + timeline);
        assertEquals("waits 99 s", waits.get(0).text());
        assertTrue(timeline.lanes().get(1).whole().endsWith("rank 3"), timeline::toString);
        assertTrue(timeline.summary().contains("ranks 1–3 in all_reduce on world"), timeline.summary());
    }

    @Test
    void drawsACallOfARankThatEndedUpToItsEnd() {
        ExampleJob example = new ExampleJob(4).steps(20);
        for (int rank = 0; rank < 4; rank++) {
            example.call(rank, ExampleJob.allReduce(1024), "step", 22, CallState.STARTED);
        }
        example.ending(0, Ending.signalled("SIGKILL", "", ExampleJob.START + 21 * ExampleJob.SECOND));
        Timeline timeline = Timelines.of(new Diagnosis().of(example.build()));

        for (Span span : timeline.lanes().get(0).spans()) {
            assertTrue(span.x() + span.width() <= timeline.end() + 3, span.toString());
        }
    }
}
