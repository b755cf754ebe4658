package dev.rollcall.samples.job;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.pytorch.GlooDeviceVector;
import org.bytedeco.pytorch.PrefixStore;
import org.bytedeco.pytorch.ProcessGroupGloo;
import org.bytedeco.pytorch.TCPStore;
import org.bytedeco.pytorch.TCPStoreOptions;

/**
 * One rank of a sample, as the launcher's environment describes it, with the process group of all ranks.
 *
 * @param rank this process's rank, from 0
 * @param worldSize the world size
 * @param culprit the rank that the sample makes diverge
 * @param store the rendezvous; the rank that serves it must keep a reference as long as any rank uses it
 * @param group the process group of all ranks
 */
record Worker(int rank, int worldSize, int culprit, TCPStore store, ProcessGroupGloo group) {
    private static final List<TCPStore> STORES = new ArrayList<>();

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

    /** Returns a new client of the job's store; each group needs its own, which stays open: a {@code PrefixStore} does not keep it. */
    private static TCPStore store(boolean server) {
        TCPStoreOptions address = new TCPStoreOptions()
                .port((short) Integer.parseInt(System.getenv("MASTER_PORT")))
                .isServer(server)
                .waitWorkers(false);
        TCPStore store = new TCPStore(new BytePointer(System.getenv("MASTER_ADDR")), address);
        STORES.add(store);
        return store;
    }

    /** Returns the rendezvous of the ranks that give the same {@code name}. */
    static PrefixStore store(String name) {
        return new PrefixStore(name, store(false));
    }

    /** Returns options that connect the ranks of a group over the loopback interface. */
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

    /** Returns the number of training steps: the system property {@code steps}, by default {@code usual}. */
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
