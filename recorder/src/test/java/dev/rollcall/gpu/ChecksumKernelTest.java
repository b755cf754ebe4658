package dev.rollcall.gpu;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.gpu.SideChecksums.Pass;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.stream.IntStream;
import jcuda.driver.CUstream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The kernel, on a GPU, against the same sums on the host. */
@RealGpu
class ChecksumKernelTest {
    private static final long SEED = 17;
    private static final int MEMORY = 48 << 20;
    private static final byte[] BYTES = new byte[MEMORY];

    private static GpuContext context;
    private static TestMemory memory;

    @BeforeAll
    static void load() throws DriverException {
        context = new GpuContext(TestMemory.use(0), 0);
        new Random(SEED).nextBytes(BYTES);
        memory = new TestMemory(MEMORY);
        memory.write(BYTES);
    }

    @AfterAll
    static void unload() throws DriverException {
        memory.close();
        context.kernel().unload();
    }

    private static Checksum onHost(int offset, CopyShape shape, long rowPitch, long planePitch) {
        return TestChecksums.of(ByteBuffer.wrap(BYTES, offset, MEMORY - offset).slice(), shape, rowPitch, planePitch);
    }

    private static Checksum onDevice(ChecksumBuffer room, int area, CopyShape shape) throws DriverException {
        room.fetch(new CUstream());
        TestMemory.settle();
        assertTrue(room.fetched());
        Checksum sum = room.read(area, shape, context.free());
        assertEquals(room.totalsOf(area, shape), sum.totals());
        return sum;
    }

    private static void assertSame(Checksum expected, Checksum sum) {
        assertEquals(expected.totals(), sum.totals(), "seed " + SEED);
        assertArrayEquals(expected.blocks(), sum.blocks());
    }

    private static void assertSumsAsTheHost(int offset, CopyShape shape, long rowPitch, long planePitch)
            throws DriverException {
        CopyRegion region = new CopyRegion(memory.address() + offset, rowPitch, planePitch);
        ChecksumBuffer room = context.room(shape);
        for (Pass pass : new Pass[] {Pass.WHOLE, Pass.BESIDE}) {
            room.task().set(region, shape, Integer.MAX_VALUE, room, 0);
            context.kernel().sum(new CUstream(), pass, room.task());
            assertSame(onHost(offset, shape, rowPitch, planePitch), onDevice(room, 0, shape));
            room.reuse();
        }
        context.release(room);
    }

    static IntStream sizes() {
        return IntStream.rangeClosed(0, 25)
                .map(power -> 1 << power)
                .flatMap(size -> IntStream.of(Math.max(1, size - 1), size, size + 1, size + size / 3));
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void sumsAsTheHostAtEverySizeAndOffset(int size) throws DriverException {
        for (int offset : new int[] {0, 1, 2, 3, 4, 8, 15, 16, 4097}) {
            assertSumsAsTheHost(offset, CopyShape.linear(size), size, size);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1, 100, 1, 64, 6400",
        "3, 7, 9, 5, 13, 117",
        "0, 16, 1000, 3, 48, 48000",
        "16, 4096, 100, 10, 8192, 1000000",
        "1, 4095, 100, 10, 4096, 409600",
        "5, 100001, 20, 3, 131072, 4000000",
        "0, 5, 50000, 1, 512, 25600000"
    })
    void sumsRowsWithAPitch(int offset, int rowBytes, int rows, int planes, long rowPitch, long planePitch)
            throws DriverException {
        assertSumsAsTheHost(offset, new CopyShape(rowBytes, rows, planes), rowPitch, planePitch);
    }

    @Test
    void sumsJustTheHeads() throws DriverException {
        CopyShape shape = CopyShape.linear(20_000_001);
        for (int offset : new int[] {0, 7}) {
            ChecksumBuffer room = context.room(shape);
            CopyRegion region = CopyRegion.linear(memory.address() + offset);
            room.task().set(region, shape, shape.head(), room, 1);
            context.kernel().sum(new CUstream(), Pass.HEADS, room.task());
            Checksum heads = onDevice(room, 1, shape);
            Checksum onHost = onHost(offset, shape, 0, 0);
            assertEquals(onHost.totals().first(), heads.totals().first());
            assertEquals(onHost.totals().last(), heads.totals().last());
            for (int block = 0; block < shape.blocks(); block++) {
                assertEquals(onHost.head(block), heads.head(block), "block " + block);
            }
            context.release(room);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 17, 4096, 100_003, 1 << 20})
    void sumsTwoRegionsInOneLaunch(int size) throws DriverException {
        CopyShape shape = CopyShape.linear(size);
        ChecksumBuffer one = context.room(shape);
        ChecksumBuffer other = context.room(shape);
        one.task().set(CopyRegion.linear(memory.address()), shape, Integer.MAX_VALUE, one, 2);
        one.task().setSecond(CopyRegion.linear(memory.address() + 5_000_001), shape, Integer.MAX_VALUE, other, 0);
        context.kernel().sumTwo(new CUstream(), one.task());
        assertSame(onHost(0, shape, 0, 0), onDevice(one, 2, shape));
        assertSame(onHost(5_000_001, shape, 0, 0), onDevice(other, 0, shape));
        context.release(one);
        context.release(other);
    }
}
