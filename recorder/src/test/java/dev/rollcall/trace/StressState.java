package dev.rollcall.trace;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The smallest trace, in memory and without a file.
 *
 * <p>jcstress makes very many, so they share pooled memory: the strides of the runs are so short that no more than
 * {@link #POOLED} states are alive at once.
 */
class StressState {
    static final int SLOTS = TraceGeometry.MIN_SLOTS;
    private static final FileLayout LAYOUT = FileLayout.of(new TraceGeometry(SLOTS, TraceGeometry.MIN_HEAP_BYTES, 1));

    private static final int POOLED = 4096;
    private static final AtomicReferenceArray<ByteBuffer> POOL = new AtomicReferenceArray<>(POOLED);
    private static final AtomicInteger NEXT = new AtomicInteger();
    private static final byte[] ZEROS = new byte[LAYOUT.length()];

    final ByteBuffer memory = zeroed();
    final CallRing ring;
    final HeapReader heapReader;
    final RingReader reader;

    StressState() {
        LossCounters losses = new LossCounters(memory);
        memory.putInt(TraceHeader.COMMUNICATORS_USED_OFFSET, 1);
        memory.putInt(LAYOUT.table() + CommunicatorTable.PHASE_OFFSET, CommunicatorPhase.JOINED.code());
        memory.putLong(TraceHeader.HEAP_USED_OFFSET, HeapEntry.ALIGNMENT);
        ring = new CallRing(memory, LAYOUT, new CommunicatorTable(memory, LAYOUT), losses);
        heapReader = new HeapReader(memory, LAYOUT);
        reader = new RingReader(memory, LAYOUT.calls(), SLOTS, TraceHeader.CALLS_NEXT_OFFSET);
    }

    private static ByteBuffer zeroed() {
        int place = NEXT.getAndIncrement() & POOLED - 1;
        ByteBuffer pooled = POOL.get(place);
        if (pooled == null) {
            pooled = ByteBuffer.allocateDirect(LAYOUT.length()).order(ByteOrder.LITTLE_ENDIAN);
            POOL.set(place, pooled);
        }
        return pooled.put(0, ZEROS);
    }

    /** Makes the heap's writer, once for each state. */
    final HeapWriter newHeap() {
        LossCounters losses = new LossCounters(memory);
        return new HeapWriter(memory, LAYOUT, new HeapAllocator(memory, LAYOUT, losses), losses);
    }

    /** Publishes a call of the only communicator with every field set to {@code value}. */
    final long publish(int value) {
        SlotWriter slot = SlotWriter.claim(ring, EventTag.CALL);
        for (int field = CallEvent.ENQUEUED_OFFSET; field < CallEvent.COMMUNICATOR_OFFSET; field += 8) {
            slot.putLong(field, value);
        }
        for (int field = CallEvent.ROOT_OR_PEER_OFFSET; field < CallEvent.FLAGS_OFFSET; field += 4) {
            slot.putInt(field, value);
        }
        slot.putInt(CallEvent.COMMUNICATOR_OFFSET, 1);
        return slot.publish();
    }

    /** Sets the position that the next claim begins with. */
    final void turnTo(long position) {
        memory.putLong(TraceHeader.CALLS_NEXT_OFFSET, position);
    }

    /** Returns the value of a call's fields; 0 for no call, -1 for a torn one. */
    static int value(Event event) {
        if (!(event instanceof CallEvent call)) {
            return 0;
        }
        int value = (int) call.enqueued();
        boolean whole = call.sequence() == value
                && call.countIn() == value
                && call.countOut() == value
                && call.listHash() == value
                && call.buffer() == value
                && call.stream() == value
                && call.rootOrPeer() == value
                && call.messageTag() == value
                && call.stack() == value
                && call.thread() == value
                && call.function() == value
                && call.inputList() == value
                && call.outputList() == value
                && call.group() == value;
        return whole ? value : -1;
    }

    /** Returns the only communicator's lane of collectives. */
    final LaneSummary lane() {
        return new CommunicatorTableReader(memory, LAYOUT, heapReader, reader)
                .entries()
                .get(0)
                .collectives();
    }
}
