package dev.rollcall.analyzer.input.job;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Predicate;

/** Runs a function on each item of a list, on all processors. */
final class ParallelTasks {
    private ParallelTasks() {}

    /**
     * Returns the results in the order of the items. Throws the first exception of the function.
     *
     * @param work the function; called by several threads at once
     * @param progress receives the number of items done, after each item
     * @param what names the work for the progress
     */
    static <T, R> List<R> map(List<T> items, Function<T, R> work, Progress progress, String what) {
        Object[] results = new Object[items.size()];
        AtomicInteger next = new AtomicInteger();
        AtomicInteger done = new AtomicInteger();
        AtomicReference<Throwable> failed = new AtomicReference<>();
        Runnable worker = () -> {
            for (int i = next.getAndIncrement();
                    i < results.length && failed.get() == null;
                    i = next.getAndIncrement()) {
                try {
                    results[i] = work.apply(items.get(i));
                } catch (RuntimeException | Error e) {
                    failed.compareAndSet(null, e);
                }
                progress.done(what, done.incrementAndGet(), results.length);
            }
        };
        List<Thread> helpers = new ArrayList<>();
        int threads = Math.min(Runtime.getRuntime().availableProcessors(), results.length);
        for (int i = 1; i < threads; i++) {
            Thread thread = new Thread(worker, "rollcall-reader-" + i);
            thread.setDaemon(true);
            thread.start();
            helpers.add(thread);
        }
        worker.run();
        helpers.forEach(ParallelTasks::join);
        if (failed.get() instanceof RuntimeException e) {
            throw e;
        }
        if (failed.get() instanceof Error e) {
            throw e;
        }
        @SuppressWarnings("unchecked")
        List<R> list = (List<R>) Arrays.asList(results);
        return list;
    }

    /**
     * Returns the results in the order of the items, as {@link #map} does. The work that lacked memory is done again, one item after the
     * other: beside an item that takes all memory, any other can fail.
     *
     * @param lackedMemory whether the work of a result failed for want of memory
     */
    static <T, R> List<R> mapWithMemory(
            List<T> items, Function<T, R> work, Predicate<R> lackedMemory, Progress progress, String what) {
        List<R> results = map(items, work, progress, what);
        for (int i = 0; i < results.size(); i++) {
            if (lackedMemory.test(results.get(i))) {
                results.set(i, work.apply(items.get(i)));
            }
        }
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
