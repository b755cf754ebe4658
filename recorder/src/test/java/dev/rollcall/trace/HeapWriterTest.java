package dev.rollcall.trace;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeapWriterTest {
    @TempDir
    Path folder;

    private TraceWriter writer;
    private HeapWriter heap;

    @BeforeEach
    void begin() throws IOException {
        writer = TestTraces.small(folder);
        heap = writer.heap();
    }

    @AfterEach
    void end() throws IOException {
        writer.close();
    }

    private TraceReader reader() throws IOException {
        return TestTraces.read(folder);
    }

    @Test
    void storesEqualContentOnce() {
        int id = heap.string("all_reduce");
        assertNotEquals(0, id);
        assertEquals(id, heap.string(new String("all_reduce")));
        assertEquals(heap.stack(new int[] {1, 2, 99}, 2), heap.stack(new int[] {1, 2}, 2));
        assertNotEquals(heap.stack(new int[] {1, 2}, 2), heap.stack(new int[] {2, 1}, 2));
        assertEquals(heap.list(new long[] {5}, 1), heap.list(new long[] {5, 6}, 1));
        assertEquals(heap.frame(1, 2, 3, 4), heap.frame(1, 2, 3, 4));
    }

    @Test
    void distinguishesKindsWithEqualBytes() throws IOException {
        int list = heap.list(new long[] {1L | 2L << 32}, 1);
        int stack = heap.stack(new int[] {1, 2}, 2);
        assertNotEquals(list, stack);
        assertEquals(0, reader().stack(list).size());
        assertEquals("", reader().string(stack));
    }

    @Test
    void storesStringsOfAnyScript() throws IOException {
        for (String value : List.of("", "ä", "漢字", "\uD83D\uDE00", "a\nb\"c\\", "x".repeat(400))) {
            assertEquals(value, reader().string(heap.string(value)));
        }
        assertEquals(0, heap.string(null));
    }

    @Test
    void cutsALongStringBetweenCharacters() throws IOException {
        // An eighth of the heap: 512 bytes, in the middle of the 171st character of three bytes.
        int id = heap.string("漢".repeat(300));
        assertEquals("漢".repeat(170), reader().string(id));
        assertEquals(1, reader().losses().get(LossKind.STRINGS_CUT));
    }

    @Test
    void returnsZeroAndCountsWhenTheHeapIsFull() throws IOException {
        int known = heap.string("known");
        int i = 0;
        while (heap.string("string " + i) != 0) {
            i++;
        }
        assertTrue(i > 50);
        assertEquals(known, heap.string("known"));
        assertEquals(0, heap.stack(IntStream.range(0, 100).toArray(), 100));
        assertEquals(0, heap.list(new long[100], 100));
        writer.instrumented("a.B", "c", "()V", true, "");
        TraceReader reader = reader();
        assertEquals("known", reader.string(known));
        assertEquals("string " + (i - 1), reader.string(heap.string("string " + (i - 1))));
        for (LossKind kind : List.of(LossKind.STRINGS, LossKind.STACKS, LossKind.LISTS, LossKind.NOTES)) {
            assertEquals(1, reader.losses().get(kind), kind.label());
        }
    }

    @Test
    void storesEqualContentOnceWhenThreadsRace() throws Exception {
        Path file = folder.resolve("race.trace");
        TraceGeometry geometry = new TraceGeometry(16, 1 << 20, 1);
        int threads = 8;
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try (TraceWriter racing = TraceWriter.create(file, geometry, TestTraces.IDENTITY)) {
            List<Future<List<Integer>>> ids = IntStream.range(0, threads)
                    .mapToObj(t -> executor.submit(() -> IntStream.range(0, 2000)
                            .map(i -> racing.heap().stack(new int[] {i, i * 31, 7}, 3))
                            .boxed()
                            .toList()))
                    .toList();
            Set<List<Integer>> different = new HashSet<>();
            for (Future<List<Integer>> future : ids) {
                different.add(future.get());
            }
            assertEquals(1, different.size());
            List<Integer> agreed = different.iterator().next();
            assertEquals(2000, new HashSet<>(agreed).size());
            for (int i = 0; i < 2000; i++) {
                assertEquals(i * 31, TraceReader.open(file).frameIds(agreed.get(i))[1]);
            }
        } finally {
            executor.shutdownNow();
        }
    }

    @Test
    void cutsTextsAndReservesAQuarterForStacks() throws IOException {
        try (TraceWriter large = TraceWriter.create(
                folder.resolve("texts.trace"), new TraceGeometry(16, 1 << 16, 1), TestTraces.IDENTITY)) {
            TraceReader reader = TraceReader.open(folder.resolve("texts.trace"));
            String endless = "\uD83D\uDE00".repeat(1 << 20);
            assertEquals(endless.substring(0, 2048), reader.string(large.heap().text(endless)));
            int texts = 0;
            while (large.heap().text("error " + texts + " ".repeat(100)) != 0) {
                texts++;
            }
            assertTrue(texts > 300);
            assertNotEquals(0, large.heap().text("error 0" + " ".repeat(100)));
            int stacks = 0;
            while (large.heap().stack(new int[] {++stacks, 2, 3, 4}, 4) != 0) {
                assertEquals(stacks, reader.frameIds(large.heap().stack(new int[] {stacks, 2, 3, 4}, 4))[0]);
            }
            assertTrue(stacks > 600, stacks + " stacks");
            assertEquals(
                    2, reader.losses().get(LossKind.STRINGS) + reader.losses().get(LossKind.STRINGS_CUT));
        }
    }

    @Test
    void storesEqualContentOnceWhileTheIndexGrows() throws Exception {
        Path file = folder.resolve("grow.trace");
        int threads = 4;
        int contents = 60_000;
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try (TraceWriter growing = TraceWriter.create(file, new TraceGeometry(16, 1 << 24, 1), TestTraces.IDENTITY)) {
            List<Future<int[]>> ids = IntStream.range(0, threads)
                    .mapToObj(t -> executor.submit(() -> IntStream.range(0, contents)
                            .map(i -> growing.heap().stack(new int[] {i, 7}, 2))
                            .toArray()))
                    .toList();
            int[] agreed = ids.get(0).get();
            for (Future<int[]> future : ids) {
                assertArrayEquals(agreed, future.get());
            }
            assertEquals(contents, IntStream.of(agreed).distinct().count());
            TraceReader reader = TraceReader.open(file);
            for (int i = 0; i < contents; i++) {
                assertEquals(i, reader.frameIds(agreed[i])[0]);
                assertEquals(agreed[i], growing.heap().stack(new int[] {i, 7}, 2));
            }
        } finally {
            executor.shutdownNow();
        }
    }
}
