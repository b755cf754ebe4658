package dev.rollcall.analyzer.decision.wrapped;

/** Steps a model in time. The wrapper repeats a call that fails: this loop does not count as one of the model. */
final class OceanModel {
    private static final int TRACERS = 3;
    private final OceanComm comm;

    private OceanModel(World world) {
        comm = new OceanComm(world);
    }

    static void main(World world) {
        new OceanModel(world).integrate(world.rank() == 1 ? 5 : 8);
    }

    private void integrate(int steps) {
        comm.broadcast(64);
        for (int step = 0; step < steps; step++) {
            for (int tracer = 0; tracer < TRACERS; tracer++) {
                comm.allReduce(16); // the others are here again
            }
        }
        write();
    }

    private void write() {
        comm.allGather(32); // behind the loops
        comm.barrier();
    }
}

/** Tries each collective a few times. */
final class OceanComm {
    private static final int ATTEMPTS = 3;

    private final World world;

    OceanComm(World world) {
        this.world = world;
    }

    void broadcast(int count) {
        retried(() -> world.broadcast(count));
    }

    void allReduce(int count) {
        retried(() -> world.allReduce(count));
    }

    void allGather(int count) {
        retried(() -> world.allGather(count));
    }

    void barrier() {
        retried(world::barrier);
    }

    private static void retried(Runnable collective) {
        for (int attempt = 1; ; attempt++) {
            try {
                collective.run();
                return;
            } catch (IllegalStateException failed) {
                if (attempt == ATTEMPTS) {
                    throw failed;
                }
            }
        }
    }
}
