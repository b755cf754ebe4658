package dev.rollcall.analyzer.report.view;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.HandmadeJob;
import java.util.List;
import org.junit.jupiter.api.Test;

class CommunicatorRowTest {
    @Test
    void putsThoseFirstWhoseMembersAreNotEquallyFar() {
        HandmadeJob job = new HandmadeJob(4).allAlive(60_000);
        job.group("world", 0, 1, 2, 3).steps(6, 0, 1, 2, 3);
        job.group("pair", 2, 3)
                .steps(3, 2, 3)
                .call(3, "barrier", CallState.STARTED, 100, -1)
                .half(2, "send", 1, CallState.COMPLETED, 200);

        assertEquals(
                List.of(
                        new CommunicatorRow("pair", "2 and 3", "2", "3–4", "0–1"),
                        new CommunicatorRow("world", "0–3", "4", "6", "")),
                CommunicatorRow.of(job.job()));
    }
}
