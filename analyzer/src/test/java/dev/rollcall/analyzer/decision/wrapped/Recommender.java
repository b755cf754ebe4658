package dev.rollcall.analyzer.decision.wrapped;

/** Factorizes ratings. One line makes all collectives, and all of them are of one size. */
final class Recommender {
    private final RecommenderComm comm;

    Recommender(World world) {
        comm = new RecommenderComm(world);
    }

    static void main(World world) {
        new Recommender(world).fit();
    }

    private void fit() {
        comm.sum(8);
        for (int epoch = 0; epoch < 6; epoch++) {
            users();
            items();
            report(epoch);
        }
        comm.sum(8);
    }

    private void users() {
        comm.sum(8);
    }

    private void items() {
        comm.sum(8); // and is already here
    }

    private void report(int epoch) {
        if (comm.rank() == 2 && epoch == 3) { // no held-out ratings
            return;
        }
        comm.gather(8); // missed
    }
}

/** All collectives of the job. */
final class RecommenderComm {
    private enum Kind {
        SUM,
        GATHER
    }

    private final World world;

    RecommenderComm(World world) {
        this.world = world;
    }

    int rank() {
        return world.rank();
    }

    void sum(int count) {
        call(Kind.SUM, count);
    }

    void gather(int count) {
        call(Kind.GATHER, count);
    }

    private void call(Kind kind, int count) {
        Runnable collective = kind == Kind.SUM ? () -> world.allReduce(count) : () -> world.allGather(count);
        collective.run();
    }
}
