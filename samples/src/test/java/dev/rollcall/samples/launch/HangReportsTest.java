package dev.rollcall.samples.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class HangReportsTest {

    private final HangReports reports = new HangReports(2);

    @Test
    void countsOnlyReportsOfTheAgent() {
        joinBoth();
        reports.read(0, List.of("rollcall: no progress"), List.of("no progress in the weather", "rollcall: recording"));
        assertFalse(reports.hangs(0));

        reports.read(1, List.of(), List.of("rollcall: no progress on all_reduce for 2 s"));
        assertTrue(reports.hangs(1));
        assertEquals(1, reports.hanging());
        assertTrue(reports.firstHangIsOlderThan(Duration.ZERO));
        assertFalse(reports.firstHangIsOlderThan(Duration.ofHours(1)));
    }

    @Test
    void knowsWhenTheLastRankJoined() {
        reports.read(0, List.of("rank 0: joined the group of 2 ranks"), List.of());
        assertFalse(reports.allJoinedLongerAgoThan(Duration.ZERO));

        reports.read(1, List.of("rank 1: joined the group of 2 ranks"), List.of());
        assertTrue(reports.allJoinedLongerAgoThan(Duration.ZERO));
    }

    @Test
    void dropsReportsFromBeforeAllRanksJoined() {
        reports.read(0, List.of("rank 0: joined the group of 2 ranks"), List.of());
        reports.read(0, List.of(), List.of("rollcall: no progress on all_reduce for 2 s"));
        assertTrue(reports.hangs(0));

        reports.read(1, List.of("rank 1: joined the group of 2 ranks"), List.of());
        assertFalse(reports.hangs(0));
    }

    @Test
    void waitsLongerWhileRanksConnectInAFurtherGroup() {
        joinBoth();
        reports.read(0, List.of(), List.of("rollcall: no progress for 2 s in the creation of losses; the stacks"));
        reports.read(
                1, List.of(), List.of("rollcall: no progress for 2 s in all_reduce, call 1 on losses; the stacks"));
        assertFalse(reports.hangs(0));
        assertTrue(reports.hangs(1));
        assertEquals(2, reports.hanging());
        assertFalse(reports.firstHangIsOlderThan(Duration.ofHours(1)));
        assertTrue(reports.firstHangIsOlderThan(Duration.ZERO));

        reports.read(
                0, List.of(), List.of("rollcall: no progress for 2 s in all_reduce, call 6 on losses; the stacks"));
        assertTrue(reports.hangs(0));
    }

    @Test
    void dropsTheReportOfARankThatMadeProgress() {
        joinBoth();
        reports.read(0, List.of(), List.of("rollcall: no progress for 2 s in all_reduce, call 1 on world; the stacks"));
        reports.madeProgress(0);
        assertFalse(reports.hangs(0));
        assertFalse(reports.firstHangIsOlderThan(Duration.ZERO));
    }

    private void joinBoth() {
        reports.read(0, List.of("rank 0: joined the group of 2 ranks"), List.of());
        reports.read(1, List.of("rank 1: joined the group of 2 ranks"), List.of());
    }
}
