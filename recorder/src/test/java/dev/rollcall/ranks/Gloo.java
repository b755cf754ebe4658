package dev.rollcall.ranks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.FileStore;
import org.bytedeco.pytorch.GlooDeviceVector;
import org.bytedeco.pytorch.ProcessGroupGloo;
import org.bytedeco.pytorch.Store;

/** Helps rank programs: their rank, from the environment, and process groups over loopback. */
final class Gloo {
    static final int RANK = Integer.parseInt(System.getenv("RANK"));
    static final int WORLD = Integer.parseInt(System.getenv("WORLD_SIZE"));

    private static final List<Store> STORES = new ArrayList<>();

    private Gloo() {}

    /** Opens the store that the environment names; it stays open, because a {@code PrefixStore} around it does not keep it. */
    static Store store() {
        Store store = new FileStore(System.getenv("STORE"), WORLD);
        STORES.add(store);
        return store;
    }

    /** Waits for all ranks through files, which are not recorded. */
    static void meet() throws IOException, InterruptedException {
        signal("met-" + RANK);
        for (int rank = 0; rank < WORLD; rank++) {
            await("met-" + rank);
        }
    }

    /** Sends a signal to the other ranks. */
    static void signal(String what) throws IOException {
        Files.createFile(signalFile(what));
    }

    /** Waits for another rank's signal. */
    static void await(String what) throws InterruptedException {
        while (!Files.exists(signalFile(what))) {
            Thread.sleep(5);
        }
    }

    private static Path signalFile(String what) {
        return Path.of(System.getenv("STORE") + "-" + what);
    }

    /** Joins a group of all ranks. */
    static ProcessGroupGloo join(Store store) {
        return join(store, RANK, WORLD);
    }

    /** Joins a group with this rank and size. */
    static ProcessGroupGloo join(Store store, int rank, int size) {
        ProcessGroupGloo.Options options = ProcessGroupGloo.Options.create();
        options.devices(new GlooDeviceVector(ProcessGroupGloo.createDeviceForHostname("127.0.0.1")));
        return new ProcessGroupGloo(store, rank, size, options);
    }
}
