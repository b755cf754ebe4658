package dev.rollcall.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Only memory that the driver knows is read, without a gap. */
class DriverMemoryTest {
    private static final DriverMemory FIRST = on(0, 0x1000, 0x1000);
    private static final DriverMemory NEXT = on(0, 0x2000, 0x800);
    private static final DriverMemory AFTER_A_GAP = on(0, 0x3000, 0x1000);
    private static final DriverMemory ELSEWHERE = on(1, 0x4000, 0x1000);

    private static DriverMemory on(int device, long start, long size) {
        return new DriverMemory(start, size, device, 1, 0, false, false, false);
    }

    private static DriverMemory known(long address) {
        return List.of(FIRST, NEXT, AFTER_A_GAP, ELSEWHERE).stream()
                .filter(each -> each.holds(address, 1))
                .findFirst()
                .orElse(DriverMemory.UNKNOWN);
    }

    private static boolean covered(DriverMemory memory, long address, long bytes) {
        return memory.covers(address, bytes, DriverMemoryTest::known);
    }

    @Test
    void coversAdjacentMemory() {
        assertTrue(covered(FIRST, 0x1000, 0x1000));
        assertTrue(covered(FIRST, 0x1fff, 1));
        assertTrue(covered(FIRST, 0x1800, 0x1000));
    }

    @Test
    void refusesMemoryWithAGap() {
        assertFalse(covered(FIRST, 0x1000, 0x1801));
        assertFalse(covered(FIRST, 0x1000, 0x2800));
        assertFalse(covered(NEXT, 0x1fff, 2));
    }

    @Test
    void refusesAdjacentMemoryOfAnotherDevice() {
        assertTrue(covered(AFTER_A_GAP, 0x3000, 0x1000));
        assertFalse(covered(AFTER_A_GAP, 0x3000, 0x1001));
    }

    @Test
    void refusesImpossibleLengths() {
        assertFalse(covered(FIRST, 0x1000, 0));
        assertFalse(covered(FIRST, 0x1000, -1));
        assertFalse(covered(FIRST, 0x1000, Long.MAX_VALUE));
        assertFalse(covered(DriverMemory.UNKNOWN, 0x1000, 1));
    }

    @Test
    void hasNoLengthWhereAPitchOverflows() {
        CopyShape rows = new CopyShape(16, 3, 1);
        assertEquals(-1, new CopyRegion(0x1000, 1L << 62, 0).length(rows));
        assertEquals(-1, new CopyRegion(0x1000, -64, 0).length(rows));
        assertEquals(-1, new CopyRegion(0x1000, 8, 0).length(rows));
        assertEquals(2 * 64 + 16, new CopyRegion(0x1000, 64, 0).length(rows));
        assertEquals(-1, new CopyRegion(0x1000, 64, 1L << 62).length(new CopyShape(16, 3, 3)));
        assertEquals(1024 + 2 * 64 + 16, new CopyRegion(0x1000, 64, 1024).length(new CopyShape(16, 3, 2)));
    }
}
