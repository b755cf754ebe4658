package dev.rollcall.analyzer.report.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.report.ExampleJob;
import dev.rollcall.analyzer.report.ReportedJobs;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RankRowsTest {
    private static RankRows rows(Verdict verdict) {
        return RankRows.of(verdict.job(), verdict.named(), RollOfRanks.of(verdict.job(), verdict.culprits()));
    }

    private static RankFacts row(RankRows rows, int rank) {
        return rows.rows().stream()
                .filter(row -> row.ranks().contains(rank))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void givesEachOfAThousandRanksARowAndNamedOnesTheFirst() {
        RankRows rows = rows(ReportedJobs.skipped(1024, 516));

        assertEquals(1024, rows.rows().size());
        assertEquals(List.of(516), rows.rows().get(0).ranks());
        assertEquals(List.of(0), rows.rows().get(1).ranks());
        assertEquals(0, rows.unlisted());
    }

    @Test
    void givesRanksOfOneHostThatAreAlikeOneRow() {
        RankRows rows = rows(ReportedJobs.skipped(2048, 1042));

        assertEquals("1042", rows.rows().get(0).numbers());
        assertEquals("0–7", row(rows, 3).numbers());
        assertEquals("node0000.cluster.example", row(rows, 3).host());
        assertEquals(
                "4000, 4001, 4002, 4003, 4004, 4005, 4006, 4007", row(rows, 3).pid());
        assertEquals(
                "0-node0000-4000.trace … 7-node0000-4007.trace", row(rows, 3).source());
        assertTrue(rows.rows().size() < 300, () -> rows.rows().toString());
    }

    @Test
    void separatesRanksThatAreNotLikeTheirNeighbours() {
        RankRows rows = rows(ReportedJobs.skipped(2048, 1042));

        // Ranks 1040, 1041 and 1043 wait for 1042, and each of them has a rank behind it; 1046 is like all others.
        assertEquals(List.of(1040, 1041), row(rows, 1040).ranks());
        assertEquals(List.of(1043), row(rows, 1043).ranks());
        assertEquals(List.of(1044), row(rows, 1044).ranks());
        assertEquals(List.of(1046), row(rows, 1046).ranks());
    }

    @Test
    void keepsAHostTogetherWhoseRanksAreInLargeGroups() {
        ExampleJob example = new ExampleJob(2048).steps(1);
        List<Whereabouts> roll = IntStream.range(0, 2)
                .mapToObj(odd -> new Whereabouts(
                        IntStream.range(0, 2048)
                                .filter(rank -> rank % 2 == odd)
                                .boxed()
                                .toList(),
                        false,
                        "in " + odd,
                        "",
                        "",
                        false,
                        0,
                        0,
                        false))
                .toList();

        assertEquals(1, RankRows.of(example.build(), List.of(), roll).rows().size());
    }

    @Test
    void listsEveryRankOnce() {
        RankRows rows = rows(ReportedJobs.crashed(2048, 77));

        Set<Integer> listed = new HashSet<>();
        rows.rows().forEach(row -> row.ranks().forEach(rank -> assertTrue(listed.add(rank), "rank " + rank)));
        assertEquals(2048, listed.size());
    }

    @Test
    void countsWhatItHasNoRoomFor() {
        ExampleJob example = new ExampleJob(5000).steps(1);
        // No rank is like its neighbours.
        List<Whereabouts> roll = IntStream.range(0, 5000)
                .mapToObj(rank -> new Whereabouts(List.of(rank), false, "in " + rank, "", "", false, 0, 0, false))
                .toList();

        RankRows rows = RankRows.of(example.build(), List.of(4999), roll);

        assertEquals(List.of(4999), rows.rows().get(0).ranks());
        assertEquals(4096, rows.rows().size());
        assertEquals(904, rows.unlisted());
    }
}
