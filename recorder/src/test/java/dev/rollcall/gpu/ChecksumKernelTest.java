package dev.rollcall.gpu;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.gpu.ChecksumKernel.Pass;
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

/** Compares the kernel on a GPU with the same sums on the host. */
@RealGpu
class ChecksumKernelTest {
    private static final long SEED = 17;
    private static final int MEMORY = 48 << 20;
    private static final byte[] BYTES = new byte[MEMORY];

    private static GpuContext context;
    private static TestMemory memory;

    @BeforeAll
    static void load() throws DriverException {
        context = new GpuContext(TestMemory.use(0), 0).prepare();
        new Random(SEED).nextBytes(BYTES);
        memory = new TestMemory(MEMORY);
        memory.write(BYTES);
    }

    @AfterAll
    static void unload() throws DriverException {
        memory.close();
    }

    private static Checksum onHost(int offset, CopyShape shape, long rowPitch, long planePitch) {
        return TestChecksums.of(ByteBuffer.wrap(BYTES, offset, MEMORY - offset).slice(), shape, rowPitch, planePitch);
    }

    private static Checksum onDevice(ChecksumBuffer buffer, int area, CopyShape shape) throws DriverException {
        buffer.fetch(new CUstream());
        TestMemory.settle();
        assertTrue(buffer.fetched());
        Checksum sum = buffer.read(area, shape, context.independentStream());
        assertEquals(buffer.totals(area, shape), sum.totals());
        return sum;
    }

    private static void assertSame(Checksum expected, Checksum sum) {
        assertEquals(expected.totals(), sum.totals(), "seed " + SEED);
        assertArrayEquals(expected.blocks(), sum.blocks());
    }

    private static void assertSameAsHost(int offset, CopyShape shape, long rowPitch, long planePitch)
            throws DriverException {
        CopyRegion region = new CopyRegion(memory.address() + offset, rowPitch, planePitch);
        ChecksumBuffer buffer = context.buffer(shape);
        for (Pass pass : new Pass[] {Pass.WHOLE, Pass.BACKGROUND}) {
            context.kernel().sum(new CUstream(), pass, buffer.task(region, shape, Integer.MAX_VALUE, 0));
            assertSame(onHost(offset, shape, rowPitch, planePitch), onDevice(buffer, 0, shape));
            buffer.reuse();
        }
        context.release(buffer);
    }

    static IntStream sizes() {
        return IntStream.rangeClosed(0, 25)
                .map(power -> 1 << power)
                .flatMap(size -> IntStream.of(Math.max(1, size - 1), size, size + 1, size + size / 3));
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void sumsLikeTheHostAtEverySizeAndOffset(int size) throws DriverException {
        for (int offset : new int[] {0, 1, 2, 3, 4, 8, 15, 16, 4097}) {
            assertSameAsHost(offset, TestChecksums.linear(size), size, size);
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
        assertSameAsHost(offset, new CopyShape(rowBytes, rows, planes), rowPitch, planePitch);
    }

    @Test
    void sumsOnlyTheHeads() throws DriverException {
        CopyShape shape = TestChecksums.linear(20_000_001);
        for (int offset : new int[] {0, 7}) {
            ChecksumBuffer buffer = context.buffer(shape);
            CopyRegion region = new CopyRegion(memory.address() + offset, 0, 0);
            context.kernel().sum(new CUstream(), Pass.HEADS, buffer.task(region, shape, shape.head(), 1));
            Checksum heads = onDevice(buffer, 1, shape);
            Checksum onHost = onHost(offset, shape, 0, 0);
            assertEquals(onHost.totals().first(), heads.totals().first());
            assertEquals(onHost.totals().last(), heads.totals().last());
            for (int block = 0; block < shape.blocks(); block++) {
                assertEquals(onHost.head(block), heads.head(block), "block " + block);
            }
            context.release(buffer);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 17, 4096, 100_003, 1 << 20})
    void sumsTwoRegionsInOneLaunch(int size) throws DriverException {
        CopyShape shape = TestChecksums.linear(size);
        ChecksumBuffer one = context.buffer(shape);
        ChecksumBuffer other = context.buffer(shape);
        CopyRegion first = new CopyRegion(memory.address(), 0, 0);
        CopyRegion second = new CopyRegion(memory.address() + 5_000_001, 0, 0);
        ChecksumTask task = one.task(first, shape, Integer.MAX_VALUE, 2);
        task.setSecond(second, shape, Integer.MAX_VALUE, other.blocksAddress(0, shape), other.totalsAddress(0));
        context.kernel().sumTwo(new CUstream(), task);
        assertSame(onHost(0, shape, 0, 0), onDevice(one, 2, shape));
        assertSame(onHost(5_000_001, shape, 0, 0), onDevice(other, 0, shape));
        context.release(one);
        context.release(other);
    }
}
