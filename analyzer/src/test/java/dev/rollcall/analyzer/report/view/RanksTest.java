package dev.rollcall.analyzer.report.view;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RanksTest {
    @Test
    void namesOneRank() {
        assertEquals("rank 3", Ranks.describe(List.of(3)));
        assertEquals("Rank 3", Ranks.title(List.of(3)));
    }

    @Test
    void writesThreeInARowAsARange() {
        assertEquals("ranks 0, 1 and 3", Ranks.describe(List.of(0, 1, 3)));
        assertEquals("ranks 1–3", Ranks.describe(List.of(1, 2, 3)));
        assertEquals(
                "ranks 0, 2–511 and 513",
                Ranks.describe(IntStream.range(0, 514)
                        .filter(rank -> rank != 1 && rank != 512)
                        .boxed()
                        .toList()));
    }

    @Test
    void cutsALongListAndSaysHowMany() {
        List<Integer> even =
                IntStream.range(0, 50).map(rank -> rank * 2).boxed().toList();

        assertEquals("ranks 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, … (50 ranks)", Ranks.describe(even));
    }
}
