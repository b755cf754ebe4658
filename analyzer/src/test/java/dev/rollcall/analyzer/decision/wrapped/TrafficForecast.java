package dev.rollcall.analyzer.decision.wrapped;

/** Averages models of all cities; one rank's model has a layer that is longer. */
final class TrafficForecast {
    private final ForecastCalls calls;
    private final int rank;

    private TrafficForecast(World world) {
        calls = new ForecastCalls(world);
        rank = world.rank();
    }

    static void main(World world) {
        TrafficForecast job = new TrafficForecast(world);
        for (int round = 0; round < 6; round++) {
            job.average(round);
            job.evaluate();
        }
    }

    private void average(int round) {
        for (int layer = 0; layer < 3; layer++) {
            calls.mean(rank == 3 && round == 4 && layer == 1 ? 44 : 40); // a longer layer
        }
    }

    private void evaluate() {
        calls.mean(2);
    }
}

/** Averages over all ranks. */
final class ForecastCalls {
    private final World world;

    ForecastCalls(World world) {
        this.world = world;
    }

    void mean(int count) {
        world.allReduce(count);
    }
}
