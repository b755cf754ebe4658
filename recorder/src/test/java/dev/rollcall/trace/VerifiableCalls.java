package dev.rollcall.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Calls whose fields all follow from communicator and sequence number, so that a torn call can be detected.
 *
 * <p>Each thread has two communicators, one for calls that end soon and one for a call that stays pending while the ring turns.
 */
final class VerifiableCalls {
    static final int THREADS = 8;

    private final TraceWriter writer;
    private final CommunicatorWriter[] communicators = new CommunicatorWriter[2 * THREADS];
    private final int[] stacks = new int[16];

    VerifiableCalls(TraceWriter writer) {
        this.writer = writer;
        for (int i = 0; i < communicators.length; i++) {
            communicators[i] = writer.communicator(i);
            communicators[i].name("communicator " + i);
        }
        for (int i = 0; i < stacks.length; i++) {
            stacks[i] = stack(i);
        }
    }

    private int stack(int depth) {
        HeapWriter heap = writer.heap();
        int[] frames = new int[depth + 1];
        for (int i = 0; i <= depth; i++) {
            frames[i] =
                    heap.frame(heap.string("Class" + i), heap.string("method" + depth), heap.string("F.java"), i + 1);
        }
        return heap.stack(frames, frames.length);
    }

    CommunicatorWriter communicator(int number) {
        return communicators[number];
    }

    /** Publishes the call with this sequence number on a communicator, and stores its texts in the heap. */
    long publish(CallEncoder encoder, int communicator, long sequence) {
        long position = writer.calls().claim(EventTag.CALL);
        encoder
                .wrap(position)
                .enqueued(mix(communicator, sequence, 1))
                .collective(communicators[communicator], sequence)
                .operation(Operation.ofCode((int) (sequence % 16)))
                .type(ElementType.ofCode((int) (sequence % 19)))
                .reduction(Reduction.ofCode((int) (sequence % 16)))
                .countIn(mix(communicator, sequence, 2))
                .countOut(mix(communicator, sequence, 3))
                .listHash(mix(communicator, sequence, 4))
                .buffer(mix(communicator, sequence, 5))
                .stream(mix(communicator, sequence, 6))
                .rootOrPeer((int) mix(communicator, sequence, 7))
                .messageTag((int) mix(communicator, sequence, 8))
                .lists((int) mix(communicator, sequence, 9), (int) mix(communicator, sequence, 10))
                .group((int) mix(communicator, sequence, 11))
                .site(stacks[(int) (sequence % 16)], name(communicator, sequence), 0);
        writer.calls().publish(position);
        return position;
    }

    private int name(int communicator, long sequence) {
        return writer.heap().string("name " + communicator + " " + sequence % 50);
    }

    boolean start(int communicator, long sequence, long position) {
        return writer.calls().started(position, mix(communicator, sequence, 12));
    }

    boolean end(int communicator, long sequence, long position) {
        long nanos = mix(communicator, sequence, 13);
        return switch ((int) (sequence % 5)) {
            case 0 -> writer.calls().failed(position, nanos, name(communicator, sequence));
            case 1 -> writer.calls().unknown(position);
            default -> writer.calls().completed(position, nanos);
        };
    }

    /** Checks that a call is complete, with every text and stack that it refers to. */
    static void verify(TraceReader reader, CallEvent call) {
        int communicator = call.communicator() - 1;
        long sequence = call.sequence();
        assertTrue(communicator >= 0 && communicator < 2 * THREADS, () -> "torn: " + call);
        assertEquals(mix(communicator, sequence, 1), call.enqueued());
        assertEquals(sequence % 16, call.operation().code());
        assertEquals(sequence % 19, call.type().code());
        assertEquals(sequence % 16, call.reduction().code());
        assertEquals(mix(communicator, sequence, 2), call.countIn());
        assertEquals(mix(communicator, sequence, 3), call.countOut());
        assertEquals(mix(communicator, sequence, 4), call.listHash());
        assertEquals(mix(communicator, sequence, 5), call.buffer());
        assertEquals(mix(communicator, sequence, 6), call.stream());
        assertEquals((int) mix(communicator, sequence, 7), call.rootOrPeer());
        assertEquals((int) mix(communicator, sequence, 8), call.messageTag());
        assertEquals((int) mix(communicator, sequence, 9), call.inputList());
        assertEquals((int) mix(communicator, sequence, 10), call.outputList());
        assertEquals((int) mix(communicator, sequence, 11), call.group());
        assertEquals("name " + communicator + " " + sequence % 50, reader.string(call.thread()));
        assertEquals(call.hasStarted() ? mix(communicator, sequence, 12) : 0, call.started());
        assertEquals(call.failed() || call.completed() ? mix(communicator, sequence, 13) : 0, call.ended());
        assertTrue(!call.failed() || sequence % 5 == 0);
        assertTrue(!call.unknown() || sequence % 5 == 1);
        assertTrue(!call.completed() || sequence % 5 > 1);
        assertEquals(call.failed() ? "name " + communicator + " " + sequence % 50 : "", reader.string(call.text()));
        int depth = (int) (sequence % 16);
        assertEquals(depth + 1, reader.stack(call.stack()).size());
        assertEquals(
                new TraceFrame("Class" + depth, "method" + depth, "F.java", depth + 1),
                reader.stack(call.stack()).get(depth));
    }

    private static long mix(int communicator, long sequence, int field) {
        long value = (sequence * 64 + communicator) * 16 + field;
        value = (value ^ value >>> 30) * 0xBF58_476D_1CE4_E5B9L;
        value = (value ^ value >>> 27) * 0x94D0_49BB_1331_11EBL;
        return value ^ value >>> 31;
    }
}
