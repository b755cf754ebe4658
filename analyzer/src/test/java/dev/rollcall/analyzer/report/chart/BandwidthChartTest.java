package dev.rollcall.analyzer.report.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.analyzer.model.CopyTally;
import dev.rollcall.analyzer.model.CopyTally.Speed;
import dev.rollcall.analyzer.model.Ending;
import dev.rollcall.analyzer.model.Rank;
import dev.rollcall.analyzer.report.ExampleJob;
import dev.rollcall.analyzer.report.chart.BandwidthChart.Pair;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BandwidthChartTest {
    private static Rank rank(int number, String host, CopyTally... copies) {
        return new Rank(number, host, 1, "", Ending.UNKNOWN, ExampleJob.START, List.of(), List.of(copies));
    }

    private static CopyTally copies(int from, int to, Speed speed) {
        return new CopyTally(from, to, "", "", false, Map.of(CopyTally.INTACT, speed.copies()), null, speed);
    }

    @Test
    void putsTheSlowestPairFirst() {
        List<Pair> pairs = BandwidthChart.pairs(List.of(rank(
                0,
                "node0",
                copies(0, 1, Speed.of(4_000, ExampleJob.SECOND)),
                copies(1, CopyTally.HOST, Speed.of(1_000, ExampleJob.SECOND)),
                copies(0, 2, Speed.UNKNOWN))));

        assertEquals(
                List.of("GPU 1 → host", "GPU 0 → GPU 1"),
                pairs.stream().map(Pair::name).toList());
    }

    @Test
    void addsUpTheCopiesOfAllRanksOfAHost() {
        Speed slow = Speed.of(1_000, ExampleJob.SECOND);
        Speed fast = Speed.of(9_000, ExampleJob.SECOND);

        List<Pair> pairs = BandwidthChart.pairs(List.of(
                rank(0, "node0", copies(0, 1, slow)),
                rank(1, "node0", copies(0, 1, fast)),
                rank(2, "node1", copies(0, 1, fast))));

        assertEquals(
                List.of("node0: GPU 0 → GPU 1", "node1: GPU 0 → GPU 1"),
                pairs.stream().map(Pair::name).toList());
        assertEquals(
                new Speed(2, 10_000, 2 * ExampleJob.SECOND, 9_000), pairs.get(0).speed());
        assertEquals(5_000, pairs.get(0).speed().mean());
    }

    @Test
    void keepsHostsApartWhoseNamesBeginAlike() {
        String long1 = "gpu-cluster-west-production-node-0001";
        String long2 = "gpu-cluster-west-production-node-0002";
        Speed speed = Speed.of(1_000, ExampleJob.SECOND);

        List<Pair> pairs =
                BandwidthChart.pairs(List.of(rank(0, long1, copies(0, 1, speed)), rank(1, long2, copies(0, 1, speed))));

        assertEquals(List.of(long1, long2), pairs.stream().map(Pair::host).toList());
    }

    @Test
    void putsPairsWithBadCopiesBeforeSlowerOnes() {
        Speed fast = Speed.of(9_000, ExampleJob.SECOND);
        CopyTally bad = new CopyTally(2, 3, "", "", false, Map.of("zero", 1L), null, fast);

        List<Pair> pairs =
                BandwidthChart.pairs(List.of(rank(0, "node0", copies(0, 1, Speed.of(1_000, ExampleJob.SECOND)), bad)));

        assertEquals(
                List.of("GPU 2 → GPU 3", "GPU 0 → GPU 1"),
                pairs.stream().map(Pair::name).toList());
    }
}
