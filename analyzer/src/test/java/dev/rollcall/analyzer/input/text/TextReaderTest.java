package dev.rollcall.analyzer.input.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.input.ProcessSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextReaderTest {
    private static final String TIMEOUT =
            "[E1122 10:18:45.545387726 ProcessGroupNCCL.cpp:689] [Rank 2] Watchdog caught collective "
                    + "operation timeout: WorkNCCL(SeqNum=44, OpType=ALLREDUCE, NumelIn=262656, NumelOut=262656, Timeout(ms)=15000) ran for "
                    + "15003 milliseconds before timing out.";

    @TempDir
    private Path folder;

    /** Collects the lines that the reader delivers. */
    private static final class Collector implements TextParser {
        private final List<TextLine> lines;

        Collector(List<TextLine> lines) {
            this.lines = lines;
        }

        @Override
        public List<String> words() {
            return List.of("Watchdog", "WorkNCCL(");
        }

        @Override
        public boolean add(TextLine line) {
            lines.add(line);
            return false;
        }

        @Override
        public List<ProcessSource> sources(Path file, boolean cutOff) {
            return List.of();
        }
    }

    private List<TextLine> read(byte[] text, Path... older) throws IOException {
        List<TextLine> lines = new ArrayList<>();
        Path file = Files.write(folder.resolve("console.log"), text);
        new TextReader(List.of(() -> new Collector(lines))).open(file, List.of(older));
        return lines;
    }

    private List<TextLine> read(String text) throws IOException {
        return read(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    @ParameterizedTest
    @ValueSource(ints = {80, 100, 132, 160, 200})
    void joinsWhatATerminalBrokeWithinParentheses(int width) throws IOException {
        StringBuilder text = new StringBuilder("before\n");
        String line = "[rank2]:" + TIMEOUT;
        for (int at = 0; at < line.length(); at += width) {
            text.append(line, at, Math.min(line.length(), at + width)).append('\n');
        }

        List<TextLine> lines = read(text.append("after\n").toString());

        String joined = lines.stream()
                .map(TextLine::text)
                .filter(one -> one.contains("WorkNCCL("))
                .findFirst()
                .orElseThrow();
        assertEquals(
                "WorkNCCL(SeqNum=44, OpType=ALLREDUCE, NumelIn=262656, NumelOut=262656, Timeout(ms)=15000)",
                joined.substring(joined.indexOf("WorkNCCL("), joined.indexOf("5000)") + 5));
    }

    @Test
    void doesNotJoinWhatAnotherProcessWrote() throws IOException {
        String broken = "[rank2]:" + TIMEOUT.substring(0, 150);

        List<TextLine> lines = read(broken + "\n[rank3]:" + TIMEOUT + "\n");

        assertEquals(
                List.of(TIMEOUT.substring(0, 150), TIMEOUT),
                lines.stream().map(TextLine::text).toList());
        assertEquals(List.of(2, 3), lines.stream().map(TextLine::rank).toList());
    }

    @Test
    void readsALastLineWithoutALineFeed() throws IOException {
        assertEquals(TIMEOUT, read("[rank2]:" + TIMEOUT).get(0).text());
    }

    @Test
    void readsTextBehindZeros() throws IOException {
        assertEquals(TIMEOUT, read("\0".repeat(20_000) + TIMEOUT + "\n").get(0).text());
    }

    @Test
    void readsUtf16() throws IOException {
        byte[] text = ("\ufeff[rank2]:" + TIMEOUT + "\r\n").getBytes(StandardCharsets.UTF_16LE);

        List<TextLine> lines = read(text);

        assertEquals(TIMEOUT, lines.get(0).text());
        assertEquals(2, lines.get(0).rank());
    }

    @Test
    void readsOlderPartsFirst() throws IOException {
        Path older = Files.writeString(folder.resolve("console.log.1"), "Watchdog one\nWatchd");

        List<TextLine> lines = read("og two\nWatchdog three\n".getBytes(StandardCharsets.UTF_8), older);

        assertEquals(
                List.of("Watchdog one", "Watchdog two", "Watchdog three"),
                lines.stream().map(TextLine::text).toList());
    }
}
