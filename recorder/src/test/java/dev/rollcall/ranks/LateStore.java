package dev.rollcall.ranks;

import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.pytorch.TCPStore;
import org.bytedeco.pytorch.TCPStoreOptions;

/** Rank 0, which is to serve the store at which all meet, never comes to it; the other waits for it there. */
public final class LateStore {
    private LateStore() {}

    /** Runs one rank; the port is one at which nobody listens. */
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
