package dev.rollcall.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Pending calls whose slots are needed for other events. */
class CarriedCallsTest extends SmallTrace {
    @Test
    void carriesAPendingCallOutOfItsSlot() {
        completedCall();
        long stuck = TestTraces.call(writer, world);
        assertTrue(writer.calls().started(stuck, 7));
        for (int i = 0; i < 2 * SLOTS; i++) {
            completedCall();
        }
        LaneSummary lane = collectives();
        assertEquals(stuck, lane.oldestPending());
        assertEquals(stuck, lane.carried().position());
        assertEquals(2, lane.carriedCall().sequence());
        assertEquals(7, lane.carriedCall().started());
        assertTrue(lane.carriedCall().pending());
        assertTrue(reader.losses().isEmpty());
    }

    @Test
    void completesACarriedCall() {
        long stuck = TestTraces.call(writer, world);
        for (int i = 0; i < SLOTS; i++) {
            completedCall();
        }
        assertNotNull(collectives().carried());
        long next = TestTraces.call(writer, world);
        assertTrue(writer.calls().started(stuck, 8));
        assertTrue(writer.calls().completed(stuck, 9));
        assertFalse(writer.calls().completed(stuck, 10));
        assertNull(collectives().carried());
        assertEquals(next, collectives().oldestPending());
    }

    @Test
    void keepsTheOldestPendingCallWhenSeveralAreOverwritten() {
        List<Long> stuck = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            stuck.add(TestTraces.call(writer, world));
        }
        for (int i = 0; i < SLOTS; i++) {
            completedCall();
        }
        assertEquals(stuck.get(0), collectives().carried().position());
        assertEquals(Map.of(LossKind.PENDING_OVERWRITTEN, 2L), reader.losses());
        assertFalse(writer.calls().completed(stuck.get(1), 1));
        assertEquals(1, reader.losses().get(LossKind.UPDATES_DROPPED));
    }

    @Test
    void recordsANewCallWhileASuspendedThreadCarriesAnother() {
        CallRing ring = writer.calls();
        for (int i = 0; i < SLOTS; i++) {
            TestTraces.call(writer, world);
        }
        CommunicatorTable table = new CommunicatorTable(ring.memory, FileLayout.of(TestTraces.SMALL));
        AtomicWords.setVolatile(ring.memory, table.carriedOf(ring.offset(0)), Slot.carriedIdentity(0) | Slot.LOCKED);

        long last = TestTraces.call(writer, world);

        assertTrue(ring.holds(EventTag.CALL, last));
        assertEquals(Map.of(LossKind.CALLS_SKIPPED, (long) SLOTS, LossKind.PENDING_OVERWRITTEN, 1L), reader.losses());
    }

    @Test
    void keepsALaterCallsCopyWhenADelayedTakerFindsItsCallEnded() {
        CallRing ring = writer.calls();
        long slept = TestTraces.call(writer, world);
        int slot = ring.offset(slept);
        long found = AtomicWords.getVolatile(ring.memory, slot);
        AtomicWords.setVolatile(ring.memory, slot, found | Slot.CARRYING);
        assertTrue(ring.completed(slept, 5));
        long later = TestTraces.call(writer, world);
        for (int i = 0; i < 2 * SLOTS; i++) {
            completedCall();
        }
        assertFalse(ring.holds(EventTag.CALL, later));

        long claimed = Slot.control(EventTag.CALL, 100, Slot.LOCKED);
        CommunicatorTable table = new CommunicatorTable(ring.memory, FileLayout.of(TestTraces.SMALL));
        assertTrue(new CarriedCalls(ring, table).take(slot, found, claimed, false));

        assertEquals(later, collectives().carried().position());
        assertTrue(ring.completed(later, 9));
    }
}
