package dev.rollcall.analyzer.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RankTextTest {
    private static List<Integer> even(int count) {
        return IntStream.range(0, count).map(rank -> rank * 2).boxed().toList();
    }

    @Test
    void namesOneRank() {
        assertEquals("rank 3", RankText.describe(List.of(3)));
        assertEquals("Rank 3", RankText.title(List.of(3)));
        assertEquals("no rank", RankText.describe(List.of()));
    }

    @Test
    void writesThreeInARowAsARange() {
        assertEquals("ranks 0, 1 and 3", RankText.describe(List.of(0, 1, 3)));
        assertEquals("ranks 1–3", RankText.describe(List.of(1, 2, 3)));
        assertEquals(
                "ranks 0, 2–511 and 513",
                RankText.describe(IntStream.range(0, 514)
                        .filter(rank -> rank != 1 && rank != 512)
                        .boxed()
                        .toList()));
    }

    @Test
    void countsTheEndOfALongList() {
        assertEquals("ranks 0, 2, 4, 6, 8, 10, 12 and 14", RankText.describe(even(8)));
        assertEquals("ranks 0, 2, 4, 6, 8, 10, 12, 14 and 1 other", RankText.describe(even(9)));
        assertEquals("ranks 0, 2, 4, 6, 8, 10, 12, 14 and 42 others", RankText.describe(even(50)));
    }

    @Test
    void staysShortForThousandsOfRanks() {
        assertTrue(RankText.describe(even(16_384)).length() < 60);
        assertEquals("0, 2, 4, 6, 8, 10, 12, 14 and 16,376 others", RankText.numbers(even(16_384)));
    }

    @Test
    void writesRangesForAProgram() {
        assertEquals("", RankText.ranges(List.of()));
        assertEquals("0-1,4,6-8", RankText.ranges(List.of(0, 1, 4, 6, 7, 8)));
        assertEquals(200, RankText.ranges(even(1000)).split(",").length);
    }
}
