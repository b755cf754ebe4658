package dev.rollcall.samples.wrapped;

import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.pytorch.GlooDeviceVector;
import org.bytedeco.pytorch.ProcessGroupGloo;
import org.bytedeco.pytorch.TCPStore;
import org.bytedeco.pytorch.TCPStoreOptions;

/**
 * One rank of a job that torchrun's environment describes.
 *
 * @param rank this process's rank, from 0
 * @param size the world size
 * @param store the rendezvous, which rank 0 serves as long as there is a reference to it
 * @param group the process group of all ranks
 */
record Launch(int rank, int size, TCPStore store, ProcessGroupGloo group) {
    /** Joins the process group of all ranks; blocks until all have. */
    static Launch join() {
        int rank = Integer.parseInt(System.getenv("RANK"));
        int size = Integer.parseInt(System.getenv("WORLD_SIZE"));
        TCPStoreOptions address = new TCPStoreOptions()
                .port((short) Integer.parseInt(System.getenv("MASTER_PORT")))
                .isServer(rank == 0)
                .waitWorkers(false);
        TCPStore store = new TCPStore(new BytePointer(System.getenv("MASTER_ADDR")), address);
        ProcessGroupGloo.Options options = ProcessGroupGloo.Options.create();
        options.devices(new GlooDeviceVector(ProcessGroupGloo.createDeviceForHostname("127.0.0.1")));
        return new Launch(rank, size, store, new ProcessGroupGloo(store, rank, size, options));
    }
}
