package dev.rollcall.analyzer.report.view;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.model.Call;
import org.junit.jupiter.api.Test;

class TimesTest {
    @Test
    void keepsADurationInOnePiece() {
        assertEquals("12\u00a0min\u00a05\u00a0s", Times.duration(725_000_000_000L));
    }

    @Test
    void writesMomentsInUtc() {
        assertEquals("2026-09-21 14:13:20 UTC", Times.moment(1_790_000_000_000_000_000L));
        assertEquals("unknown", Times.moment(Call.NO_TIME));
    }
}
