package dev.rollcall.library;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rollcall.catalogue.ArgumentRole;
import dev.rollcall.catalogue.CatalogueEntry;
import dev.rollcall.catalogue.CompletionSign;
import dev.rollcall.catalogue.EntryKind;
import dev.rollcall.recorder.RecordedCall;
import dev.rollcall.trace.ElementType;
import dev.rollcall.trace.Reduction;
import java.nio.IntBuffer;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What can be read without NCCL's native library. */
class NcclAdapterTest {
    private final NcclAdapter library;

    NcclAdapterTest() throws ReflectiveOperationException {
        library = new NcclAdapter(NcclAdapterTest.class.getClassLoader());
    }

    private RecordedCall read(String operation, long count, int ranks, int rank, int root) throws Throwable {
        return read(operation, count, ranks, rank, root, 0x2000L);
    }

    private RecordedCall read(String operation, long count, int ranks, int rank, int root, Object output)
            throws Throwable {
        CatalogueEntry entry = new CatalogueEntry(
                "nccl",
                "Nccl",
                "f",
                Optional.empty(),
                EntryKind.CALL,
                operation,
                List.<ArgumentRole>of(),
                CompletionSign.STATUS);
        RecordedCall call = new RecordedCall();
        call.count = count;
        call.ranks = ranks;
        call.rank = rank;
        call.root = root;
        call.input = 0x1000L;
        call.output = output;
        call.typeArgument = 9L;
        call.reductionArgument = 3L;
        library.reader(entry).read(call);
        return call;
    }

    private static long[] counts(RecordedCall call) {
        return new long[] {call.countIn, call.countOut};
    }

    /** The value was computed by another program, from hashUniqueId in NCCL's init.cc. */
    @Test
    void hashesAUniqueIdAsNccl() {
        byte[] id = new byte[128];
        for (int i = 0; i < id.length; i++) {
            id[i] = (byte) (i * 37 + 200);
        }
        assertEquals(0x5a14_ae0b_34f4_c517L, NcclAdapter.hash(id));
    }

    @Test
    void countsThePartsOfAllRanksWhereNcclCountsOne() throws Throwable {
        assertArrayEquals(new long[] {8, -1}, counts(read("all_reduce", 8, 4, 1, -1)));
        assertArrayEquals(new long[] {8, -1}, counts(read("all_gather", 8, 4, 1, -1)));
        assertArrayEquals(new long[] {-1, 8}, counts(read("reduce_scatter", 8, 4, 1, -1)));
        assertArrayEquals(new long[] {32, 32}, counts(read("all_to_all", 8, 4, 1, -1)));
        assertArrayEquals(new long[] {8, 32}, counts(read("gather", 8, 4, 1, 1)));
        assertArrayEquals(new long[] {8, -1}, counts(read("gather", 8, 4, 1, 0)));
        assertArrayEquals(new long[] {32, 8}, counts(read("scatter", 8, 4, 1, 1)));
        assertArrayEquals(new long[] {-1, 8}, counts(read("recv", 8, 4, 1, -1)));
        assertArrayEquals(new long[] {-1, -1}, counts(read("all_to_all", 8, -1, -1, -1)));
    }

    private long[] buffers(String operation, int rank, int root) throws Throwable {
        RecordedCall call = read(operation, 8, 2, rank, root);
        return new long[] {call.buffer, call.outputBuffer};
    }

    @Test
    void leavesOutTheBuffersThatNcclIgnores() throws Throwable {
        for (String operation : List.of("broadcast", "scatter", "reduce", "gather", "all_reduce")) {
            assertArrayEquals(new long[] {0x1000, 0x2000}, buffers(operation, 1, 1), operation);
        }
        assertArrayEquals(new long[] {0, 0x2000}, buffers("broadcast", 0, 1));
        assertArrayEquals(new long[] {0, 0x2000}, buffers("scatter", 0, 1));
        assertArrayEquals(new long[] {0x1000, 0}, buffers("reduce", 0, 1));
        assertArrayEquals(new long[] {0x1000, 0}, buffers("gather", 0, 1));
        assertArrayEquals(new long[] {0x1000, 0x2000}, buffers("all_reduce", 0, -1));
    }

    @Test
    void keepsTheOnlyBufferOfABroadcastInPlace() throws Throwable {
        for (Object output : new Object[] {null, 0x1000L}) {
            RecordedCall call = read("broadcast", 8, 2, 0, 1, output);
            assertArrayEquals(new long[] {0x1000, 0}, new long[] {call.buffer, call.outputBuffer});
        }
    }

    @Test
    void readsTypesAndReductions() throws Throwable {
        RecordedCall call = read("all_reduce", 1, 2, 0, -1);
        assertEquals(ElementType.BF16, call.type);
        assertEquals(Reduction.MIN, call.reduction);
        assertEquals(Reduction.NONE, read("broadcast", 1, 2, 0, 0).reduction);
    }

    @Test
    void saysWhatAResultMeans() {
        assertEquals(WorkState.SUCCEEDED, library.status(0));
        assertEquals(WorkState.RUNNING, library.status(7));
        assertEquals("5 (ncclInvalidUsage)", library.status(5).failure());
        assertEquals("99", library.status(99).failure());
    }

    @Test
    void readsNumbersAndRanks() throws Throwable {
        assertEquals(6, library.number(new int[] {6}));
        assertEquals(6, library.number(IntBuffer.wrap(new int[] {1, 6}, 1, 1)));
        assertArrayEquals(new int[] {2, 3}, library.ranks(new int[] {2, 3}));
    }
}
