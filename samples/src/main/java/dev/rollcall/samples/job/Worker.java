package dev.rollcall.samples.job;

import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.pytorch.GlooDeviceVector;
import org.bytedeco.pytorch.ProcessGroupGloo;
import org.bytedeco.pytorch.TCPStore;
import org.bytedeco.pytorch.TCPStoreOptions;

/**
 * One rank of a sample: who it is, by the launcher's usual environment, and the process group that it joined.
 *
 * @param rank this process's rank, from 0
 * @param worldSize how many ranks the job has
 * @param culprit the rank that the sample makes diverge
 * @param group the process group of all ranks
 */
record Worker(int rank, int worldSize, int culprit, ProcessGroupGloo group) {

    /**
     * Joins the process group of all ranks; blocks until all have.
     *
     * <p>Reads RANK, WORLD_SIZE, MASTER_ADDR and MASTER_PORT, as torchrun sets them, and the system property
     * {@code culprit}.
     */
    static Worker join() {
        int rank = Integer.parseInt(System.getenv("RANK"));
        int worldSize = Integer.parseInt(System.getenv("WORLD_SIZE"));
        TCPStoreOptions address = new TCPStoreOptions()
                .port((short) Integer.parseInt(System.getenv("MASTER_PORT")))
                .isServer(rank == 0)
                .waitWorkers(false);
        TCPStore store = new TCPStore(new BytePointer(System.getenv("MASTER_ADDR")), address);
        ProcessGroupGloo.Options options = ProcessGroupGloo.Options.create();
        options.devices(new GlooDeviceVector(ProcessGroupGloo.createDeviceForHostname("127.0.0.1")));
        ProcessGroupGloo group = new ProcessGroupGloo(store, rank, worldSize, options);
        Worker worker = new Worker(rank, worldSize, Integer.getInteger("culprit", 0), group);
        worker.say("joined the group of %d ranks", worldSize);
        return worker;
    }

    /** Returns how many steps to train: the system property {@code steps}, else {@code usual}. */
    int steps(int usual) {
        return Integer.getInteger("steps", usual);
    }

    /** Returns whether this rank is the one that the sample makes diverge. */
    boolean isCulprit() {
        return rank == culprit;
    }

    /** Prints a line as this rank, in one piece. */
    void say(String format, Object... arguments) {
        System.out.println("rank " + rank + ": " + String.format(format, arguments));
    }
}
