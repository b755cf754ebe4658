package dev.rollcall.analyzer.input.nccl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogLineParserTest {
    private static final String CALL =
            "AllReduce: opCount 1 sendbuff 0x1 recvbuff 0x2 count 4 datatype 7 op 0 root 0 comm 0x3 ";

    /** Asserts that looking up the start of a line gives what parsing the whole line does. */
    private static void assertSame(List<String> lines, String message) {
        LogLineParser parser = new LogLineParser();
        LogLineParser expected = new LogLineParser();
        for (String line : lines) {
            assertEquals(expected.parseAny(line), parser.parse(line), message + line);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[2026-11-20 22:38:03.414227] ",
                "2026-11-20T22:38:03.414 ",
                "[rank3]: ",
                "[2026-11-20 25:38:03.414227] ",
                "[2026-02-31 22:38:03.414227] ",
                "[2026-11-20 22:38:03] "
            })
    void parsesALineWithAKnownStart(String before) {
        String first = before + "node0:3314:4462 [0] NCCL INFO " + CALL;
        String warning = before + "node0:3314:4462 [0] file.cc:12 NCCL WARN Timeout  ";

        assertSame(
                List.of(
                        first,
                        first + " ",
                        first.replace("4462", "4463"),
                        warning,
                        warning,
                        first + "[2026-11-20 22:38:04.000001] node0:3315:1 [1] NCCL INFO " + CALL,
                        first.replace("node0", "xnode0"),
                        first.replace(" [0]", " [0] NCCL"),
                        first),
                "");
    }

    @Test
    void parsesDamagedLines() {
        long seed = Long.getLong("rollcall.seed", 20_261_121);
        Random random = new Random(seed);
        String whole = "[2026-11-20 22:38:03.414227] node0:3314:4462 [0] NCCL INFO " + CALL;
        for (int round = 0; round < 3_000; round++) {
            StringBuilder damaged = new StringBuilder(whole);
            int at = random.nextInt(70);
            switch (random.nextInt(3)) {
                case 0 -> damaged.setCharAt(at, whole.charAt(random.nextInt(70)));
                case 1 -> damaged.deleteCharAt(at);
                default -> damaged.insert(at, whole, 0, random.nextInt(70));
            }
            assertSame(List.of(whole, damaged.toString(), damaged.toString(), whole), "seed " + seed + ": ");
        }
    }
}
