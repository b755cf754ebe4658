package dev.rollcall.analyzer.decision.wrapped;

import java.util.function.Supplier;

/** Exchanges two things at the end of each step, one rank in the opposite order. */
final class Translation {
    private final TimedCalls calls;
    private final int rank;

    private Translation(World world) {
        calls = new TimedCalls(world);
        rank = world.rank();
    }

    static void main(World world) {
        Translation job = new Translation(world);
        for (int step = 0; step < 6; step++) {
            job.step(step);
        }
        job.score();
    }

    private void step(int step) {
        calls.allReduce(96);
        if (rank == 1 && step == 3) {
            vocabulary(); // first here
            losses();
        } else {
            losses();
            vocabulary();
        }
    }

    private void losses() {
        calls.allReduce(4); // the others' first
    }

    private void vocabulary() {
        calls.broadcast(48); // the rank's first
    }

    private void score() {
        calls.allReduce(4);
    }
}

/** Times each collective, which it takes as a lambda. */
final class TimedCalls {
    private final World world;
    private long longest;

    TimedCalls(World world) {
        this.world = world;
    }

    int allReduce(int count) {
        return timed(() -> {
            world.allReduce(count);
            return count;
        });
    }

    int broadcast(int count) {
        return timed(() -> {
            world.broadcast(count);
            return count;
        });
    }

    private <T> T timed(Supplier<T> collective) {
        long start = System.nanoTime();
        try {
            return collective.get();
        } finally {
            longest = Math.max(longest, System.nanoTime() - start);
        }
    }

    long longest() {
        return longest;
    }
}
