package dev.rollcall.analyzer.decision.wrapped;

/** Trains with two wrappers around each other: one that measures, and one that calls the library. */
final class AdRanking {
    private final MeasuredCalls calls;
    private final int rank;

    private AdRanking(World world) {
        calls = new MeasuredCalls(new PlainCalls(world));
        rank = world.rank();
    }

    static void main(World world) {
        AdRanking job = new AdRanking(world);
        job.prepare();
        for (int step = 1; step <= 8; step++) {
            job.train(step);
        }
        job.finish();
    }

    private void prepare() {
        calls.broadcast(128);
    }

    private void train(int step) {
        calls.allReduce(128);
        calls.allReduce(1);
        if (step % 4 == 0) {
            log();
        }
    }

    private void log() {
        if (rank == 0) {
            calls.allReduce(1); // one number, asked for by one rank
        }
    }

    private void finish() {
        calls.broadcast(128);
        calls.barrier();
    }
}

/** Adds up the time of collectives. */
final class MeasuredCalls {
    private final PlainCalls calls;
    private long nanos;

    MeasuredCalls(PlainCalls calls) {
        this.calls = calls;
    }

    void allReduce(int count) {
        long start = System.nanoTime();
        calls.allReduce(count);
        nanos += System.nanoTime() - start;
    }

    void broadcast(int count) {
        long start = System.nanoTime();
        calls.broadcast(count);
        nanos += System.nanoTime() - start;
    }

    void barrier() {
        long start = System.nanoTime();
        calls.barrier();
        nanos += System.nanoTime() - start;
    }

    long nanos() {
        return nanos;
    }
}

/** Calls the library. */
final class PlainCalls {
    private final World world;

    PlainCalls(World world) {
        this.world = world;
    }

    void allReduce(int count) {
        world.allReduce(count);
    }

    void broadcast(int count) {
        world.broadcast(count);
    }

    void barrier() {
        world.barrier();
    }
}
