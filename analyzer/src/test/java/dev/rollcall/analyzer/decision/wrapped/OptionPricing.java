package dev.rollcall.analyzer.decision.wrapped;

/** Adds up paths; the call itself is a lambda of the application in a class that repeats it. */
final class OptionPricing {
    private final PricingCalls calls;

    private OptionPricing(World world) {
        calls = new PricingCalls(world);
    }

    static void main(World world) {
        OptionPricing job = new OptionPricing(world);
        Repeated.run(() -> job.calls.spread(12));
        for (int round = 0; round < 7; round++) {
            job.round(round);
        }
        job.close();
    }

    private void round(int round) {
        Repeated.run(() -> calls.sum(24));
        variance(round);
    }

    private void variance(int round) {
        if (calls.rank() == 2 && round == 5) { // a stale configuration
            Repeated.run(() -> calls.spread(24)); // one rank
        } else {
            Repeated.run(() -> calls.sum(24)); // the others
        }
    }

    private void close() {
        Repeated.run(calls::meet);
    }
}

/** Runs something again when it fails. */
final class Repeated {
    private Repeated() {}

    static void run(Runnable collective) {
        int left = 2;
        while (true) {
            try {
                collective.run();
                return;
            } catch (IllegalStateException failed) {
                if (left-- == 0) {
                    throw failed;
                }
            }
        }
    }
}

/** Calls the library. */
final class PricingCalls {
    private final World world;

    PricingCalls(World world) {
        this.world = world;
    }

    int rank() {
        return world.rank();
    }

    void sum(int count) {
        world.allReduce(count);
    }

    void spread(int count) {
        world.broadcast(count);
    }

    void meet() {
        world.barrier();
    }
}
