package dev.rollcall.ranks;

import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.pytorch.TCPStore;
import org.bytedeco.pytorch.TCPStoreOptions;

/** Rank 0, which should serve the store, never creates it; the other rank waits for it. */
public final class LateStore {
    private LateStore() {}

    /** Runs one rank; nothing listens on the port. */
    public static void main(String[] args) throws InterruptedException {
        if (Gloo.RANK == 0) {
            loadForever();
        }
        TCPStoreOptions address = new TCPStoreOptions().port((short) Integer.parseInt(args[0]));
        TCPStore store = new TCPStore(new BytePointer("127.0.0.1"), address); // waits for the server
        System.out.println(store.getHost());
    }

    private static void loadForever() throws InterruptedException {
        Thread.sleep(600_000); // has not come to the store
    }
}
