package dev.rollcall.analyzer.report.view;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.model.Call;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimesTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0 ms",
        "999999999, 999 ms",
        "1000000000, 1.0 s",
        "37400000000, 37 s",
        "119400000000, 119 s",
        "125000000000, 2 min 5 s",
        "12000000000000, 3 h 20 min"
    })
    void wordsDurations(long nanos, String words) {
        assertEquals(words, Times.duration(nanos).replace('\u00a0', ' '));
    }

    @Test
    void writesMomentsInUtc() {
        assertEquals("2026-09-21 14:13:20 UTC", Times.moment(1_790_000_000_000_000_000L));
        assertEquals("unknown", Times.moment(Call.NO_TIME));
    }
}
