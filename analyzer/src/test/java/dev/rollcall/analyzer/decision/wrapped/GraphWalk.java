package dev.rollcall.analyzer.decision.wrapped;

/** Multiplies a matrix that is spread over rows and columns, with a wrapper for each. */
final class GraphWalk {
    private final RowCalls rows;
    private final ColumnCalls columns;
    private final int rank;

    private GraphWalk(World world) {
        rows = new RowCalls(world);
        columns = new ColumnCalls(world);
        rank = world.rank();
    }

    static void main(World world) {
        GraphWalk walk = new GraphWalk(world);
        walk.load();
        for (int step = 0; step < 7; step++) {
            walk.expand(step);
            walk.fold(step);
        }
    }

    private void load() {
        rows.spread(256);
        columns.spread(256);
    }

    private void expand(int step) {
        columns.add(256);
        if (rank != 3 || step != 4) { // the frontier of rank 3 is empty
            rows.add(256); // the rank without a frontier misses this
        }
    }

    private void fold(int step) {
        rows.add(64); // and is already here
        columns.spread(64 + step);
    }
}

/** The collectives of a row. */
final class RowCalls {
    private final World world;

    RowCalls(World world) {
        this.world = world;
    }

    void add(int count) {
        world.allReduce(count);
    }

    void spread(int count) {
        world.broadcast(count);
    }
}

/** The collectives of a column. */
final class ColumnCalls {
    private final World world;

    ColumnCalls(World world) {
        this.world = world;
    }

    void add(int count) {
        world.allReduce(count);
    }

    void spread(int count) {
        world.broadcast(count);
    }
}
