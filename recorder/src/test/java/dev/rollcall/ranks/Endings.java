package dev.rollcall.ranks;

import dev.rollcall.api.Rollcall;
import java.util.concurrent.locks.LockSupport;
import org.bytedeco.pytorch.ProcessGroupGloo;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/** Ends in the way that its argument names, after the mark of a step, with which its recording begins. */
public final class Endings {
    private Endings() {}

    /** Runs one rank; the argument names the way. */
    public static void main(String[] args) throws InterruptedException {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook of the application")));
        Rollcall.step(1);
        System.out.println("before the end");
        switch (args[0]) {
            case "exit" -> System.exit(3);
            case "hanging hook" -> {
                hangAtTheEnd();
                System.exit(5);
            }
            case "hanging hook at the normal end" -> hangAtTheEnd();
            case "halt" -> Runtime.getRuntime().halt(4);
            case "uncaught" -> throw new IllegalStateException("loss is NaN");
            case "worker" -> {
                Thread worker = new Thread(() -> fail(), "loader");
                worker.start();
                worker.join();
            }
            case "handled" -> {
                Thread.setDefaultUncaughtExceptionHandler(
                        (thread, e) -> System.err.println("handled " + e.getMessage() + " of " + thread.getName()));
                throw new IllegalStateException("for the handler");
            }
            case "exit like a signal" -> System.exit(143);
            case "signal" -> {
                System.out.println("waits for a signal");
                Thread.sleep(600_000);
            }
            case "call" -> gatherWrongly();
            default -> System.out.println("nothing special");
        }
    }

    private static void hangAtTheEnd() {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> LockSupport.park(), "closing files"));
    }

    private static void gatherWrongly() {
        ProcessGroupGloo group = Gloo.join(Gloo.store());
        group.allgather(new TensorVector(torch.ones(1), torch.ones(1)), new TensorVector(torch.ones(1)));
    }

    private static void fail() {
        throw new UnsupportedOperationException("no more batches");
    }
}
