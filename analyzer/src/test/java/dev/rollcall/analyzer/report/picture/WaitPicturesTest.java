package dev.rollcall.analyzer.report.picture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.HandmadeJob;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class WaitPicturesTest {
    /** Rank 0 stopped; each operation has one rank that waits for it, and one that waits for that rank, and so on. */
    private static Verdict tree(int chains, int length) {
        HandmadeJob job = new HandmadeJob(1 + chains * length).allAlive(120_000);
        for (int chain = 0; chain < chains; chain++) {
            int awaited = 0;
            for (int i = 0; i < length; i++) {
                int rank = 1 + chain * length + i;
                job.group("pair " + rank, awaited, rank)
                        .steps(6, awaited, rank)
                        .call(
                                rank,
                                List.of("all_reduce", "broadcast", "barrier", "all_gather", "reduce")
                                        .get(chain),
                                CallState.STARTED,
                                100 + i,
                                -1);
                awaited = rank;
            }
        }
        return new Diagnosis().of(job.job());
    }

    @Test
    void drawsAtMostTwelveBoxesWithEveryWaitingRankInOne() {
        Verdict verdict = tree(5, 4);
        assertEquals(List.of(0), verdict.named(), verdict.summary());

        WaitPicture picture = WaitPictures.of(verdict);

        assertTrue(picture.nodes().size() <= 12, picture::toString);
        assertEquals(
                21L,
                picture.nodes().stream()
                        .flatMap(node -> node.ranks().stream())
                        .distinct()
                        .count());
    }

    @Test
    void arrowsLeadRightToTheNamedRank() {
        WaitPicture picture = WaitPictures.of(tree(1, 3));

        assertEquals(4, picture.nodes().size());
        for (WaitPicture.Edge edge : picture.edges()) {
            assertTrue(
                    picture.nodes().get(edge.from()).x()
                            < picture.nodes().get(edge.to()).x(),
                    edge::toString);
            assertTrue(!edge.cycle(), edge::toString);
        }
        assertEquals(3, picture.edges().size());
    }

    @Test
    void everyBoxHasAWayToTheNamedRank() {
        HandmadeJob job = new HandmadeJob(6).allAlive(120_000);
        List<String> operations = List.of("all_reduce", "broadcast", "barrier", "all_gather", "reduce");
        for (int rank = 1; rank < 6; rank++) {
            job.group("pair " + rank, rank - 1, rank)
                    .steps(6, rank - 1, rank)
                    .call(rank, operations.get(rank - 1), CallState.STARTED, 100 + rank, -1);
        }
        WaitPicture picture = WaitPictures.of(new Diagnosis().of(job.job()));

        assertEquals(6, picture.nodes().size());
        assertEquals(
                5,
                picture.edges().stream().map(WaitPicture.Edge::from).distinct().count(),
                () -> picture.edges().toString());
    }

    @Test
    void boxesDoNotOverlap() {
        WaitPicture picture = WaitPictures.of(tree(5, 4));

        for (WaitPicture.Node one : picture.nodes()) {
            for (WaitPicture.Node other : picture.nodes()) {
                boolean apart = one == other
                        || one.x() + one.width() <= other.x()
                        || other.x() + other.width() <= one.x()
                        || one.y() + one.height() <= other.y()
                        || other.y() + other.height() <= one.y();
                assertTrue(apart, one + " " + other);
            }
            assertTrue(one.x() + one.width() <= picture.width() && one.y() + one.height() <= picture.height());
        }
    }

    @Test
    void marksBothArrowsOfACycle() {
        HandmadeJob job = new HandmadeJob(3).allAlive(120_000);
        job.group("tp", 0, 1).steps(2, 0, 1).call(0, "all_reduce", CallState.STARTED, 50, -1);
        job.group("dp", 0, 1).steps(2, 0, 1).call(1, "all_reduce", CallState.STARTED, 50, -1);
        job.group("world", 0, 1, 2).steps(2, 0, 1, 2).call(2, "barrier", CallState.STARTED, 50, -1);
        Verdict verdict = new Diagnosis().of(job.job());

        WaitPicture picture = WaitPictures.of(verdict);

        assertEquals(2, picture.edges().stream().filter(WaitPicture.Edge::cycle).count(), verdict.summary());
    }

    @Test
    void drawsNothingWhereNobodyWaits() {
        HandmadeJob job = new HandmadeJob(2).allAlive(1_000);
        job.group("world", 0, 1).steps(3, 0, 1);

        assertNull(WaitPictures.of(new Diagnosis().of(job.job())));
    }
}
