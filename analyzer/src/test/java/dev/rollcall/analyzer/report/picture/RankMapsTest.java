package dev.rollcall.analyzer.report.picture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.decision.Diagnosis;
import dev.rollcall.analyzer.model.CallState;
import dev.rollcall.analyzer.model.Coverage;
import dev.rollcall.analyzer.model.HandmadeJob;
import dev.rollcall.analyzer.model.Job;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.verdict.Outcome;
import dev.rollcall.analyzer.verdict.Verdict;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RankMapsTest {
    private static final int PER_HOST = 8;

    /** All ranks but one wait; eight ranks to a host, or no host known. */
    private static Verdict absent(int world, int culprit, boolean hosts) {
        HandmadeJob job = new HandmadeJob(world).allAlive(120_000);
        Integer[] all = IntStream.range(0, world).boxed().toArray(Integer[]::new);
        HandmadeJob.Group group = job.group("world", all);
        for (Rank plain : job.job().ranks()) {
            job.rank(new Rank(
                    plain.number(),
                    hosts ? "node" + plain.number() / PER_HOST : "",
                    plain.pid(),
                    plain.sources(),
                    plain.started(),
                    plain.ending(),
                    plain.lastAlive(),
                    plain.heartbeat(),
                    plain.threads(),
                    plain.copies()));
        }
        group.steps(3, IntStream.range(0, world).toArray());
        for (int rank : all) {
            if (rank != culprit) {
                group.call(rank, "all_reduce", CallState.STARTED, 100, -1);
            }
        }
        return new Diagnosis().of(job.job());
    }

    private static List<String> texts(RankMap map, RankLevel level) {
        return map.cells().stream()
                .filter(cell -> cell.level() == level)
                .map(RankMap.Cell::text)
                .toList();
    }

    @Test
    void drawsARankInTheRowOfItsHost() {
        RankMap map = RankMaps.of(absent(16, 11, true));

        assertEquals("Ranks by host", map.title());
        assertEquals(List.of("11"), texts(map, RankLevel.CULPRIT));
        assertEquals(15, texts(map, RankLevel.DIRECT).size());
        assertEquals(
                List.of("node0", "node1"),
                map.labels().stream()
                        .filter(label -> label.style().startsWith("p-start"))
                        .map(RankMap.Label::whole)
                        .toList());
        assertEquals(
                List.of(8, 9, 10, 11, 12, 13, 14, 15),
                map.cells().stream()
                        .filter(cell -> cell.y() == map.cells().get(8).y())
                        .flatMap(cell -> cell.ranks().stream())
                        .toList());
    }

    @Test
    void drawsRowsOfSixteenWithoutHosts() {
        RankMap map = RankMaps.of(absent(20, 3, false));

        assertEquals("Ranks (their hosts are not known)", map.title());
        assertEquals(2, map.cells().stream().map(RankMap.Cell::y).distinct().count());
        assertEquals(16, map.cells().stream().filter(cell -> cell.y() == 0).count());
    }

    @Test
    void drawsOneCellForAHostAboveATousandRanks() {
        RankMap map = RankMaps.of(absent(1032, 500, true));

        assertEquals(129, map.cells().size());
        RankMap.Cell guilty = map.cells().stream()
                .filter(cell -> cell.level() == RankLevel.CULPRIT)
                .findFirst()
                .orElseThrow();
        assertTrue(guilty.ranks().contains(500), guilty::toString);
        assertEquals("node62, ranks 496–503: 1 culprit, 7 wait for rank 500", guilty.tip());
    }

    @Test
    void beginsEachRowOfHostsOrBlocksWithWhatStandsFirst() {
        List<RankMap.Label> hosts = RankMaps.of(absent(4096, 500, true)).labels();
        assertEquals(
                List.of("node0", "node40", "node80"),
                hosts.stream().limit(3).map(RankMap.Label::text).toList());

        List<RankMap.Label> blocks = RankMaps.of(absent(2048, 500, false)).labels();
        assertEquals(
                List.of("Rank 0", "Rank 80", "Rank 160"),
                blocks.stream().limit(3).map(RankMap.Label::text).toList());
    }

    @Test
    void numbersDoNotTouchMarks() {
        for (int world : new int[] {9, 64, 512, 1024}) {
            RankMap map = RankMaps.of(absent(world, world / 2, false));
            int font = map.small() ? 10 : 12;
            for (RankMap.Cell cell : map.cells()) {
                int number = TextWidth.of(cell.text(), font);
                int mark = TextWidth.of(cell.level().glyph(), font);
                assertTrue(cell.textX() - number / 2 >= cell.x(), cell::toString);
                assertTrue(cell.textX() + number / 2 < cell.markX() - mark / 2, cell::toString);
                assertTrue(cell.markX() + mark / 2 <= cell.x() + cell.width(), cell::toString);
            }
        }
    }

    @Test
    void drawsNothingForOneRankAlone() {
        assertNull(RankMaps.of(absent(1, 0, true)));
    }

    @Test
    void cellsDoNotOverlap() {
        for (int world : new int[] {2, 7, 64, 200, 1024}) {
            RankMap map = RankMaps.of(absent(world, world / 2, true));
            long places = map.cells().stream()
                    .map(cell -> List.of(cell.x(), cell.y()))
                    .distinct()
                    .count();
            assertEquals(world, places, "world " + world);
            assertTrue(map.width() <= 1144, "world " + world + ": " + map.width());
        }
    }

    @Test
    void explainsEachLevelThatOccurs() {
        RankMap map = RankMaps.of(absent(16, 11, true));

        assertEquals(
                List.of("culprit 1", "wait for rank 11 15"),
                map.legend().stream()
                        .map(key -> key.words() + " " + key.count())
                        .toList());
        assertEquals("Rank 11: culprit. Ranks 0–10 and 12–15: wait for rank 11.", map.summary());
    }

    @Test
    void drawsNothingWhereNoWaitWasLookedFor() {
        Verdict verdict = absent(2, 1, true);

        assertNull(RankMaps.of(
                new Verdict(verdict.job(), Outcome.INCONCLUSIVE, List.of(), "Nothing is known.", List.of())));
    }

    @Test
    void givesEachLevelItsOwnMark() {
        long marks =
                Stream.of(RankLevel.values()).map(RankLevel::glyph).distinct().count();

        assertEquals(RankLevel.values().length, marks);
    }

    private static RankMap without(int... unread) {
        Verdict verdict = absent(16, 11, true);
        Job job = verdict.job();
        Set<Integer> left = IntStream.of(unread).boxed().collect(Collectors.toSet());
        List<Rank> read = job.ranks().stream()
                .filter(rank -> !left.contains(rank.number()))
                .toList();
        Job partly = new Job(
                job.id(),
                read,
                job.communicators(),
                job.signatures(),
                job.stacks(),
                new Coverage(16, read.size(), List.of(), List.of()));
        return RankMaps.of(new Diagnosis().of(partly));
    }

    private static List<String> hosts(String before, String after) {
        HandmadeJob job = new HandmadeJob(2).allAlive(120_000);
        HandmadeJob.Group group = job.group("world", 0, 1).steps(3, 0, 1);
        for (Rank plain : job.job().ranks()) {
            job.rank(new Rank(
                    plain.number(),
                    before + plain.number() + after,
                    plain.pid(),
                    plain.sources(),
                    plain.started(),
                    plain.ending(),
                    plain.lastAlive(),
                    plain.heartbeat(),
                    plain.threads(),
                    plain.copies()));
        }
        group.call(0, "all_reduce", CallState.STARTED, 100, -1);
        return RankMaps.of(new Diagnosis().of(job.job())).labels().stream()
                .filter(label -> label.style().startsWith("p-start"))
                .map(RankMap.Label::text)
                .toList();
    }

    @Test
    void keepsWhatDiffersBetweenTheNamesOfHosts() {
        assertEquals(List.of("node-0", "node-1"), hosts("node-", ".compute.cluster.example"));
        assertEquals(List.of("gpu-pro…worker-0", "gpu-pro…worker-1"), hosts("gpu-production-worker-", ""));
        assertEquals(2, Set.copyOf(hosts("gpu-production-worker-", "-ml")).size());
    }

    private static long heads(RankMap map) {
        return map.labels().stream()
                .filter(label -> label.style().equals("p-head"))
                .count();
    }

    @Test
    void putsAnUnreadRankBetweenRanksOfItsHost() {
        RankMap map = without(2);

        assertEquals(8, heads(map));
        assertEquals(
                map.cells().get(1).y(),
                map.cells().stream()
                        .filter(cell -> cell.ranks().contains(2))
                        .findFirst()
                        .orElseThrow()
                        .y());
    }

    @Test
    void numbersNoLocalRanksWhereTheHostOfARankIsUnknown() {
        assertEquals(0, heads(without(7)));
    }
}
