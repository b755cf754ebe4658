package dev.rollcall.analyzer.containment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.rollcall.analyzer.containment.InputLimits.Limit;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InputLimitsTest {
    @Test
    void readsSizesAndNumbers() {
        InputLimits limits = InputLimits.of(List.of("dump=4g", "ratio=1000", "line=7"));

        assertEquals(4L << 30, limits.of(Limit.DUMP));
        assertEquals("4 GiB", limits.text(Limit.DUMP));
        assertEquals(1000, limits.of(Limit.RATIO));
        assertEquals(7, limits.intOf(Limit.LINE));
        assertEquals(InputLimits.DEFAULT.of(Limit.TEXT), limits.of(Limit.TEXT));
    }

    @Test
    void takesTheLargestTimeAndSize() throws IOException {
        InputLimits limits = InputLimits.of(List.of("time=1000000000", "dump=1048576t"));

        assertEquals("read", SourceBoundary.read(limits.time(), () -> "read"));
        assertEquals(1L << 60, limits.of(Limit.DUMP));
    }

    @Test
    void saysWhichValuesALimitCanHave() {
        Exception refused =
                assertThrows(IllegalArgumentException.class, () -> InputLimits.of(List.of("time=99999999999")));
        assertEquals("--limit time is a number from 1 to 1000000000, not 99999999999", refused.getMessage());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "dump",
                "dump=",
                "dump=x",
                "dump=0",
                "dump=-1",
                "ratio=1k",
                "time=1000000001",
                "sum=1",
                "dump=1048577t",
                "dump=999999999999999t"
            })
    void refusesWhatIsNoLimit(String word) {
        assertThrows(IllegalArgumentException.class, () -> InputLimits.of(List.of(word)));
    }
}
