package dev.rollcall.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CopyShapeTest {

    @ParameterizedTest
    @CsvSource({
        "1, 12, 1",
        "4096, 12, 1",
        "4097, 12, 2",
        "1048576, 12, 256",
        "1048577, 14, 65",
        "67108864, 16, 1024",
        "4294967296, 16, 65536",
        "4294967297, 17, 32769",
        "150000000000, 22, 35763"
    })
    void hasBlocksForItsSize(long bytes, int byteShift, int blocks) {
        CopyShape shape = TestChecksums.linear(bytes);
        assertEquals(byteShift, shape.unitShift() + 4);
        assertEquals(blocks, shape.blocks());
        long units = 0;
        for (int block = 0; block < blocks; block++) {
            units += shape.unitsOf(block);
        }
        assertEquals((bytes + 15) / 16, units);
    }

    @ParameterizedTest
    @CsvSource({"1, 256", "16777216, 256", "16777217, 64", "4294967297, 64"})
    void hasSmallerHeadsInLargeBlocks(long bytes, int units) {
        assertEquals(units, TestChecksums.linear(bytes).head());
    }

    @Test
    void padsEachRow() {
        CopyShape shape = new CopyShape(17, 3, 2);
        assertEquals(2, shape.unitsPerRow());
        assertEquals(12, shape.units());
        assertTrue(shape.blocks() == 1 && shape.unitsOf(0) == 12);
    }

    @Test
    void isNeverEmpty() {
        assertThrows(IllegalArgumentException.class, () -> TestChecksums.linear(0));
        assertThrows(IllegalArgumentException.class, () -> new CopyShape(1, 0, 1));
        assertThrows(IllegalArgumentException.class, () -> new CopyShape(1, 1, 0));
    }
}
