package dev.rollcall.gpu;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

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

/** The kernel, on a GPU, against the same sums on the host. */
@RealGpu
class ChecksumKernelTest {
    private static final long SEED = 17;
    private static final int MEMORY = 48 << 20;
    private static final byte[] BYTES = new byte[MEMORY];

    private static ChecksumKernel kernel;
    private static DeviceMemory memory;
    private static DeviceMemory blocks;
    private static DeviceMemory totals;

    @BeforeAll
    static void load() throws DriverException {
        DeviceMemory.use(0);
        kernel = new ChecksumKernel();
        new Random(SEED).nextBytes(BYTES);
        memory = new DeviceMemory(MEMORY);
        memory.write(BYTES);
        blocks = new DeviceMemory(1 << 20);
        totals = new DeviceMemory(Totals.BYTES);
    }

    @AfterAll
    static void unload() throws DriverException {
        for (DeviceMemory each : new DeviceMemory[] {memory, blocks, totals}) {
            each.close();
        }
        kernel.unload();
    }

    private static void assertSumsAsTheHost(int offset, CopyShape shape, long rowPitch, long planePitch)
            throws DriverException {
        totals.clear(Totals.BYTES);
        DeviceRegion region = new DeviceRegion(memory.address() + offset, rowPitch, planePitch);
        kernel.sum(new CUstream(), region, shape, blocks.pointer(), totals.pointer());
        DeviceMemory.settle();

        Checksum onHost =
                HostChecksum.of(ByteBuffer.wrap(BYTES, offset, MEMORY - offset).slice(), shape, rowPitch, planePitch);
        Totals onDevice = Totals.read(totals.read(Totals.BYTES), 0);
        assertEquals(onHost.totals(), onDevice, "seed " + SEED);
        assertArrayEquals(
                onHost.blocks(),
                Checksum.read(onDevice, blocks.read(16 * shape.blocks()), shape.blocks())
                        .blocks());
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
            totals.clear(Totals.BYTES);
            DeviceRegion region = DeviceRegion.linear(memory.address() + offset);
            kernel.sumHeads(new CUstream(), region, shape, blocks.pointer(), totals.pointer());
            DeviceMemory.settle();

            Checksum onHost =
                    HostChecksum.of(ByteBuffer.wrap(BYTES, offset, 20_000_001).slice());
            Totals onDevice = Totals.read(totals.read(Totals.BYTES), 0);
            Checksum heads = Checksum.read(onDevice, blocks.read(16 * shape.blocks()), shape.blocks());
            assertEquals(onHost.totals().first(), onDevice.first());
            assertEquals(onHost.totals().last(), onDevice.last());
            for (int block = 0; block < shape.blocks(); block++) {
                assertEquals(onHost.head(block), heads.head(block), "block " + block);
            }
        }
    }
}
