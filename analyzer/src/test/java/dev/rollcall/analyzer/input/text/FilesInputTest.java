package dev.rollcall.analyzer.input.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.containment.SourceBoundary;
import dev.rollcall.analyzer.containment.SourceFailure;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FilesInputTest {
    private static final int LONGEST = 64 << 10;
    private static final WordSearch WORDS = new WordSearch(List.of("needle", "the whole haystack"));
    private static final long SEED = Long.getLong("rollcall.seed", 20_261_122);

    @TempDir
    private Path folder;

    private Path write(String name, String text) throws IOException {
        return Files.write(folder.resolve(name), text.getBytes(ISO_8859_1));
    }

    private static List<String> linesWithWord(TextLines lines) throws IOException {
        try (lines) {
            List<String> found = new ArrayList<>();
            for (TextLines.Line line = lines.nextWithWord(); line != null; line = lines.nextWithWord()) {
                found.add(line.text() + (line.whole() ? "" : " (cut off)"));
                // A parser can want more lines after one with a word.
                for (int more = line.text().length() % 3; more > 0; more--) {
                    TextLines.Line next = lines.next();
                    found.add(next == null ? "the end" : next.text());
                }
            }
            found.add("ends within a line: " + lines.endsWithinLine());
            return found;
        }
    }

    /** Mostly lines without a word, zeros as in a file that was truncated under its writer, and lines as long as some blocks. */
    private static String randomText(Random random, int length) {
        StringBuilder text = new StringBuilder();
        while (text.length() < length) {
            String filler = "needl hole haystac edle ".repeat(random.nextInt(4));
            text.append(filler, 0, random.nextInt(filler.length() + 1));
            switch (random.nextInt(40_000)) {
                case 0, 1, 2, 3, 4 -> text.append("needle");
                case 5, 6, 7, 8, 9 -> text.append("the whole haystack");
                case 10 -> text.append("\0".repeat(random.nextInt(1 << 20)));
                case 11 -> text.append("progress \r".repeat(random.nextInt(1 << 17)));
                default -> text.append(random.nextInt());
            }
            text.append('\n');
        }
        text.setLength(length);
        return text.toString();
    }

    @Test
    void theSearchOfAllProcessorsEndsWithTheTimeOfTheFile() throws IOException {
        try (FileChannel file = FileChannel.open(write("long", "needle\n".repeat(1000)), StandardOpenOption.READ)) {
            assertThrows(
                    SourceFailure.class,
                    () -> SourceBoundary.read(
                            Duration.ofNanos(-1), () -> WordBlocks.of(file, 0, file.size(), WORDS, 64)));
        }
    }

    @Test
    void skipsNoLineThatASearchFromTheBeginningFinds() throws IOException {
        Random random = new Random(SEED);
        for (int round = 0; round < 4; round++) {
            List<Path> parts = new ArrayList<>();
            StringBuilder whole = new StringBuilder();
            for (int part = 0; part <= round % 3; part++) {
                String text = randomText(random, 5_000_000 + random.nextInt(3_000_000));
                parts.add(write("train.log." + part, text));
                whole.append(text);
            }
            byte[] bytes = whole.toString().getBytes(ISO_8859_1);

            List<String> found = linesWithWord(new TextLines(new FilesInput(parts, Long.MAX_VALUE), WORDS, LONGEST));

            assertEquals(
                    linesWithWord(new TextLines(new ByteArrayInputStream(bytes), WORDS, LONGEST)),
                    found,
                    "seed " + SEED + ", round " + round);
            assertTrue(found.size() > 10, "seed " + SEED + ", round " + round);
        }
    }

    /** Words lie across the borders of blocks, of reads and of files. */
    @Test
    void findsAWordWhereverItIs() throws IOException {
        String filler = ("x".repeat(99) + "\n").repeat(100_000);
        for (int block : new int[] {256 << 10, 320 << 10, 2 * (256 << 10), 10 * (256 << 10), 5_000_000}) {
            for (int before : new int[] {-32_768, -18, -17, -9, -1, 0, 1}) {
                int at = block + before;
                String text = filler.substring(0, at) + "the whole haystack" + filler.substring(at + 18);
                List<String> expected = linesWithWord(
                        new TextLines(new ByteArrayInputStream(text.getBytes(ISO_8859_1)), WORDS, LONGEST));
                Path older = write("train.log.1", text.substring(0, 5_000_000));
                Path newer = write("train.log", text.substring(5_000_000));

                assertEquals(
                        expected,
                        linesWithWord(
                                new TextLines(new FilesInput(List.of(older, newer), Long.MAX_VALUE), WORDS, LONGEST)),
                        "at " + at);
            }
        }
    }

    @Test
    void skipsBlocksWithoutAWord() throws IOException {
        Path file = write("train.log", ("x".repeat(99) + "\n").repeat(100_000) + "needle\n");
        try (FilesInput in = new FilesInput(List.of(file), Long.MAX_VALUE)) {
            assertEquals(1000, in.readNBytes(1000).length);
            assertFalse(in.skipToWord(WORDS, 1000), "the first block is always read");
            assertEquals(300_000, in.readNBytes(300_000).length);
            assertTrue(in.skipToWord(WORDS, 1000));
            int left = in.readAllBytes().length;
            assertTrue(left < 1000 + (256 << 10), left + " bytes");
        }
    }

    @Test
    void findsTheBlocksWithAWordAsASearchInTheWholeTextDoes() throws IOException {
        Random random = new Random(SEED);
        for (int round = 0; round < 300; round++) {
            int blockLength = 1 + random.nextInt(100);
            StringBuilder words = new StringBuilder(".".repeat(random.nextInt(2000)));
            for (int word = random.nextInt(4); word > 0; word--) {
                words.insert(
                        random.nextInt(words.length() + 1), random.nextBoolean() ? "needle" : "the whole haystack");
            }
            String text = words.toString();
            Path file = write("text", text);
            try (FileChannel channel = FileChannel.open(file)) {
                WordBlocks blocks = WordBlocks.of(channel, 0, text.length(), WORDS, blockLength);
                for (int at = 0; at < text.length(); at++) {
                    if (text.startsWith("needle", at) || text.startsWith("the whole haystack", at)) {
                        int end = at + (text.charAt(at) == 'n' ? 6 : 18);
                        for (int within = at; within < end; within++) {
                            assertEquals(within, blocks.next(within), "seed " + SEED + ", round " + round);
                        }
                    }
                    assertTrue(blocks.next(at) >= at && blocks.next(at) < text.length(), "seed " + SEED);
                }
            }
        }
    }

    @Test
    void readsNothingThatIsAddedAfterTheOpening() throws IOException {
        Path older = write("train.log.1", "a\n");
        Path newer = write("train.log", "b\n");
        try (FilesInput in = new FilesInput(List.of(older, newer), Long.MAX_VALUE)) {
            Files.writeString(older, "needle", StandardOpenOption.APPEND);
            Files.writeString(newer, "needle", StandardOpenOption.APPEND);

            assertEquals("a\nb\n", new String(in.readAllBytes(), ISO_8859_1));
        }
    }

    @Test
    void goesOnAfterAFileThatBecomesShorter() throws IOException {
        Path older = write("train.log.1", "x\n".repeat(4_000_000));
        Path newer = write("train.log", "the needle\n");
        TextLines lines = new TextLines(new FilesInput(List.of(older, newer), Long.MAX_VALUE), WORDS, LONGEST);
        Files.writeString(older, "");

        assertEquals(List.of("the needle", "the end", "ends within a line: false"), linesWithWord(lines));
    }

    @Test
    void readsAFileThatIsRotatedAwayAfterTheOpening() throws IOException {
        Path file = write("train.log", "the needle\n");
        try (FilesInput in = new FilesInput(List.of(file), Long.MAX_VALUE)) {
            Files.delete(file);

            assertEquals("the needle\n", new String(in.readAllBytes(), ISO_8859_1));
        }
    }
}
