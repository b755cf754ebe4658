package dev.rollcall.ranks;

import java.util.concurrent.CountDownLatch;
import org.bytedeco.pytorch.ProcessGroupGloo;

/** Two threads of rank 1 wait for each other's locks after a barrier. */
public final class Deadlocked {
    private static final Object CACHE = new Object();
    private static final Object QUEUE = new Object();
    private static final CountDownLatch BOTH = new CountDownLatch(2);

    private Deadlocked() {}

    /** Runs one rank. */
    public static void main(String[] args) throws InterruptedException {
        ProcessGroupGloo group = Gloo.join(Gloo.store());
        group.barrier()._wait();
        if (Gloo.RANK == 1) {
            Thread worker = new Thread(Deadlocked::work, "worker-1");
            worker.start();
            synchronized (QUEUE) {
                meet();
                synchronized (CACHE) { // held by worker-1; the JVM reports the line after it
                    System.out.println("main has both");
                }
            }
        }
        group.barrier()._wait();
    }

    private static void work() {
        synchronized (CACHE) {
            meet();
            synchronized (QUEUE) {
                System.out.println("worker-1 has both");
            }
        }
    }

    private static void meet() {
        BOTH.countDown();
        try {
            BOTH.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
