package dev.rollcall.analyzer.decision.wrapped;

/** Scores payments. The wrapper checks its arguments, and one rank gives a wrong one. */
final class FraudCheck {
    private final CheckedCalls calls;
    private final int rank;

    private FraudCheck(World world) {
        calls = new CheckedCalls(world);
        rank = world.rank();
    }

    static void main(World world) {
        FraudCheck job = new FraudCheck(world);
        job.agree();
        for (int day = 0; day < 6; day++) {
            job.score(day);
            job.drift();
        }
    }

    private void agree() {
        calls.sum(3);
    }

    private void score(int day) {
        calls.sum(rank == 1 && day == 4 ? 0 : 30); // no payment that day
    }

    private void drift() {
        calls.sum(3);
        calls.sum(5);
    }
}

/** Refuses what the library would not notice. */
final class CheckedCalls {
    private final World world;

    CheckedCalls(World world) {
        this.world = world;
    }

    void sum(int count) {
        if (count <= 0) {
            throw new IllegalArgumentException("nothing to add");
        }
        world.allReduce(count);
    }
}
