package dev.rollcall.ranks;

import org.bytedeco.javacpp.chrono.Milliseconds;
import org.bytedeco.pytorch.ProcessGroupGloo;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.Work;
import org.bytedeco.pytorch.global.torch;

/** Two ranks wait for each call until the agent stops watching; then rank 0 tests or waits for its last work late. */
public final class LateWaits {
    private static final int WAITED = 20;

    private LateWaits() {}

    /** Runs one rank; the argument says what rank 0 does with its last work, and rank 1 meanwhile. */
    public static void main(String[] args) throws Exception {
        ProcessGroupGloo world = Gloo.join(Gloo.store());
        TensorVector values = new TensorVector(torch.ones(4));
        for (int i = 0; i < WAITED; i++) {
            world.allreduce(values)._wait();
        }
        if (Gloo.RANK == 0) {
            Work last = world.allreduce(values);
            Gloo.signal("issued");
            last(args[0], last);
        } else {
            meanwhile(args[0], world, values);
        }
        Runtime.getRuntime().halt(0);
    }

    private static void last(String what, Work work) throws Exception {
        switch (what) {
            case "asks" -> {
                while (!work.isCompleted()) {
                    Thread.sleep(1);
                }
                try {
                    work._wait();
                } catch (RuntimeException e) {
                    System.out.println("failed");
                }
            }
            case "computes" -> {
                Thread.sleep(2500);
                work._wait();
            }
            case "retries" -> {
                try {
                    work._wait(new Milliseconds(200));
                } catch (RuntimeException e) {
                    System.out.println("timed out");
                }
                Gloo.signal("timed out");
                work._wait();
            }
            case "gives up" -> {
                try {
                    work._wait(new Milliseconds(200));
                } catch (RuntimeException e) {
                    System.out.println("timed out");
                }
                Gloo.signal("timed out");
                Gloo.await("never");
            }
            default -> throw new IllegalArgumentException(what);
        }
    }

    private static void meanwhile(String what, ProcessGroupGloo world, TensorVector values) throws Exception {
        switch (what) {
            case "asks" -> Gloo.await("issued");
            case "computes" -> Thread.sleep(600_000);
            case "retries", "gives up" -> {
                Gloo.await("timed out");
                world.allreduce(values)._wait();
            }
            default -> throw new IllegalArgumentException(what);
        }
    }
}
