package dev.rollcall.samples.job;

import java.util.stream.IntStream;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.pytorch.GlooDeviceVector;
import org.bytedeco.pytorch.PrefixStore;
import org.bytedeco.pytorch.ProcessGroupGloo;
import org.bytedeco.pytorch.TCPStore;
import org.bytedeco.pytorch.TCPStoreOptions;

/**
 * One rank of a sample: who it is, by the launcher's usual environment, and the process group that it joined.
 *
 * @param rank this process's rank, from 0
 * @param worldSize how many ranks the job has
 * @param culprit the rank that the sample makes diverge
 * @param store where the ranks meet; on the rank that serves it, it must be kept for as long as any rank does
 * @param group the process group of all ranks
 */
record Worker(int rank, int worldSize, int culprit, TCPStore store, ProcessGroupGloo group) {

    /**
     * Joins the process group of all ranks; blocks until all have.
     *
     * <p>Reads RANK, WORLD_SIZE, MASTER_ADDR and MASTER_PORT, as torchrun sets them, and the system property
     * {@code culprit}.
     */
    static Worker join() {
        int rank = Integer.parseInt(System.getenv("RANK"));
        int worldSize = Integer.parseInt(System.getenv("WORLD_SIZE"));
        TCPStore store = store(rank == 0);
        ProcessGroupGloo group = new ProcessGroupGloo(store, rank, worldSize, options());
        Worker worker = new Worker(rank, worldSize, Integer.getInteger("culprit", 0), store, group);
        worker.say("joined the group of %d ranks", worldSize);
        return worker;
    }

    /** Returns the store that the ranks meet at; a new one each time, for a group takes its store for itself. */
    private static TCPStore store(boolean server) {
        TCPStoreOptions address = new TCPStoreOptions()
                .port((short) Integer.parseInt(System.getenv("MASTER_PORT")))
                .isServer(server)
                .waitWorkers(false);
        return new TCPStore(new BytePointer(System.getenv("MASTER_ADDR")), address);
    }

    /** Returns the store where those ranks meet that say the same {@code name}. */
    static PrefixStore store(String name) {
        return new PrefixStore(name, store(false));
    }

    /** Returns how a group of ranks of one host is connected. */
    static ProcessGroupGloo.Options options() {
        ProcessGroupGloo.Options options = ProcessGroupGloo.Options.create();
        options.devices(new GlooDeviceVector(ProcessGroupGloo.createDeviceForHostname("127.0.0.1")));
        return options;
    }

    /**
     * Joins a further process group, of {@code members}, this rank among them; blocks until all of those have.
     *
     * @param name what the group is called, the same on all members
     */
    ProcessGroupGloo join(String name, int... members) {
        int own = IntStream.range(0, members.length)
                .filter(index -> members[index] == rank)
                .findFirst()
                .orElseThrow();
        return new ProcessGroupGloo(store(name), own, members.length, options());
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
