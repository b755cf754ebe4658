package dev.rollcall.analyzer.input.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.containment.InputLimits;
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
        new TextReader(InputLimits.DEFAULT, List.of(() -> new Collector(lines))).open(file, List.of(older));
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

    private static String docker(String text, String stream) {
        return "{\"log\":\"" + text + "\",\"stream\":\"" + stream + "\",\"time\":\"2026-11-22T10:18:08.5Z\"}\n";
    }

    private static String cri(String text, String stream, String part) {
        return "2026-11-22T10:18:08.5Z " + stream + " " + part + " " + text + "\n";
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void joinsTheLinesThatAContainerRuntimeSplit(boolean dockers) throws IOException {
        int half = TIMEOUT.indexOf("SeqNum=4") + "SeqNum=4".length();
        String first = "[rank2]:" + TIMEOUT.substring(0, half);
        String middle = TIMEOUT.substring(half, TIMEOUT.indexOf(" ran for") + 1);
        String last = TIMEOUT.substring(half + middle.length());
        String text = dockers
                ? docker(first, "stderr")
                        + docker("step 3\\n", "stdout")
                        + docker(middle, "stderr")
                        + docker(last + "\\n", "stderr")
                        + docker("step 4\\n", "stdout")
                : cri(first, "stderr", "P")
                        + cri("step 3", "stdout", "F")
                        + cri(middle, "stderr", "P")
                        + cri(last, "stderr", "F")
                        + cri("step 4", "stdout", "F");
        List<TextLine> lines = read(text);

        TextLine line = lines.get(lines.size() - 1);
        assertEquals(TIMEOUT, line.text());
        assertEquals(2, line.rank());
        assertTrue(line.whole());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void keepsTheBeginningOfASplitLineWithoutItsEnd(boolean dockers) throws IOException {
        String cut = TIMEOUT.substring(0, TIMEOUT.indexOf("SeqNum=4") + "SeqNum=4".length());
        List<TextLine> lines = read(dockers ? docker(cut, "stderr") : cri(cut, "stderr", "P"));

        assertEquals(1, lines.size());
        assertEquals(cut, lines.get(0).text());
        assertFalse(lines.get(0).whole());
    }

    @Test
    void keepsOfASplitLineWithoutEndAsMuchAsOfAnyOther() throws IOException {
        StringBuilder text = new StringBuilder(cri(TIMEOUT, "stderr", "P"));
        for (int part = 0; part < 500; part++) {
            text.append(cri("x".repeat(1 << 14), "stderr", "P"));
        }
        List<TextLine> lines = read(text.toString());

        assertEquals(1, lines.size());
        assertEquals(64 << 10, lines.get(0).text().length());
    }

    @Test
    void doesNotWaitForTheEndOfASplitLineForEver() throws IOException {
        StringBuilder text = new StringBuilder(cri("Watchdog ", "stderr", "P"));
        for (int step = 0; step < 1000; step++) {
            text.append(cri("step " + step, "stdout", "F"));
        }
        List<TextLine> lines = read(text + cri(TIMEOUT, "stdout", "F"));

        assertTrue(lines.stream().anyMatch(line -> line.text().equals("Watchdog")), lines::toString);
        assertEquals(TIMEOUT, lines.get(lines.size() - 1).text());
    }
}
