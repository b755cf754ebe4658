package dev.rollcall.recorder;

import dev.rollcall.recorder.FollowedBuffer.Use;
import dev.rollcall.trace.BufferEvent;
import dev.rollcall.trace.BufferHolderKind;
import dev.rollcall.trace.BufferUse;
import dev.rollcall.trace.EventWriter;
import dev.rollcall.trace.HeapWriter;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Follows the buffers that collectives use from the completion of a call to their release, and records the places whose calls leave
 * more and more buffers behind, step after step. Only the application's marks of steps tell such calls from those that
 * prepare a job once, so an application without marks is not followed.
 *
 * <p>Memory of a GPU is known by the allocation that contains it, and released where that is freed; memory of unknown allocations is
 * not followed. Other buffers are known by their address, and released when no object that holds them is open. A buffer that a later
 * call uses again is not held from the earlier call on. Thread-safe; threads that make calls take no lock.
 */
public final class RetainedBuffers {
    private static final int MAX_ALLOCATIONS = 65_536;
    private static final int MAX_BUFFERS = 4096;
    private static final int MAX_SITES = 256;

    /** Calls in flight at once whose completion is noticed, a power of two. */
    private static final int MAX_IN_FLIGHT = 8192;

    private static final int PRINTED_STEPS = 8;

    private record SiteKey(int communicator, int stack, BufferUse use) {}

    private final EventWriter events;
    private final HeapWriter heap;
    private final StepRecorder steps;
    private final StackRecorder stacks;
    private final Consumer<String> printer;

    private final ConcurrentSkipListMap<Long, FollowedBuffer> allocations = new ConcurrentSkipListMap<>();
    private final Map<Long, FollowedBuffer> buffers = new ConcurrentHashMap<>();
    private final Map<SiteKey, BufferSite> sites = new ConcurrentHashMap<>();
    private final AtomicReferenceArray<Use> inFlight = new AtomicReferenceArray<>(MAX_IN_FLIGHT);
    private final ReentrantLock looking = new ReentrantLock();
    private volatile long lookedAt;
    private boolean printed;

    RetainedBuffers(
            EventWriter events, HeapWriter heap, StepRecorder steps, StackRecorder stacks, Consumer<String> printer) {
        this.events = events;
        this.heap = heap;
        this.steps = steps;
        this.stacks = stacks;
        this.printer = printer;
    }

    /** Returns whether the application marks steps, so that buffers are followed. */
    public boolean follows() {
        return steps.begun() > 0;
    }

    /** Notes an allocation of GPU memory. */
    public void allocated(long address, long bytes) {
        if (address != 0 && bytes > 0 && allocations.size() < MAX_ALLOCATIONS) {
            allocations.put(address, new FollowedBuffer(address, bytes));
        }
    }

    /** Notes that GPU memory is about to be freed. */
    public void freed(long address) {
        FollowedBuffer freed = allocations.remove(address);
        if (freed != null) {
            buffers.remove(address, freed);
        }
    }

    /**
     * Records an allocation of GPU memory that failed because memory is exhausted, after what collectives hold of it.
     *
     * @param bytes how many were wanted
     * @param device the ordinal of the device; -1 where unknown
     */
    public void exhausted(ThreadRecording thread, CalledMethod called, long bytes, int device) {
        if (!follows()) {
            return;
        }
        int stack = stacks.current(thread.stack, called);
        long now = System.nanoTime();
        looking.lock();
        try {
            count(steps.begun());
            sites.values().stream()
                    .filter(site -> site.grows() && site.held() > 0)
                    .forEach(site -> events.write(site.event(now)));
        } finally {
            looking.unlock();
        }
        events.write(new BufferEvent(
                now,
                BufferUse.EXHAUSTED,
                0,
                bytes,
                device,
                -1,
                0,
                stack,
                thread.nameId(heap),
                0,
                0,
                0,
                BufferHolderKind.UNKNOWN,
                false));
    }

    /**
     * Notes the buffers of the thread's call.
     *
     * @param position the call's position in the ring
     * @param input what holds the first buffer; null where its allocation does
     * @param output what holds the buffer of the results; null where its allocation does
     */
    public void used(
            ThreadRecording thread,
            RecordedCommunicator communicator,
            long position,
            BufferHolder input,
            BufferHolder output) {
        RecordedCall call = thread.call;
        if (position < 0 || call.buffer == 0 && call.outputBuffer == 0) {
            return;
        }
        Use further = call.outputBuffer == 0
                ? null
                : use(
                        thread,
                        communicator,
                        position,
                        BufferUse.OUTPUT,
                        call.outputBuffer,
                        call.outputBytes,
                        output,
                        null);
        Use first = use(thread, communicator, position, BufferUse.INPUT, call.buffer, call.bufferBytes, input, further);
        if (first != null || further != null) {
            inFlight.set((int) position & MAX_IN_FLIGHT - 1, first == null ? further : first);
        }
    }

    private Use use(
            ThreadRecording thread,
            RecordedCommunicator communicator,
            long position,
            BufferUse how,
            long address,
            long bytes,
            BufferHolder holder,
            Use further) {
        FollowedBuffer buffer = holder == null ? allocation(address) : held(address, bytes);
        BufferSite site = buffer == null ? null : site(communicator, thread.callStack, how);
        if (site == null) {
            if (buffer != null && buffer.use == null) {
                // Nothing counts it, so nothing would take it away.
                buffers.remove(buffer.address, buffer);
            }
            return null;
        }
        Use use = holder == null ? new Use(site, position, further) : new Use(site, position, further, holder);
        buffer.use = use;
        return use;
    }

    private FollowedBuffer allocation(long address) {
        Map.Entry<Long, FollowedBuffer> below = allocations.floorEntry(address);
        FollowedBuffer found = below == null ? null : below.getValue();
        if (found == null || address >= found.address + found.bytes) {
            return null;
        }
        if (found.use == null) {
            if (buffers.size() >= MAX_BUFFERS) {
                return null;
            }
            buffers.put(found.address, found);
        }
        return found;
    }

    /** A buffer of another length at a known address is another one: the earlier was released. */
    private FollowedBuffer held(long address, long bytes) {
        FollowedBuffer known = buffers.get(address);
        if (known != null && known.bytes == bytes) {
            return known;
        }
        if (known == null && buffers.size() >= MAX_BUFFERS) {
            return null;
        }
        FollowedBuffer added = new FollowedBuffer(address, bytes);
        buffers.put(address, added);
        return added;
    }

    private BufferSite site(RecordedCommunicator communicator, int stack, BufferUse use) {
        SiteKey key = new SiteKey(communicator.entry().index(), stack, use);
        BufferSite known = sites.get(key);
        return known != null || sites.size() >= MAX_SITES
                ? known
                : sites.computeIfAbsent(key, added -> new BufferSite(communicator, stack, use));
    }

    /** Notes that a work, which a call has returned, holds the call's buffers as well. */
    public void heldBy(long position, BufferHolder work) {
        Use first = position < 0 ? null : inFlight.get((int) position & MAX_IN_FLIGHT - 1);
        for (Use use = first; use != null && use.position == position; use = use.further) {
            use.heldBy(work);
        }
    }

    /** Notes that the call at a position has completed. */
    void completed(long position) {
        if (position < 0 || !follows()) {
            return;
        }
        int slot = (int) position & MAX_IN_FLIGHT - 1;
        Use first = inFlight.get(slot);
        if (first != null && first.position == position && inFlight.compareAndSet(slot, first, null)) {
            long begun = steps.begun();
            for (Use use = first; use != null; use = use.further) {
                use.completed = begun;
            }
        }
    }

    /** Looks at all buffers, once in each step of the application. Called repeatedly; does not wait. */
    public void poll() {
        long begun = steps.begun();
        if (begun != lookedAt && looking.tryLock()) {
            try {
                lookedAt = begun;
                look(begun, false);
            } finally {
                looking.unlock();
            }
        }
    }

    /** Looks a last time, at the end of the process. */
    public void settle() {
        if (follows()) {
            looking.lock();
            try {
                look(steps.begun(), true);
            } finally {
                looking.unlock();
            }
        }
    }

    private void look(long begun, boolean last) {
        count(begun);
        long now = System.nanoTime();
        boolean complete = buffers.size() < MAX_BUFFERS && sites.size() < MAX_SITES;
        for (BufferSite site : sites.values()) {
            if (site.changed(begun, complete, last)) {
                events.write(site.event(now));
            }
            if (site.grows() && !printed && site.age() >= PRINTED_STEPS) {
                printed = true;
                printer.accept(site.held() + " buffers of collectives (" + (site.heldBytes() >> 20)
                        + " MiB) are still allocated, up to " + site.age()
                        + " steps after their calls; the trace shows which");
            }
        }
    }

    private void count(long begun) {
        sites.values().forEach(BufferSite::clear);
        for (Iterator<FollowedBuffer> each = buffers.values().iterator(); each.hasNext(); ) {
            FollowedBuffer buffer = each.next();
            Use use = buffer.use;
            if (use == null) {
                continue;
            }
            BufferHolderKind holder = use.holder();
            if (holder == null) {
                each.remove();
            } else if (use.completed >= 0) {
                use.site.count(buffer, use.completed, holder, begun);
            }
        }
    }
}
