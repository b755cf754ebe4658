package dev.rollcall.analyzer.input.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TextLinesTest {
    private static final int LONGEST = 64 << 10;
    private static final WordSearch WORDS = new WordSearch(List.of("needle", "haystack"));

    private static TextLines of(String text) {
        return new TextLines(new ByteArrayInputStream(text.getBytes(ISO_8859_1)), WORDS, LONGEST);
    }

    private static String next(TextLines lines) throws IOException {
        TextLines.Line line = lines.next();
        return line == null ? null : line.text();
    }

    @Test
    void givesEachLineAndWhetherALineFeedEndsIt() throws IOException {
        TextLines lines = of("a\n\nb\303\r\nc");

        assertEquals("a", next(lines));
        assertEquals("", next(lines));
        assertEquals("b\303\r", next(lines));
        TextLines.Line last = lines.next();
        assertEquals("c", last.text());
        assertFalse(last.whole());
        assertNull(next(lines));
    }

    @Test
    void givesTheBeginningOfALongLineAndTheNextOne() throws IOException {
        TextLines lines = of("x".repeat(3 * LONGEST + 7) + "\n" + "y".repeat(LONGEST) + "\nz\n");

        assertEquals("x".repeat(LONGEST), next(lines));
        assertEquals("y".repeat(LONGEST), next(lines));
        assertEquals("z", next(lines));
        assertNull(next(lines));
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
        TextLines lines = new TextLines(
                new ByteArrayInputStream(bytes) {
                    @Override
                    public synchronized int read(byte[] into, int from, int length) {
                        return super.read(into, from, Math.min(length, 1 + random.nextInt(9000)));
                    }
                },
                WORDS,
                LONGEST);

        for (String line : expected) {
            assertEquals(line, next(lines), "seed " + seed);
        }
        assertNull(next(lines));
    }

    @Test
    void givesNothingForAnEmptyText() throws IOException {
        assertNull(new TextLines(InputStream.nullInputStream(), WORDS, LONGEST).next());
    }

    @Test
    void findsTheSameLinesAsASearchInEachLine() throws IOException {
        long seed = Long.getLong("rollcall.seed", 20_261_122);
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder();
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 60_000; i++) {
            String filler = "needl haystac edle ".repeat(random.nextInt(4));
            String word = random.nextInt(50) > 0 ? "" : random.nextBoolean() ? "needle" : "haystack";
            String line = filler.substring(0, random.nextInt(filler.length() + 1)) + word + i;
            if (!word.isEmpty()) {
                expected.add(line);
            }
            text.append(line).append('\n');
        }
        TextLines lines = new TextLines(
                new ByteArrayInputStream(text.toString().getBytes(ISO_8859_1)) {
                    @Override
                    public synchronized int read(byte[] into, int from, int length) {
                        return super.read(into, from, Math.min(length, 1 + random.nextInt(70_000)));
                    }
                },
                WORDS,
                LONGEST);

        for (String line : expected) {
            assertEquals(line, lines.nextWithWord().text(), "seed " + seed);
        }
        assertNull(lines.nextWithWord());
    }

    @Test
    void findsAWordInALastLineWithoutALineFeedAndAfterALongLine() throws IOException {
        TextLines lines = of("x".repeat(3 << 20) + "\nno\nthe needle");

        assertEquals("the needle", lines.nextWithWord().text());
        assertNull(lines.nextWithWord());
    }

    /** A progress bar writes for hours without a line feed. */
    @Test
    void findsAWordFarInALongLine() throws IOException {
        for (int before : new int[] {1000, 100_000, 3 << 20}) {
            TextLines lines = of("x".repeat(before) + "\rthe needle is here\nno\n");

            assertTrue(lines.nextWithWord().text().endsWith("\rthe needle is here"), "after " + before);
            assertNull(lines.nextWithWord());
        }
    }

    @Test
    void knowsWhetherTheTextEndsWithinALine() throws IOException {
        for (String text : List.of("", "a\n", "needle\n", "a", "a\nb")) {
            TextLines lines = of(text);
            while (lines.nextWithWord() != null) {
                continue;
            }
            assertEquals(!text.isEmpty() && !text.endsWith("\n"), lines.endsWithinLine(), text);
        }
    }

    @Test
    void readsALineOfAGigabyteInItsBuffer() throws IOException {
        byte[] word = "needle".getBytes(ISO_8859_1);
        InputStream gigabyte = new InputStream() {
            private long left = 1 << 30;

            @Override
            public int read() {
                return left-- > 0 ? 'x' : -1;
            }

            @Override
            public int read(byte[] bytes, int offset, int length) {
                if (left <= 0) {
                    return -1;
                }
                int read = (int) Math.min(length, left);
                Arrays.fill(bytes, offset, offset + read, (byte) 'x');
                if (left == 1 << 30) {
                    System.arraycopy(word, 0, bytes, offset, word.length);
                }
                left -= read;
                return read;
            }
        };
        try (TextLines lines = new TextLines(gigabyte, new WordSearch(List.of("needle")), LONGEST)) {
            assertEquals(LONGEST, lines.nextWithWord().text().length());
            assertNull(lines.nextWithWord());
        }
    }
}
