package dev.rollcall.analyzer.input.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TextLinesTest {
    private static final int LONGEST = 64 << 10;

    private static TextLines of(String text) {
        return new TextLines(new ByteArrayInputStream(text.getBytes(ISO_8859_1)));
    }

    @Test
    void givesCompleteLines() throws IOException {
        TextLines lines = of("a\n\nb\303\r\nc");

        assertEquals("a", lines.next());
        assertEquals("", lines.next());
        assertEquals("b\303\r", lines.next());
        assertNull(lines.next());
    }

    @Test
    void givesTheBeginningOfALongLineAndTheNextOne() throws IOException {
        TextLines lines = of("x".repeat(3 * LONGEST + 7) + "\n" + "y".repeat(LONGEST) + "\nz\n");

        assertEquals("x".repeat(LONGEST), lines.next());
        assertEquals("y".repeat(LONGEST), lines.next());
        assertEquals("z", lines.next());
        assertNull(lines.next());
    }

    @Test
    void doesNotDependOnTheSizeOfReads() throws IOException {
        long seed = Long.getLong("rollcall.seed", 20_261_121);
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder();
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            String line = "l".repeat(random.nextInt(4000)) + i;
            expected.add(line);
            text.append(line).append('\n');
        }
        byte[] bytes = text.toString().getBytes(ISO_8859_1);
        TextLines lines = new TextLines(new ByteArrayInputStream(bytes) {
            @Override
            public synchronized int read(byte[] into, int from, int length) {
                return super.read(into, from, Math.min(length, 1 + random.nextInt(9000)));
            }
        });

        for (String line : expected) {
            assertEquals(line, lines.next(), "seed " + seed);
        }
        assertNull(lines.next());
    }

    @Test
    void givesNothingForAnEmptyText() throws IOException {
        assertNull(new TextLines(InputStream.nullInputStream()).next());
    }
}
