package dev.rollcall.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceRoundTripTest {
    @TempDir
    Path folder;

    @Test
    void readsBackTheIdentity() throws IOException {
        try (TraceWriter writer = TestTraces.small(folder)) {
            assertEquals(TestTraces.IDENTITY, TestTraces.read(folder).identity());
            writer.rank(5, 16);
            writer.devices(new byte[] {1, 2, 3}, new byte[16]);
        }
        TraceReader reader = TestTraces.read(folder);
        assertEquals(5, reader.identity().rank());
        assertEquals(16, reader.identity().world());
        assertEquals(List.of("01020300000000000000000000000000", "0".repeat(32)), reader.devices());
        assertTrue(reader.closed());
        assertFalse(reader.truncated());
    }

    @Test
    void readsTheNewestHeartbeat() throws IOException {
        try (TraceWriter writer = TestTraces.small(folder)) {
            TraceReader reader = TestTraces.read(folder);
            assertNull(reader.lastHeartbeat());
            for (int beat = 1; beat <= 3; beat++) {
                writer.heartbeat(beat * 1000, beat);
                assertEquals(new ClockPair(beat * 1000, beat), reader.lastHeartbeat());
            }
            assertEquals(3_000_500, reader.clock().toWallNanos(3500));
        }
    }

    @Test
    void readsBackWhenAndWhyRecordingStopped() throws IOException {
        TraceWriter writer = TestTraces.small(folder);
        assertNull(TestTraces.read(folder).stopped());
        writer.stopped(123, "IllegalStateException: no room");
        writer.stopped(456, "a later reason");
        writer.heartbeat(2000, 2);
        writer.close();
        TraceReader reader = TestTraces.read(folder);
        assertEquals(new RecordingStopped(123, "IllegalStateException: no room"), reader.stopped());
        assertEquals(new ClockPair(2000, 2), reader.lastHeartbeat());
        assertTrue(reader.closed());
    }

    @Test
    void cutsALongReasonBetweenCharacters() throws IOException {
        try (TraceWriter writer = TestTraces.small(folder)) {
            writer.stopped(1, "漢".repeat(1000));
        }
        assertEquals("漢".repeat(341), TestTraces.read(folder).stopped().reason());
        try (TraceWriter writer = TestTraces.small(folder)) {
            writer.stopped(1, null);
        }
        assertEquals("", TestTraces.read(folder).stopped().reason());
    }

    @Test
    void readsBackEveryFieldOfACall() throws IOException {
        try (TraceWriter writer = TestTraces.small(folder)) {
            CommunicatorWriter communicator = writer.communicator(1);
            HeapWriter heap = writer.heap();
            int frame = heap.frame(heap.string("a.B"), heap.string("c"), heap.string("B.java"), 41);
            long[] splits = {3, Long.MIN_VALUE, 5};
            int list = heap.list(splits, 3);
            long position = writer.calls().claim(EventTag.CALL);
            new CallEncoder(writer.calls())
                            .wrap(position)
                            .enqueued(10)
                            .pointToPoint(communicator, communicator.nextPointToPoint())
                            .operation(Operation.SEND)
                            .type(ElementType.BF16)
                            .reduction(Reduction.CUSTOM)
                            .countIn(0)
                            .countOut(1L << 40)
                            .rootOrPeer(7)
                            .messageTag(-2)
                            .listHash(ListHash.of(splits, 3, null, 0))
                            .lists(list, 0)
                            .buffer(0x7000_0000_0000L)
                            .stream(9)
                            .site(heap.stack(new int[] {frame, frame}, 2), heap.string("main"), heap.string("send"))
                            .group(4)
                            .blocking();
            writer.calls().publish(position);
            assertTrue(writer.calls().started(position, 20));
            assertTrue(writer.calls().failed(position, 30, heap.string("peer closed")));
        }
        TraceReader reader = TestTraces.read(folder);
        CallEvent call = (CallEvent) reader.calls().events().get(0).event();
        assertTrue(call.failed() && call.hasStarted() && !call.pending() && !call.completed() && !call.unknown());
        assertTrue(call.hasCountIn() && call.hasCountOut() && call.hasRootOrPeer() && call.hasMessageTag());
        assertTrue(call.hasListHash() && call.blocking() && call.pointToPoint());
        assertEquals(List.of(10L, 20L, 30L), List.of(call.enqueued(), call.started(), call.ended()));
        assertEquals(List.of(1L, 0L, 1L << 40), List.of(call.sequence(), call.countIn(), call.countOut()));
        assertEquals(List.of(7, -2, 4), List.of(call.rootOrPeer(), call.messageTag(), call.group()));
        assertEquals(Operation.SEND, call.operation());
        assertEquals(ElementType.BF16, call.type());
        assertEquals(Reduction.CUSTOM, call.reduction());
        assertEquals(0x7000_0000_0000L, call.buffer());
        assertEquals(9, call.stream());
        assertEquals("peer closed", reader.string(call.text()));
        assertEquals("main", reader.string(call.thread()));
        assertEquals("send", reader.string(call.function()));
        TraceFrame expected = new TraceFrame("a.B", "c", "B.java", 41);
        assertEquals(List.of(expected, expected), reader.stack(call.stack()));
        assertEquals(Long.MIN_VALUE, reader.list(call.inputList())[1]);
    }

    @Test
    void cursorReturnsTheFieldsOfACall() throws IOException {
        try (TraceWriter writer = TestTraces.small(folder)) {
            CommunicatorWriter communicator = writer.communicator(1);
            writer.events().write(new StepEvent(1, 1, 0, 0));
            long position = TestTraces.call(writer, communicator);
            writer.calls().completed(position, 99);
            CallCursor cursor = TestTraces.read(folder).calls().callCursor();
            assertTrue(cursor.next());
            assertEquals(position, cursor.position());
            assertEquals(1001, cursor.enqueued());
            assertEquals(99, cursor.ended());
            assertEquals(1, cursor.sequence());
            assertEquals(communicator.index(), cursor.communicator());
            assertEquals(Operation.ALL_REDUCE.code(), cursor.operationCode());
            assertTrue(cursor.completed() && !cursor.failed() && !cursor.hasCountIn());
            assertFalse(cursor.next());
        }
    }

    @Test
    void readsBackCommunicators() throws IOException {
        try (TraceWriter writer = TestTraces.small(folder)) {
            CommunicatorWriter world = writer.communicator(100);
            world.identity("id-1");
            world.name("world");
            world.library("c10d/gloo");
            world.size(2);
            world.rank(1);
            world.globalRank(3);
            world.device(0);
            world.handle(0xABCDL);
            world.members(new long[] {2, 3});
            world.creation(0, writer.heap().string("main"));
            world.phase(CommunicatorPhase.JOINED, 200);
            CommunicatorWriter half = writer.communicator(300);
            half.split(world.index(), 1, 5);
            half.failure("timed out");
            half.phase(CommunicatorPhase.FAILED, 400);
        }
        List<CommunicatorEntry> entries = TestTraces.read(folder).communicators();
        CommunicatorEntry world = entries.get(0);
        assertEquals(List.of("id-1", "world", "c10d/gloo"), List.of(world.identity(), world.name(), world.library()));
        assertEquals(List.of(2, 1, 3, 0), List.of(world.size(), world.rank(), world.globalRank(), world.device()));
        assertEquals(List.of(2L, 3L), world.members());
        assertEquals(List.of(100L, 200L, 0L), List.of(world.creationTime(), world.creationEnded(), world.left()));
        assertEquals(0xABCDL, world.handle());
        CommunicatorEntry half = entries.get(1);
        assertEquals(CommunicatorPhase.FAILED, half.phase());
        assertEquals("timed out", half.failure());
        assertEquals(List.of(1, 1, 5), List.of(half.parent(), half.splitOrdinal(), half.splitColour()));
        assertEquals(-1, half.size());
    }

    @Test
    void readsBackNotesInTheirOrder() throws IOException {
        try (TraceWriter writer = TestTraces.small(folder)) {
            writer.instrumented("a.B", "c", "()V", true, "");
            writer.instrumented("a.B", "d", "", false, "no such method");
        }
        List<InstrumentedMethod> expected = List.of(
                new InstrumentedMethod("a.B", "c", "()V", true, ""),
                new InstrumentedMethod("a.B", "d", "", false, "no such method"));
        assertEquals(expected, TestTraces.read(folder).instrumented());
    }

    @Test
    void keepsTheNewestListsInFull() throws IOException {
        try (TraceWriter writer = TestTraces.small(folder)) {
            CommunicatorWriter communicator = writer.communicator(1);
            for (int step = 1; step <= 5; step++) {
                long[] input = {step, step + 1};
                assertTrue(communicator.keepNewestLists(step, 70 + step, input, 2, new long[] {step * 2}, 1));
            }
            assertTrue(communicator.keepNewestLists(6, 76, new long[20], 20, null, 0));
            List<NewestLists> newest = TestTraces.read(folder).newestLists(communicator.index());
            assertEquals(1, newest.size());
            assertEquals(20, newest.get(0).input().length);
            assertTrue(communicator.keepNewestLists(7, 77, null, 0, new long[] {1, 2, 3}, 3));
            newest = TestTraces.read(folder).newestLists(communicator.index());
            assertEquals(
                    List.of(7L, 6L), newest.stream().map(NewestLists::sequence).toList());
            assertEquals(3, newest.get(0).output()[2]);
        }
    }
}
