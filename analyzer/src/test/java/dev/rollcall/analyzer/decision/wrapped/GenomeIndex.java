package dev.rollcall.analyzer.decision.wrapped;

/** Merges indexes of unequal length: the wrapper makes two collectives of one call. One rank has a chromosome less. */
final class GenomeIndex {
    private final GatherCalls calls;
    private final int rank;

    private GenomeIndex(World world) {
        calls = new GatherCalls(world);
        rank = world.rank();
    }

    static void main(World world) {
        GenomeIndex index = new GenomeIndex(world);
        index.open();
        index.build();
        index.close();
    }

    private void open() {
        calls.total(2);
        calls.meet();
    }

    private void build() {
        for (int chromosome = 0; chromosome < (rank == 3 ? 5 : 6); chromosome++) { // one less
            for (int block = 0; block < 4; block++) {
                calls.gatherAll(20); // the others go on here
            }
            calls.total(1);
        }
    }

    private void close() {
        calls.total(7); // left the loop
        calls.meet();
    }
}

/** Gathers pieces of unequal length. */
final class GatherCalls {
    private final World world;

    GatherCalls(World world) {
        this.world = world;
    }

    void gatherAll(int length) {
        world.allGather(1);
        world.allGather(length);
    }

    void total(int count) {
        world.allReduce(count);
    }

    void meet() {
        world.barrier();
    }
}
