package dev.rollcall.analyzer.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class BoundedTextTest {
    @Test
    void keepsTheBeginningAndTheEndOfALongText() {
        StackFrame frame = new StackFrame("", "m".repeat(100_000), "/x/" + "y".repeat(5_000) + "/train.py", 1);

        assertEquals(1000, frame.method().length());
        assertTrue(frame.file().startsWith("/x/y") && frame.file().endsWith("y/train.py"), frame.file());
        String name = "n".repeat(1000);
        assertSame(name, new StackFrame("", name, "", 0).method());
    }
}
