package dev.rollcall.analyzer.input.job;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/** Does one piece of work for each of many things, on all processors at once. */
final class ParallelTasks {
    private ParallelTasks() {}

    /**
     * Returns what the work makes of each thing, in the order of the things. Exceptions of the work are thrown, the first one.
     *
     * @param work is done by several threads at once
     * @param progress is told after each thing how many are done
     */
    static <T, R> List<R> map(List<T> things, Function<T, R> work, Progress.Step progress) {
        Object[] made = new Object[things.size()];
        AtomicInteger next = new AtomicInteger();
        AtomicInteger done = new AtomicInteger();
        AtomicReference<Throwable> failed = new AtomicReference<>();
        Runnable worker = () -> {
            for (int i = next.getAndIncrement(); i < made.length && failed.get() == null; i = next.getAndIncrement()) {
                try {
                    made[i] = work.apply(things.get(i));
                } catch (RuntimeException | Error e) {
                    failed.compareAndSet(null, e);
                }
                progress.done(done.incrementAndGet(), made.length);
            }
        };
        List<Thread> others = new ArrayList<>();
        int threads = Math.min(Runtime.getRuntime().availableProcessors(), made.length);
        for (int i = 1; i < threads; i++) {
            Thread thread = new Thread(worker, "rollcall-reader-" + i);
            thread.setDaemon(true);
            thread.start();
            others.add(thread);
        }
        worker.run();
        others.forEach(ParallelTasks::join);
        if (failed.get() instanceof RuntimeException e) {
            throw e;
        }
        if (failed.get() instanceof Error e) {
            throw e;
        }
        @SuppressWarnings("unchecked")
        List<R> results = (List<R>) Arrays.asList(made);
        return results;
    }

    private static void join(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
