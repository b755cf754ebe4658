package dev.rollcall.analyzer.report.picture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.model.CallState;
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
}
