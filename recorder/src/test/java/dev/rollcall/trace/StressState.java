package dev.rollcall.trace;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A smallest trace in memory, without a file, of which jcstress makes very many. */
class StressState {
    static final int SLOTS = TraceGeometry.MIN_SLOTS;
    private static final FileLayout LAYOUT = FileLayout.of(new TraceGeometry(SLOTS, TraceGeometry.MIN_HEAP_BYTES, 1));

    final ByteBuffer memory = ByteBuffer.allocateDirect(LAYOUT.length()).order(ByteOrder.LITTLE_ENDIAN);
    final CallRing ring;
    final HeapWriter heap;
    final HeapReader heapReader;
    final RingReader reader;

    StressState() {
        Losses losses = new Losses(memory);
        memory.putInt(HeaderDescriptor.COMMUNICATORS_USED_OFFSET, 1);
        memory.putInt(LAYOUT.table() + CommunicatorDescriptor.PHASE_OFFSET, CommunicatorPhase.JOINED.code());
        memory.putLong(HeaderDescriptor.HEAP_USED_OFFSET, HeapDescriptor.ALIGNMENT);
        ring = new CallRing(memory, LAYOUT, losses);
        heap = new HeapWriter(memory, LAYOUT, new HeapSpace(memory, LAYOUT, losses), losses);
        heapReader = new HeapReader(memory, LAYOUT);
        reader = new RingReader(memory, LAYOUT.calls(), SLOTS, HeaderDescriptor.CALLS_NEXT_OFFSET);
    }

    /** Publishes a call of the only communicator, whose every field is {@code value}. */
    final long publish(int value) {
        long position = ring.claim(EventTag.CALL);
        Body body = new Body(ring, position);
        for (int field = CallDescriptor.ENQUEUED_OFFSET; field < CallDescriptor.COMMUNICATOR_OFFSET; field += 8) {
            body.putLong(field, value);
        }
        for (int field = CallDescriptor.ROOT_OR_PEER_OFFSET; field < CallDescriptor.FLAGS_OFFSET; field += 4) {
            body.putInt(field, value);
        }
        body.putInt(CallDescriptor.COMMUNICATOR_OFFSET, 1);
        ring.publish(position);
        return position;
    }

    /** Counts positions up so that the next claim begins with this one. */
    final void turnTo(long position) {
        memory.putLong(HeaderDescriptor.CALLS_NEXT_OFFSET, position);
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

    /** Returns what the only communicator's entry tells of its collectives. */
    final LaneSummary lane() {
        return new CommunicatorTableReader(memory, LAYOUT, heapReader, reader)
                .entries()
                .get(0)
                .collectives();
    }
}
