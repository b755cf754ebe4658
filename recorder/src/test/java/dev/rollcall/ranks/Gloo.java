package dev.rollcall.ranks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bytedeco.pytorch.FileStore;
import org.bytedeco.pytorch.GlooDeviceVector;
import org.bytedeco.pytorch.ProcessGroupGloo;
import org.bytedeco.pytorch.Store;

/** What rank programs have in common: their place in the job, from the environment, and groups over loopback. */
final class Gloo {
    static final int RANK = Integer.parseInt(System.getenv("RANK"));
    static final int WORLD = Integer.parseInt(System.getenv("WORLD_SIZE"));

    private Gloo() {}

    /** Opens the store that the environment names; an opened store can be given away once. */
    static Store store() {
        return new FileStore(System.getenv("STORE"), WORLD);
    }

    /** Waits until all ranks have come here, in a way that no library takes part in, so that none is recorded. */
    static void meet() throws IOException, InterruptedException {
        tell("met-" + RANK);
        for (int rank = 0; rank < WORLD; rank++) {
            await("met-" + rank);
        }
    }

    /** Tells the other ranks something. */
    static void tell(String what) throws IOException {
        Files.createFile(told(what));
    }

    /** Waits until some rank has told it. */
    static void await(String what) throws InterruptedException {
        while (!Files.exists(told(what))) {
            Thread.sleep(5);
        }
    }

    private static Path told(String what) {
        return Path.of(System.getenv("STORE") + "-" + what);
    }

    /** Joins a group of all ranks. */
    static ProcessGroupGloo join(Store store) {
        return join(store, RANK, WORLD);
    }

    /** Joins a group as this rank of this many. */
    static ProcessGroupGloo join(Store store, int rank, int size) {
        ProcessGroupGloo.Options options = ProcessGroupGloo.Options.create();
        options.devices(new GlooDeviceVector(ProcessGroupGloo.createDeviceForHostname("127.0.0.1")));
        return new ProcessGroupGloo(store, rank, size, options);
    }
}
