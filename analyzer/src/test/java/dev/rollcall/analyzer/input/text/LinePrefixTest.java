package dev.rollcall.analyzer.input.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.rollcall.analyzer.model.Call;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class LinePrefixTest {
    private static final List<String> WRITTEN = List.of(
            "Traceback (most recent call last):",
            "  File \"/srv/train/job.py\", line 23, in <module>",
            "    if __name__==\"__main__\": main()",
            "ValueError: loss is NaN",
            "[E1122 10:18:11.046043792 ProcessGroupNCCL.cpp:689] [Rank %d] Watchdog caught collective operation timeout");

    /** Returns the lines of four ranks, written in turn. */
    private static List<String> file(LauncherPrefix prefix) {
        List<String> lines = new ArrayList<>();
        for (String line : WRITTEN) {
            for (int rank = 0; rank < 4; rank++) {
                lines.add(prefix.before(String.format(line, rank), rank, lines.size() + 1));
            }
        }
        return lines;
    }

    private static List<TextLine> read(List<String> lines) {
        LinePrefix prefix = PrefixSample.prefixesOf(lines);
        return lines.stream()
                .flatMap(line -> prefix.remove(line, true).stream())
                .toList();
    }

    @ParameterizedTest
    @EnumSource
    void leavesWhatTheProgramWrote(LauncherPrefix prefix) {
        List<TextLine> lines = read(file(prefix));

        for (int i = 0; i < lines.size(); i++) {
            int rank = i % 4;
            assertEquals(
                    String.format(WRITTEN.get(i / 4), rank).strip(),
                    lines.get(i).text().strip());
            assertEquals(prefix.hasRank() ? rank : -1, lines.get(i).rank(), lines.get(i)::toString);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "[pod/trainer-0/pytorch] ;trainer-0",
                "(RayTrainWorker pid=1234, ip=10.0.0.3) ;10.0.0.3",
                "Nov 22 10:18:08 node1 python[123]: ;node1",
                "[1,mpirank:3,algo-1]<stderr>:;algo-1",
            })
    void takesTheHost(String prefix, String host) {
        assertEquals(host, read(List.of(prefix + " text")).get(0).host());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-11-22T10:18:08.508Z text",
                "2026-11-22T10:18:08.508Z stdout F text",
                "[2026-11-22 10:18:08,508] [INFO] [a.py:3:f] text",
                "[pod/a-0/b] 2026-11-22T10:18:08.508Z text",
                "{\"log\":\"text\\n\",\"stream\":\"stderr\",\"time\":\"2026-11-22T10:18:08.508Z\"}",
                "2026-11-22 10:18:08.508 text"
            })
    void takesTheTime(String line) {
        TextLine read = read(List.of(line)).get(0);

        assertEquals("text", read.text());
        assertEquals(Instant.parse("2026-11-22T10:18:08.508Z").toEpochMilli() * 1_000_000, read.time());
    }

    /** A node that starts its processes with torchrun is one task of Slurm. */
    @Test
    void takesNoTaskOfALauncherForARank() {
        List<String> lines = new ArrayList<>();
        for (int rank = 0; rank < 16; rank++) {
            lines.add(rank / 8 + ": [rank" + rank + "]:[E1122 10:18:11.0 ProcessGroupNCCL.cpp:689] [Rank " + rank
                    + "] a");
        }
        lines.add("1: Traceback (most recent call last):");
        lines.add("1: ValueError: loss");

        List<TextLine> read = read(lines);

        assertEquals(13, read.get(13).rank());
        assertEquals(-1, read.get(16).rank());
        assertEquals("Traceback (most recent call last):", read.get(16).text());
        assertEquals("ValueError: loss", read.get(17).text());
        assertNotEquals(read.get(0).writer(), read.get(16).writer());
    }

    @Test
    void takesNoTaskOfALauncherForARankThatOnlyALaterLineContradicts() {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            lines.add("[1," + i % 2 + "]<stderr>:step");
        }
        LinePrefix prefix = PrefixSample.prefixesOf(lines);

        prefix.remove("[1,1]<stderr>:[rank13]: text", true);

        assertEquals(-1, prefix.remove("[1,1]<stderr>:Traceback", true).get(0).rank());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "3: loss 0.2",
                "[3] loss",
                "ValueError: loss",
                "loss | 0.3",
                "12\t0.3",
                "[epoch3]: done",
                "train.log: written",
                "state-of art text",
                "[2026-11-20 22:38:03.414227] node0:3314:4462 [0] NCCL INFO text",
                "node0:3314:4462 [0] NCCL INFO text",
                "[E1122 10:18:11.046043792 ProcessGroupNCCL.cpp:689] [Rank 3] text",
                "#0 all_reduce from /usr/lib/python3.12/site-packages/torch/distributed/distributed_c10d.py:3068",
                "  rank      : 0 (local_rank: 0)",
                "[1]:",
                "(a) text",
                "{\"log\":\"cut o"
            })
    void leavesWhatOnlyLooksLikeAPrefix(String line) {
        List<String> lines = new ArrayList<>(List.of("epoch 3 of 9", "saving", "a text without a prefix", line, line));

        TextLine read = read(lines).get(3);

        assertEquals(new TextLine(line, -1, false, "", "", Call.NO_TIME, false, true), read);
    }

    /** Steps count up, ranks repeat. */
    @Test
    void takesNoStepForARank() {
        List<String> lines = new ArrayList<>();
        for (int step = 0; step < 100; step++) {
            lines.add(step + ": loss 0.2");
        }

        assertEquals(-1, read(lines).get(7).rank());
    }

    @Test
    void splitsALineIntoWhichTwoProcessesWrote() {
        List<TextLine> lines =
                read(List.of("2026-11-22T10:18:08Z [rank0]: step 3 [rank1]:[E1122 10:18:11.0 a.cpp:1] text"));

        assertEquals(2, lines.size());
        assertEquals("step 3 ", lines.get(0).text());
        assertEquals(0, lines.get(0).rank());
        assertEquals("[E1122 10:18:11.0 a.cpp:1] text", lines.get(1).text());
        assertEquals(1, lines.get(1).rank());
        assertEquals(lines.get(0).time(), lines.get(1).time());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text\r",
                "\u001b[31mtext\u001b[0m",
                "\u001b]8;;http://a\u0007text\u001b]8;;\u0007",
                "\u001b_bk;t=1700000000000\u0007text",
                "\u00ef\u00bb\u00bftext",
                "\0\0text",
                "(pid=12) text [repeated 3x across cluster]",
                "(pid=12) text\u001b[32m [repeated 3x across cluster] (Ray deduplicates logs by default.)\u001b[0m"
            })
    void removesWhatTerminalsAdd(String line) {
        assertEquals("text", read(List.of(line)).get(0).text());
    }

    @Test
    void keepsTheRankOfALineThatAProgressBarBegan() {
        List<TextLine> lines = read(List.of("[rank3]: 10%|#   |\r20%|##  |\r\rValueError: loss"));

        assertEquals(
                List.of("10%|#   |", "20%|##  |", "ValueError: loss"),
                lines.stream().map(TextLine::text).toList());
        assertEquals(List.of(3, 3, 3), lines.stream().map(TextLine::rank).toList());
    }

    @Test
    void findsTheMessageThatAProgressBarOverwrote() {
        List<TextLine> lines = read(List.of("10%|#   |\r[rank1]:[E1122 10:18:11.0 a.cpp:1] text 12\r20%|##  |"));

        assertEquals("[E1122 10:18:11.0 a.cpp:1] text 12", lines.get(1).text());
        assertEquals(1, lines.get(1).rank());
        assertEquals(-1, lines.get(2).rank());
    }

    @Test
    void readsALineOfAProgressBarOfHoursInBoundedTime() {
        String bars = "12%|#   | 12/100 [00:01<00:10, 9.8it/s]\r".repeat(20_000);
        List<TextLine> lines = read(List.of("[rank1]: " + bars + "ValueError: loss"));

        assertEquals("ValueError: loss", lines.get(lines.size() - 1).text());
    }

    @Test
    void readsTheTextInDockersJson() {
        TextLine line = read(List.of(
                        "{\"log\":\"\\u001b[31m[rank3]: a \\\"quoted\\\" \\u003ctext\\u003e\\u001b[0m\\r\\n\",\"stream\":\"stderr\","
                                + "\"attrs\":{\"tag\":\"a\"},\"time\":\"2026-11-22T10:18:08.508162603Z\"}"))
                .get(0);

        assertEquals(3, line.rank());
        assertEquals("a \"quoted\" <text>", line.text());
    }
}
