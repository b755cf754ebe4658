package dev.rollcall.ranks;

import org.bytedeco.pytorch.ProcessGroupGloo;

/** Rank 1 stops calling after two barriers. */
public final class StuckOutside {
    private StuckOutside() {}

    /** Runs one rank. */
    public static void main(String[] args) throws InterruptedException {
        ProcessGroupGloo group = Gloo.join(Gloo.store());
        for (int step = 0; step < 3; step++) {
            if (step == 2 && Gloo.RANK == 1) {
                loadForever();
            }
            group.barrier()._wait();
        }
    }

    private static void loadForever() throws InterruptedException {
        Thread.sleep(600_000);
    }
}
