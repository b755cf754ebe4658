package dev.rollcall.recorder;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The calls of one communicator whose work CUDA streams are doing, in the order of their issue. Any thread may add; who holds
 * the lock may ask for events and remove.
 */
final class IssuedCalls {
    /** A call and the sum of its result, which its stream takes. */
    record BegunSum(StreamCall call, Object sum) {}

    /** Calls of one stream, the sums of their results, and the event behind all of that. */
    record Issued(List<StreamCall> calls, List<BegunSum> sums, Object event) {
        long stream() {
            return calls.get(0).stream();
        }
    }

    final Queue<Issued> queue = new ConcurrentLinkedQueue<>();
    final ReentrantLock lock = new ReentrantLock();

    /** Whether the communicator was aborted: no event may be touched from then on. */
    volatile boolean aborted;
}
