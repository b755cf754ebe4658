package dev.rollcall.recorder;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The newest operations of one context of a device, and how many of them are known to have completed. An error that shows later
 * was made by one of the others. Operations are numbered from 0 in the order in which they were issued; those of one stream
 * complete in that order. Thread-safe without a lock.
 */
public final class OperationHistory {
    /** How many operations are kept, a power of two. */
    static final int KEPT = 64;

    /** The bound of the streams whose progress is kept, for jobs that keep making streams. */
    private static final int MAX_STREAMS = 1024;

    /** The handle by which each thread names a default stream of its own ({@code CU_STREAM_PER_THREAD}). */
    private static final long THREAD_STREAM = 2;

    /** An operation with its number, and the key of its stream. */
    private record Numbered(long number, long stream, IssuedOperation operation) {}

    /**
     * The operations among which an error happened.
     *
     * @param last the last one before them that is known to have completed; null where none is kept
     * @param operations those that are not known to have completed, the oldest first
     * @param count how many they are, those included that are not kept any more
     */
    public record Window(IssuedOperation last, List<IssuedOperation> operations, int count) {}

    private final AtomicReferenceArray<Numbered> kept = new AtomicReferenceArray<>(KEPT);
    private final AtomicLong next = new AtomicLong();

    /** The number up to which all operations of a stream have completed, by the stream's key. */
    private final Map<Long, Long> completed = new ConcurrentHashMap<>();

    /** The number up to which the operations of all streams have completed. */
    private final AtomicLong allCompleted = new AtomicLong();

    /** Returns what tells a stream that the current thread uses from others: its handle, or the thread where that is its own. */
    private static long key(long stream) {
        return stream == THREAD_STREAM ? -Thread.currentThread().getId() : stream;
    }

    /** Adds an operation that the current thread has given to the device. */
    public void issued(IssuedOperation operation) {
        long number = next.getAndIncrement();
        kept.set((int) number & KEPT - 1, new Numbered(number, key(operation.stream()), operation));
    }

    /** Returns a mark behind what was issued until now. */
    public long mark() {
        return next.get();
    }

    /** Notes that all operations of a stream that the current thread uses have completed before a mark, without an error. */
    public void completed(long stream, long mark) {
        completedByKey(key(stream), mark);
    }

    private void completedByKey(long stream, long mark) {
        if (completed.size() >= MAX_STREAMS) {
            // What is forgotten counts as pending again, which makes a window longer and never wrong.
            completed.clear();
        }
        completed.merge(stream, mark, Math::max);
    }

    /** Notes that all operations before a mark have completed without an error. */
    public void completed(long mark) {
        allCompleted.accumulateAndGet(mark, Math::max);
    }

    /** Notes that a call of a communicator, and so all that precedes it in its stream, has completed without an error. */
    public void callCompleted(long call) {
        long end = next.get();
        for (long number = end - 1; number >= Math.max(0, end - KEPT); number--) {
            Numbered each = kept.get((int) number & KEPT - 1);
            if (each != null && each.operation.call() == call) {
                completedByKey(each.stream, each.number + 1);
                return;
            }
        }
    }

    private boolean isCompleted(Numbered each) {
        return each.number < allCompleted.get() || each.number < completed.getOrDefault(each.stream, 0L);
    }

    /** Returns whether the history holds an operation of a stream. */
    public boolean has(long stream) {
        for (int i = 0; i < KEPT; i++) {
            Numbered each = kept.get(i);
            if (each != null && each.operation.stream() == stream) {
                return true;
            }
        }
        return false;
    }

    /** Returns the operations that are not known to have completed. */
    public Window window() {
        long end = next.get();
        long begin = Math.max(0, end - KEPT);
        IssuedOperation last = null;
        List<IssuedOperation> pending = new ArrayList<>();
        for (long number = begin; number < end; number++) {
            Numbered each = kept.get((int) number & KEPT - 1);
            if (each == null || each.number != number) {
                continue;
            }
            if (!isCompleted(each)) {
                pending.add(each.operation);
            } else if (pending.isEmpty()) {
                last = each.operation;
            }
        }
        long known = Math.max(
                allCompleted.get(),
                completed.values().stream().mapToLong(Long::longValue).max().orElse(0));
        // With several streams, some of those that are gone may have completed.
        long gone = last == null ? Math.max(0, begin - known) : 0;
        return new Window(last, pending, pending.size() + (int) Math.min(Integer.MAX_VALUE / 2, gone));
    }
}
