package dev.rollcall.recorder;

import dev.rollcall.recorder.IssuedCalls.BegunSum;
import dev.rollcall.recorder.IssuedCalls.Issued;
import dev.rollcall.recorder.StreamEvents.Progress;
import dev.rollcall.trace.CallRing;
import dev.rollcall.trace.HeapWriter;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/**
 * Follows calls whose work CUDA streams do, by an event behind each call or group of calls. The calls of one stream end in
 * order, so only the event of the oldest is polled. A call without an event is recorded as unknown. Thread-safe; a thread that
 * issues a call takes no lock.
 */
public final class DeviceCompletions {
    /** The events in flight in all. A job that has issued more without a synchronization is far ahead of its devices. */
    static final int MAX_EVENTS = 4096;

    /** How long an abort waits for a poll of the same communicator, which usually takes microseconds. */
    private static final long ABORT_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final CallRing calls;
    private final HeapWriter heap;
    private final CommunicatorRegistry registry;
    private final List<CallListener> listeners = new CopyOnWriteArrayList<>();
    private final AtomicInteger inFlight = new AtomicInteger();
    private volatile StreamEvents events;

    /** Null where results are not summed. */
    private volatile StreamResults results;

    DeviceCompletions(CallRing calls, HeapWriter heap, CommunicatorRegistry registry) {
        this.calls = calls;
        this.heap = heap;
        this.registry = registry;
    }

    /** Uses these events from now on. Without any, calls are recorded as unknown. */
    public void use(StreamEvents source) {
        events = source;
    }

    /** Has the results of calls summed from now on. */
    public void use(StreamResults sums) {
        results = sums;
    }

    /** Returns whether results are summed. */
    public boolean sumsResults() {
        return results != null;
    }

    /** Prepares for calls of a communicator that are about to be issued in a stream. */
    public void prepare(long stream, RecordedCommunicator communicator) {
        StreamResults sums = results;
        if (sums != null) {
            sums.prepare(stream, communicator.device());
        }
    }

    /** Adds a listener to the calls that complete. */
    public void listen(CallListener listener) {
        listeners.add(listener);
    }

    /** Returns whether a stream is being captured into a graph. */
    public boolean capturing(long stream) {
        StreamEvents source = events;
        return source != null && source.capturing(stream);
    }

    /** Records an event behind a call that the current thread has just issued. */
    public void issued(StreamCall call) {
        issued(List.of(call));
    }

    /** Records an event behind calls that were issued together, for each of their communicators and streams. */
    public void issuedTogether(List<StreamCall> group) {
        record Place(RecordedCommunicator communicator, long stream) {}
        Map<Place, List<StreamCall>> places = group.stream()
                .map(call -> StreamResults.isWrittenTwice(call, group) ? call.withoutResult() : call)
                .collect(Collectors.groupingBy(
                        call -> new Place(call.communicator(), call.stream()),
                        LinkedHashMap::new,
                        Collectors.toList()));
        for (List<StreamCall> together : places.values()) {
            if (capturing(together.get(0).stream())) {
                // The capture began after the calls. An event would become a part of the graph.
                unknown(together);
            } else {
                issued(together);
            }
        }
    }

    /** Records an event behind calls of one communicator and stream. */
    private void issued(List<StreamCall> together) {
        RecordedCommunicator communicator = together.get(0).communicator();
        IssuedCalls issued = communicator.issued();
        StreamEvents source = events;
        // First, because nobody learns the end of a sum without an event behind it.
        if (source == null || issued.aborted || !reserve()) {
            unknown(together);
            return;
        }
        StreamResults summing = results;
        List<BegunSum> sums = summing == null ? List.of() : summing.begin(together);
        Object event = null;
        try {
            event = source.record(together.get(0).stream(), communicator.device());
        } catch (Exception e) {
            // The application will meet the same error, in a call of its own.
        }
        if (event == null) {
            inFlight.decrementAndGet();
            abandon(sums);
            unknown(together);
        } else {
            issued.queue.add(new Issued(together, sums, event));
        }
    }

    private boolean reserve() {
        if (inFlight.incrementAndGet() <= MAX_EVENTS) {
            return true;
        }
        inFlight.decrementAndGet();
        return false;
    }

    /** Records that calls were not issued after all. */
    public void failed(List<StreamCall> group, String failure) {
        failed(group, failure, System.nanoTime());
    }

    private void failed(List<StreamCall> group, String failure, long nanos) {
        int text = heap.text(failure);
        for (StreamCall call : group) {
            calls.failed(call.position(), nanos, text);
            call.communicator().ended(nanos);
        }
    }

    /** Records that nothing will show the end of calls. */
    public void unknown(List<StreamCall> group) {
        unknown(group, System.nanoTime());
    }

    private void unknown(List<StreamCall> group, long nanos) {
        for (StreamCall call : group) {
            calls.unknown(call.position());
            call.communicator().ended(nanos);
        }
    }

    /** Records that the pending calls of a communicator fail, because the library has met an error. */
    public void failed(RecordedCommunicator communicator, String failure) {
        IssuedCalls issued = communicator.issued();
        if (!lock(issued)) {
            return;
        }
        try {
            for (Issued next = issued.queue.poll(); next != null; next = issued.queue.poll()) {
                inFlight.decrementAndGet();
                abandon(next.sums());
                failed(next.calls(), failure);
            }
        } finally {
            issued.lock.unlock();
        }
    }

    /**
     * Records that a communicator is about to be aborted. Its pending calls stay pending, and none of its events is touched from
     * now on.
     */
    public void aborted(RecordedCommunicator communicator) {
        IssuedCalls issued = communicator.issued();
        issued.aborted = true;
        if (lock(issued)) {
            try {
                drop(issued);
            } finally {
                issued.lock.unlock();
            }
        }
    }

    /** Waits a moment for a poll that is under way. If the driver blocks that, it sees the abort as soon as it returns. */
    private static boolean lock(IssuedCalls issued) {
        long begun = System.nanoTime();
        while (!issued.lock.tryLock()) {
            if (System.nanoTime() - begun > ABORT_NANOS) {
                return false;
            }
            Thread.yield();
        }
        return true;
    }

    private void drop(IssuedCalls issued) {
        for (Issued next = issued.queue.poll(); next != null; next = issued.queue.poll()) {
            inFlight.decrementAndGet();
            abandon(next.sums());
        }
    }

    private void abandon(List<BegunSum> sums) {
        if (!sums.isEmpty()) {
            results.abandon(sums);
        }
    }

    /** Returns whether calls are in flight. */
    public boolean pending() {
        return inFlight.get() > 0;
    }

    /** Records the calls that have ended by now. May take long, because a driver can block while a device hangs. */
    public void poll(long nanos) {
        if (!pending()) {
            return;
        }
        for (RecordedCommunicator communicator : registry.all()) {
            IssuedCalls issued = communicator.issued();
            if (!issued.queue.isEmpty() && issued.lock.tryLock()) {
                try {
                    poll(issued, nanos);
                } finally {
                    issued.lock.unlock();
                }
            }
        }
    }

    private void poll(IssuedCalls issued, long nanos) {
        Set<Long> running = new HashSet<>();
        for (Iterator<Issued> each = issued.queue.iterator(); each.hasNext() && !issued.aborted; ) {
            Issued next = each.next();
            if (running.contains(next.stream())) {
                continue;
            }
            Progress progress = Progress.LOST;
            String failure = null;
            try {
                progress = events.progress(next.event());
            } catch (Exception e) {
                failure = String.valueOf(e.getMessage());
            }
            if (issued.aborted) {
                // During the question. Nothing that was learnt of an aborted communicator counts.
                break;
            }
            if (progress == Progress.RUNNING) {
                running.add(next.stream());
                continue;
            }
            each.remove();
            if (failure != null) {
                abandon(next.sums());
                failed(next.calls(), failure, nanos);
            } else if (progress == Progress.LOST) {
                abandon(next.sums());
                unknown(next.calls(), nanos);
            } else {
                events.release(next.event());
                if (!next.sums().isEmpty()) {
                    results.record(next.sums());
                }
                completed(next.calls(), nanos);
            }
            // Last, because the end of the process waits only as long as a call is in flight.
            inFlight.decrementAndGet();
        }
        if (issued.aborted) {
            drop(issued);
        }
    }

    private void completed(List<StreamCall> group, long nanos) {
        for (StreamCall call : group) {
            calls.completed(call.position(), nanos);
            call.communicator().ended(nanos);
            for (CallListener listener : listeners) {
                listener.completed(call, nanos);
            }
        }
    }
}
