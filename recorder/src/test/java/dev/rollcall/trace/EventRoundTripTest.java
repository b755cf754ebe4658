package dev.rollcall.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventRoundTripTest {
    @TempDir
    Path folder;

    @Test
    void readsBackEveryKindOfEvent() throws IOException {
        List<Event> written = List.of(
                new GroupEvent(false, 1, 2, 0, 3, 4, 5, 0),
                new GroupEvent(true, 6, 2, 7, 3, 4, 5, 8),
                new CommunicatorEvent(1, CommunicatorPhase.SPLIT, 2, 3, 4, 5, -1, -6, 7, 8, 9, 10, 11, 12, 13),
                new DeviceErrorEvent(1, 2, 700, 3, 4, 5, -1, 6, 7, 8, 9, 10),
                new StepEvent(1, -2, 3, 4),
                new ThreadEvent(1, 2, 3, 4, 5, true, ThreadState.BLOCKED, 6, 7, 8),
                new EndEvent(1, EndKind.EXIT, true, 137, 2, 3, 4, 5));
        try (TraceWriter writer = TestTraces.small(folder)) {
            EventWriter events = writer.events();
            events.write((GroupEvent) written.get(0));
            events.write((GroupEvent) written.get(1));
            events.write((CommunicatorEvent) written.get(2));
            events.write((DeviceErrorEvent) written.get(3));
            events.write((StepEvent) written.get(4));
            events.write((ThreadEvent) written.get(5));
            events.write((EndEvent) written.get(6));
        }
        List<RecordedEvent> read = TestTraces.read(folder).calls().events();
        assertEquals(written, read.stream().map(RecordedEvent::event).toList());
        assertEquals(
                List.of(0L, 1L, 2L, 3L, 4L, 5L, 6L),
                read.stream().map(RecordedEvent::position).toList());
    }

    @Test
    void writesCopiesBuffersAndResultsToTheirOwnRing() throws IOException {
        CopyVolume volume = new CopyVolume(1, 2, 3, 4, 5, 6, 7, 8, 9);
        BufferEvent buffer =
                new BufferEvent(1, BufferUse.OUTPUT, 2, 3, -1, 4, 5, 6, 7, 8, 9, 10, BufferHolderKind.TENSOR, true);
        ResultEvent result = new ResultEvent(1, 2, 3, -1, -4, 5, ElementType.F16);
        CopyCheck check = new CopyCheck(CopyVerdict.PERMUTED, -1, 2, 12, -3, 4);
        try (TraceWriter writer = TestTraces.small(folder)) {
            long deep = writer.events().write(copy(volume));
            long flat = writer.events().write(copy(null));
            writer.events().write(buffer);
            writer.events().write(result);
            assertTrue(writer.copies().completed(deep, 55, check));
            assertFalse(writer.copies().failed(deep, 56, 1));
            assertTrue(writer.copies().failed(flat, 66, 77));
        }
        TraceReader reader = TestTraces.read(folder);
        assertTrue(reader.calls().events().isEmpty());
        List<Event> events =
                reader.copies().events().stream().map(RecordedEvent::event).toList();
        CopyEvent deep = (CopyEvent) events.get(0);
        assertEquals(volume, deep.volume());
        assertEquals(check, deep.check());
        assertTrue(deep.completed() && !deep.failed());
        CopyEvent flat = (CopyEvent) events.get(1);
        assertEquals(List.of(66L, 77), List.of(flat.ended(), flat.text()));
        assertEquals(
                copy(null),
                new CopyEvent(
                        0,
                        flat.enqueued(),
                        0,
                        flat.kind(),
                        flat.path(),
                        flat.sourceDevice(),
                        flat.destinationDevice(),
                        flat.sourcePointer(),
                        flat.destinationPointer(),
                        flat.bytes(),
                        flat.rows(),
                        flat.sourcePitch(),
                        flat.destinationPitch(),
                        null,
                        flat.stream(),
                        flat.stack(),
                        flat.thread(),
                        flat.function(),
                        0,
                        flat.check()));
        assertEquals(buffer, events.get(2));
        assertEquals(result, events.get(3));
        assertEquals(4, events.size());
    }

    private static CopyEvent copy(CopyVolume volume) {
        return new CopyEvent(
                0,
                1,
                0,
                CopyKind.PEER,
                CopyPath.REROUTED,
                0,
                -1,
                2,
                3,
                1L << 40,
                0xFFFF_FFFFL,
                4,
                5,
                volume,
                6,
                7,
                8,
                9,
                0,
                CopyCheck.NONE);
    }
}
