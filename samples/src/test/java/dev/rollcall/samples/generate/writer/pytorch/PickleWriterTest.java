package dev.rollcall.samples.generate.writer.pytorch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class PickleWriterTest {

    @Test
    void writesIntegersAndLongs() {
        byte[] expected = HexFormat.of().parseHex("80025d7100284b014d00014a000001008a08000000000100000065" + "2e");

        assertArrayEquals(expected, PickleWriter.pickle(List.of(1, 256, 65_536L, 1L << 32)));
    }

    @Test
    void rejectsNumbersWithAFraction() {
        assertThrows(IllegalArgumentException.class, () -> PickleWriter.pickle(0.5));
    }
}
