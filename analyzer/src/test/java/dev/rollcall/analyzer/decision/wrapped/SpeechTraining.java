package dev.rollcall.analyzer.decision.wrapped;

/** Trains with a helper in its own class, and saves with a barrier that only one rank reaches. */
final class SpeechTraining {
    private final World world;

    private SpeechTraining(World world) {
        this.world = world;
    }

    static void main(World world) {
        new SpeechTraining(world).train();
    }

    private void train() {
        for (int step = 1; step <= 9; step++) {
            sync(512);
            validate(step);
            if (step % 5 == 0 && world.rank() == 0) {
                save();
            }
        }
    }

    private void validate(int step) {
        if (step % 3 == 0) {
            sync(2);
        }
    }

    private void save() {
        sync(0); // one rank alone
    }

    /** Adds numbers of all ranks, or only meets them. */
    private void sync(int count) {
        if (count == 0) {
            world.barrier();
        } else {
            world.allReduce(count);
        }
    }
}
