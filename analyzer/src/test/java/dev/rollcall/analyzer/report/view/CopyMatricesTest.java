package dev.rollcall.analyzer.report.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.model.BadCopy;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.CopyTally;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.Rank;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CopyMatricesTest {
    private static final int HOST = CopyTally.HOST;

    private static CopyTally tally(int from, int to, boolean rerouted, Map<String, Long> verdicts) {
        return tally(from, to, "", "", rerouted, verdicts);
    }

    private static CopyTally tally(
            int from, int to, String fromId, String toId, boolean rerouted, Map<String, Long> verdicts) {
        boolean bad = verdicts.containsKey("zeroed");
        BadCopy first = bad ? new BadCopy(from, to, "cudaMemcpyPeer", 4096, "zeroed", 0, CallStack.UNKNOWN, 7) : null;
        return new CopyTally(from, to, fromId, toId, rerouted, verdicts, first);
    }

    private static Rank rank(int number, String host, CopyTally... copies) {
        return new Rank(number, host, 100, "trace", Ending.UNKNOWN, 0, List.of(), List.of(copies));
    }

    private static List<CopyMatrix> matrices(Rank... ranks) {
        return CopyMatrices.of(List.of(ranks));
    }

    @Test
    void isEmptyWhereNothingWasCopied() {
        assertEquals(List.of(), matrices(rank(0, "a")));
    }

    @Test
    void addsUpWhatTheRanksOfAHostSaw() {
        CopyMatrix matrix = matrices(
                        rank(
                                0,
                                "a",
                                tally(0, 1, false, Map.of("zeroed", 2L)),
                                tally(1, 0, false, Map.of("intact", 9L))),
                        rank(1, "a", tally(0, 1, false, Map.of("intact", 1_000L, "zeroed", 1L))))
                .get(0);
        assertEquals(List.of("GPU 0", "GPU 1"), matrix.devices());
        assertEquals("", matrix.host());
        assertEquals(
                List.of("3 of 1,003 bad", "zeroed"),
                matrix.rows().get(0).cells().get(1).lines());
        assertTrue(matrix.rows().get(0).cells().get(1).bad());
        assertEquals(List.of("9 intact"), matrix.rows().get(1).cells().get(0).lines());
        assertEquals(List.of(), matrix.rows().get(0).cells().get(0).lines());
    }

    @Test
    void showsCopiesThroughTheHostAndUnverifiedOnes() {
        CopyMatrix matrix = matrices(rank(
                        0,
                        "a",
                        tally(0, 1, false, Map.of("zeroed", 1L, "source_changed", 1L)),
                        tally(0, 1, true, Map.of("intact", 4L)),
                        tally(HOST, 0, false, Map.of("not_verified", 5L))))
                .get(0);
        assertEquals(List.of("GPU 0", "GPU 1", "host"), matrix.devices());
        assertEquals(
                List.of("1 of 1 bad", "zeroed", "1 whose source changed", "through the host: 4 intact"),
                matrix.rows().get(0).cells().get(1).lines());
        assertEquals("host", matrix.rows().get(1).device());
        assertEquals(
                List.of("5 not verified"), matrix.rows().get(1).cells().get(0).lines());
        assertFalse(matrix.rows().get(1).cells().get(0).known());
    }

    @Test
    void tellsDevicesApartThatEachRankSeesAsItsFirst() {
        CopyMatrix matrix = matrices(
                        rank(0, "a", tally(0, 1, "aaaaaaaa11111111", "bbbbbbbb22222222", false, Map.of("intact", 1L))),
                        rank(1, "a", tally(0, 1, "bbbbbbbb22222222", "aaaaaaaa11111111", false, Map.of("intact", 2L))))
                .get(0);
        assertEquals(2, matrix.devices().size());
        assertEquals(List.of("1 intact"), matrix.rows().get(0).cells().get(1).lines());
        assertEquals(List.of("2 intact"), matrix.rows().get(1).cells().get(0).lines());

        CopyMatrix alone = matrices(
                        rank(0, "a", tally(0, 0, "aaaaaaaa11111111", "aaaaaaaa11111111", false, Map.of("intact", 1L))),
                        rank(1, "a", tally(0, 0, "bbbbbbbb22222222", "bbbbbbbb22222222", false, Map.of("intact", 2L))))
                .get(0);
        assertEquals(List.of("GPU 0 (aaaaaaaa…)", "GPU 0 (bbbbbbbb…)"), alone.devices());
    }

    @Test
    void putsTheHostsWithBadCopiesFirst() {
        List<CopyMatrix> matrices = matrices(
                rank(0, "a", tally(0, 1, false, Map.of("intact", 1L))),
                rank(1, "b", tally(0, 1, false, Map.of("zeroed", 1L))));
        assertEquals(List.of("b", "a"), matrices.stream().map(CopyMatrix::host).toList());
    }
}
