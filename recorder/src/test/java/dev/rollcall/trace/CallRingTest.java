package dev.rollcall.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class CallRingTest extends SmallTrace {
    private List<Long> positions() {
        return reader.calls().events().stream().map(RecordedEvent::position).toList();
    }

    @Test
    void holdsTheLastTurn() {
        for (int i = 0; i < 3 * SLOTS + 5; i++) {
            completedCall();
        }
        assertEquals(LongStream.range(2 * SLOTS + 5, 3 * SLOTS + 5).boxed().toList(), positions());
    }

    @Test
    void makesAnUnknownCallPendingAgain() throws Exception {
        long position = TestTraces.call(writer, world);
        assertTrue(writer.calls().unknown(position));
        assertEquals(-1, collectives().oldestPending());
        long later = TestTraces.call(writer, world);
        assertTrue(writer.calls().pendingAgain(position));
        CallEvent call = (CallEvent) reader.calls().events().get(0).event();
        assertTrue(call.pending());
        assertEquals(position, collectives().oldestPending());
        assertTrue(writer.calls().completed(position, 5));
        assertEquals(later, collectives().oldestPending());
        assertFalse(writer.calls().pendingAgain(position));
        assertFalse(writer.calls().unknown(position));
    }

    @Test
    void hidesAClaimedSlotUntilItIsPublished() {
        completedCall();
        long claimed = writer.calls().claim(EventTag.CALL);
        completedCall();
        assertEquals(List.of(0L, 2L), positions());
        writer.calls().publish(claimed);
        assertEquals(List.of(0L, 1L, 2L), positions());
    }

    @Test
    void passesOverSlotsThatAreBeingWritten() {
        long claimed = writer.calls().claim(EventTag.CALL);
        for (int i = 0; i < SLOTS; i++) {
            completedCall();
        }
        assertEquals(
                LongStream.range(2, SLOTS + 2).filter(p -> p != SLOTS).boxed().toList(), positions());
        assertEquals(Map.of(LossKind.CALLS_SKIPPED, 1L), reader.losses());
        writer.calls().publish(claimed);
        assertEquals(0L, positions().get(0));
    }

    @Test
    void dropsAnEventWhenAllSlotsAreBeingWritten() {
        for (int i = 0; i < SLOTS; i++) {
            writer.calls().claim(EventTag.STEP);
        }
        assertEquals(Ring.NONE, TestTraces.call(writer, world));
        assertFalse(writer.calls().completed(Ring.NONE, 1));
        assertEquals(1, reader.losses().get(LossKind.CALLS_DROPPED));
        assertTrue(positions().isEmpty());
    }

    @Test
    void neverTouchesAReusedSlot() {
        long old = completedCall();
        for (int i = 0; i < SLOTS; i++) {
            TestTraces.call(writer, world);
        }
        assertFalse(writer.calls().started(old, 77));
        assertFalse(writer.calls().failed(old, 77, 1));
        assertFalse(writer.calls().unknown(old));
        CallEvent reused = (CallEvent) reader.calls().event(old + SLOTS);
        assertFalse(reused.hasStarted() || reused.failed() || reused.unknown());
    }

    @Test
    void keepsTheOldestPendingCallWhileCallsEnd() {
        assertEquals(-1, collectives().oldestPending());
        long first = TestTraces.call(writer, world);
        long second = TestTraces.call(writer, world);
        long third = TestTraces.call(writer, world);
        assertEquals(first, collectives().oldestPending());
        writer.calls().unknown(second);
        assertEquals(first, collectives().oldestPending());
        writer.calls().completed(first, 1);
        assertEquals(third, collectives().oldestPending());
        writer.calls().failed(third, 2, 0);
        assertEquals(-1, collectives().oldestPending());
        assertTrue(writer.calls().completed(second, 3));
        LaneSummary lane = collectives();
        assertEquals(List.of(3L, 0L, 2L), List.of(lane.lastEnqueued(), lane.lastStarted(), lane.lastCompleted()));
    }

    @Test
    void numbersSendsAndReceivesSeparately() {
        assertEquals(1, world.nextCollective());
        assertEquals(1, world.nextPointToPoint());
        assertEquals(2, world.nextPointToPoint());
        CommunicatorEntry entry = reader.communicators().get(0);
        assertEquals(1, entry.collectives().lastEnqueued());
        assertEquals(2, entry.pointToPoint().lastEnqueued());
    }

    @Test
    void numbersCallsOfACommunicatorThatTheFullTableLacks() {
        writer.communicator(2);
        CommunicatorWriter outside = writer.communicator(3);
        assertEquals(0, outside.index());
        assertEquals(1, outside.nextCollective());
        assertEquals(2, outside.nextCollective());
        TestTraces.call(writer, outside);
        assertEquals(1, positions().size());
        assertEquals(2, reader.communicators().size());
        assertEquals(Map.of(LossKind.COMMUNICATORS, 1L), reader.losses());
    }

    @Test
    void endsACallWhoseFirstEndWasAborted() {
        long position = TestTraces.call(writer, world);
        CallRing ring = writer.calls();
        assertTrue(
                Slot.lock(ring.memory, ring.offset(position), ring.identity(EventTag.CALL, position), Slot.ENDING, 0));
        assertFalse(ring.unknown(position));
        ring.endAborted(position);
        assertTrue(ring.unknown(position));
        assertEquals(-1, collectives().oldestPending());
        assertTrue(ring.completed(position, 5));
    }

    @Test
    void freesAnAbandonedSlot() {
        long given = writer.calls().claim(EventTag.CALL);
        writer.calls().abandon(given);
        long next = completedCall();
        assertEquals(List.of(next), positions());
        for (int i = 1; i < SLOTS; i++) {
            completedCall();
        }
        assertEquals(SLOTS, positions().size(), "the slot is in use again");
    }

    @Test
    void makesAnAbandonedPublishedCallUnknown() {
        long position = TestTraces.call(writer, world);
        writer.calls().abandon(position);
        assertTrue(((CallEvent) reader.calls().event(position)).unknown());
        assertEquals(-1, collectives().oldestPending());
    }
}
