package dev.rollcall.analyzer.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationTextTest {
    @ParameterizedTest
    @CsvSource({
        "-5, 0 ms",
        "0, 0 ms",
        "345_400, 345 µs",
        "999_700, 1 ms",
        "1_250_000, 1.3 ms",
        "9_960_000, 10 ms",
        "12_345_000, 12 ms",
        "999_600_000, 1 s",
        "3_049_000_000, 3 s",
        "3_050_000_000, 3.1 s",
        "37_400_000_000, 37 s",
        "119_400_000_000, 119 s",
        "125_000_000_000, 2 min 5 s",
        "1_800_000_000_000, 30 min",
        "12_000_000_000_000, 3 h 20 min",
        "7_229_000_000_000, 2 h"
    })
    void roundsToWhatAReaderNeeds(String nanos, String words) {
        assertEquals(words, DurationText.of(Long.parseLong(nanos.replace("_", ""))));
    }
}
