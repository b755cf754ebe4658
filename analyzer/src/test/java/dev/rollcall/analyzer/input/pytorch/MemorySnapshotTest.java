package dev.rollcall.analyzer.input.pytorch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.containment.InputLimits;
import dev.rollcall.analyzer.input.AllocatorHistory;
import dev.rollcall.analyzer.input.AllocatorHistory.Block;
import dev.rollcall.analyzer.model.Call;
import dev.rollcall.analyzer.model.CallStack;
import dev.rollcall.analyzer.model.InternTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemorySnapshotTest {
    @TempDir
    private Path folder;

    private static Map<String, Object> event(String action, long address, long time) {
        return Map.of("action", action, "addr", address, "size", 512, "time_us", time);
    }

    private AllocatorHistory read(List<?> devices, InputLimits limits) throws IOException {
        Path file = Files.write(folder.resolve("snapshot_rank_0.pickle"), Pickle.of(Map.of("device_traces", devices)));
        return new MemorySnapshotSource(file, 0, limits)
                .read(new InternTable<>(), new InternTable<CallStack>())
                .allocations();
    }

    @Test
    void readsWhenABlockWasFreedAndReusable() throws IOException {
        List<?> device = List.of(
                event("alloc", 4096, 1),
                event("free_requested", 4096, 2),
                event("alloc", 8192, 4),
                event("free_completed", 4096, 5));
        assertEquals(
                List.of(
                        new Block(1, 4096, 512, 1_000, 2_000, 5_000),
                        new Block(1, 8192, 512, 4_000, Call.NO_TIME, Call.NO_TIME)),
                read(List.of(List.of(), device), InputLimits.DEFAULT).blocks());
    }

    @Test
    void showsABlockThatNoStreamUsesAsReusableAtOnce() throws IOException {
        List<?> device =
                List.of(event("alloc", 4096, 1), event("free_requested", 4096, 2), event("free_completed", 4096, 5));
        assertEquals(
                new AllocatorHistory(List.of(new Block(0, 4096, 512, 1_000, 2_000, 2_000)), 5_000),
                read(List.of(device), InputLimits.DEFAULT));
    }

    @Test
    void readsHundredsOfThousandsOfEvents() throws IOException {
        List<Map<String, Object>> events = IntStream.range(0, 300_000)
                .mapToObj(i -> event("alloc", 4096, i))
                .toList();
        assertEquals(
                300_000, read(List.of(events), InputLimits.DEFAULT).blocks().size());
    }

    @Test
    void readsTheNewestEventsOfALongHistory() throws IOException {
        DumpDictionary first = dictionary("action", "alloc", "addr", "4096", "time_us", "1");
        DumpDictionary last = dictionary("action", "alloc", "addr", "8192", "time_us", "2");
        Object[] events = new Object[MemorySnapshot.MOST_EVENTS + 1];
        Arrays.fill(events, first);
        events[MemorySnapshot.MOST_EVENTS] = last;
        List<Block> blocks = MemorySnapshot.read(dictionary("device_traces", list(list(events))), false)
                .history()
                .blocks();
        assertEquals(MemorySnapshot.MOST_EVENTS, blocks.size());
        assertTrue(blocks.contains(new Block(0, 8192, 0, 2_000, Call.NO_TIME, Call.NO_TIME)));
    }

    @Test
    void readsAsMuchOfEachDeviceAsOfTheOthers() throws IOException {
        DumpDictionary event = dictionary("action", "alloc", "addr", "4096", "time_us", "1");
        Object[] many = new Object[MemorySnapshot.MOST_EVENTS];
        Arrays.fill(many, event);
        MemorySnapshot read = MemorySnapshot.read(
                dictionary("device_traces", list(list(many), list(many), list(event, event, event))), false);
        int share = (MemorySnapshot.MOST_EVENTS - 3) / 2;
        assertEquals(
                List.of((long) share, (long) MemorySnapshot.MOST_EVENTS - 3 - share, 3L),
                Stream.of(0, 1, 2)
                        .map(device -> read.history().blocks().stream()
                                .filter(block -> block.device() == device)
                                .count())
                        .toList());
        assertEquals(MemorySnapshot.MOST_EVENTS + 3L, read.leftOut());
    }

    private static DumpDictionary dictionary(Object... items) {
        DumpDictionary made = new DumpDictionary(false, 1);
        made.add(items, new long[items.length], 0, items.length);
        return made;
    }

    private static DumpList list(Object... values) {
        DumpList made = new DumpList(false, 0);
        made.add(values, new long[values.length], 0, values.length);
        return made;
    }

    @Test
    void saysHowToReadALargerFile() {
        IOException thrown = assertThrows(
                IOException.class,
                () -> read(List.of(List.of(event("alloc", 1, 1))), InputLimits.of(List.of("dump=16"))));
        assertEquals("larger than 16 bytes; --limit dump=… raises the limit", thrown.getMessage());
    }
}
