package dev.rollcall.analyzer.wording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WordingTest {

    @Test
    void namesRanksAndRanges() {
        assertEquals("Rank 0", Wording.ranks(List.of(0)));
        assertEquals("Ranks 0 and 1", Wording.ranks(List.of(0, 1)));
        assertEquals("Ranks 0, 1 and 3", Wording.ranks(List.of(0, 1, 3)));
        assertEquals("Ranks 1–3", Wording.ranks(List.of(1, 2, 3)));
        assertEquals(
                "ranks 0 and 2–511",
                Wording.lowerRanks(IntStream.range(0, 512)
                        .filter(rank -> rank != 1)
                        .boxed()
                        .toList()));
    }

    @Test
    void namesTheFirstOfManyScatteredRanks() {
        List<Integer> every = IntStream.range(0, 100).map(i -> 3 * i).boxed().toList();
        assertEquals("Ranks 0, 3, 6, 9, 12, 15, 18, 21 and 92 others", Wording.ranks(every));
    }

    @Test
    void keepsTheFirstLineOfAnException() {
        assertEquals("IOException \"gone\"", Wording.brief("IOException \"gone\""));
        assertEquals(
                "RuntimeException \"got 0 bytes.…\"",
                Wording.brief("RuntimeException \"got 0 bytes.\nException raised from ...\nframe #0\""));
        assertTrue(Wording.brief("E \"" + "x".repeat(1000) + "\"").length() < 200);
    }
}
