package dev.rollcall.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.rollcall.trace.ElementType;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.stream.IntStream;
import jcuda.driver.CUstream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares the kernel on a GPU with the same sum on the host. */
@RealGpu
class ResultKernelTest {
    private static final long SEED = 19;
    private static final int MEMORY = 48 << 20;
    private static final byte[] BYTES = new byte[MEMORY];

    private static ResultKernel kernel;
    private static TestMemory memory;

    @BeforeAll
    static void load() throws DriverException {
        TestMemory.use(0);
        kernel = new ResultKernel();
        new Random(SEED).nextBytes(BYTES);
        memory = new TestMemory(MEMORY);
        memory.write(BYTES);
    }

    @AfterAll
    static void unload() throws DriverException {
        memory.close();
    }

    private static void assertSameAsHost(ElementType type, int offset, int bytes) throws DriverException {
        SumPlaces.Place place = kernel.sum(new CUstream(), memory.address() + offset, bytes, NanLanes.of(type));
        assertNotNull(place);
        TestMemory.settle();
        ResultSum sum = ResultSum.of(type);
        sum.add(ByteBuffer.wrap(BYTES, offset, bytes).slice());
        assertEquals(sum.value(), place.sum(), type + ", " + bytes + " bytes from " + offset + " on, seed " + SEED);
        kernel.release(place);
    }

    static IntStream sizes() {
        return IntStream.rangeClosed(0, 25)
                .map(power -> 1 << power)
                .flatMap(size -> IntStream.of(Math.max(1, size - 1), size, size + 1, size + size / 3));
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void sumsAllSizes(int bytes) throws DriverException {
        assertSameAsHost(ElementType.U8, 0, bytes);
    }

    @Test
    void sumsFromAnyAddress() throws DriverException {
        for (int offset = 1; offset < 16; offset++) {
            assertSameAsHost(ElementType.U8, offset, 100_003);
        }
    }

    @ParameterizedTest
    @EnumSource(value = ElementType.class, mode = EnumSource.Mode.EXCLUDE, names = "UNKNOWN")
    void givesNansOfAllTypesTheSameBits(ElementType type) throws DriverException {
        assertSameAsHost(type, 16, 3 << 20);
    }
}
