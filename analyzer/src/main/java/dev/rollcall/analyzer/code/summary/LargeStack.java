package dev.rollcall.analyzer.code.summary;

import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/** Runs an analysis on a thread with a large stack: branches inside each other, and long functions, are followed by recursion. */
public final class LargeStack {
    private static final long BYTES = 256 << 20;

    private LargeStack() {}

    /**
     * Returns what a computation returns.
     *
     * @throws CompletionException if it fails
     */
    public static <T> T call(String name, Supplier<T> computation) {
        FutureTask<T> task = new FutureTask<>(computation::get);
        Thread thread = new Thread(null, task, name, BYTES);
        thread.setDaemon(true);
        thread.start();
        try {
            return task.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CompletionException(e);
        } catch (ExecutionException e) {
            throw new CompletionException(e.getCause());
        }
    }
}
