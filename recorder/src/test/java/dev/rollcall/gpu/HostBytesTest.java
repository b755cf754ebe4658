package dev.rollcall.gpu;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Java buffers of every type, as the bytes that a device would see. */
class HostBytesTest {
    private static final int BYTES = 70_000;
    private static final byte[] CONTENT = new byte[BYTES];

    static {
        // These bytes include NaNs of every kind.
        new Random(20261121).nextBytes(CONTENT);
        for (int at = 0; at < BYTES; at += 64) {
            Arrays.fill(CONTENT, at, at + 8, (byte) 0xff);
            CONTENT[at + 3] = 0x7f;
        }
    }

    private static ByteBuffer direct(ByteOrder order) {
        return ByteBuffer.allocateDirect(BYTES).put(0, CONTENT).order(order);
    }

    static Stream<Arguments> buffers() {
        ByteBuffer heap = ByteBuffer.wrap(CONTENT.clone());
        ByteBuffer same = direct(ByteOrder.nativeOrder());
        ByteBuffer swapped = direct(ByteOrder.BIG_ENDIAN);
        short[] shorts = new short[BYTES / 2];
        char[] chars = new char[BYTES / 2];
        int[] ints = new int[BYTES / 4];
        float[] floats = new float[BYTES / 4];
        long[] longs = new long[BYTES / 8];
        double[] doubles = new double[BYTES / 8];
        direct(ByteOrder.nativeOrder()).asShortBuffer().get(shorts);
        direct(ByteOrder.nativeOrder()).asCharBuffer().get(chars);
        direct(ByteOrder.nativeOrder()).asIntBuffer().get(ints);
        direct(ByteOrder.nativeOrder()).asFloatBuffer().get(floats);
        direct(ByteOrder.nativeOrder()).asLongBuffer().get(longs);
        direct(ByteOrder.nativeOrder()).asDoubleBuffer().get(doubles);
        return Stream.of(
                        heap,
                        same,
                        swapped.asShortBuffer(),
                        swapped.asIntBuffer(),
                        same.asFloatBuffer(),
                        direct(ByteOrder.BIG_ENDIAN).asFloatBuffer(),
                        swapped.asLongBuffer(),
                        swapped.asDoubleBuffer(),
                        ShortBuffer.wrap(shorts),
                        CharBuffer.wrap(chars),
                        IntBuffer.wrap(ints),
                        FloatBuffer.wrap(floats),
                        LongBuffer.wrap(longs),
                        DoubleBuffer.wrap(doubles))
                .flatMap(buffer -> Stream.of(0, 8, 13).map(offset -> Arguments.of(buffer, offset)));
    }

    @ParameterizedTest
    @MethodSource("buffers")
    void readsTheMemory(Buffer buffer, int offset) {
        buffer.position(3).limit(10);
        HostBytes memory = new HostBytes(buffer, offset, null);
        assertEquals(BYTES - offset, memory.size());
        int length = 50_003;
        Checksum sum = HostChecksum.of(memory, TestChecksums.linear(length), 0, 0);
        Checksum expected = TestChecksums.of(Arrays.copyOfRange(CONTENT, offset, offset + length));
        assertEquals(expected.totals(), sum.totals());
        assertArrayEquals(expected.blocks(), sum.blocks());
        assertEquals(3, buffer.position());
        assertEquals(10, buffer.limit());
    }

    @ParameterizedTest
    @MethodSource("buffers")
    void writesOnlyTheGivenBytes(Buffer buffer, int offset) {
        byte[] before = bytes(buffer);
        byte[] given = new byte[1001];
        new Random(1).nextBytes(given);
        HostBytes memory = new HostBytes(buffer, offset, null);
        memory.write(30_001, ByteBuffer.wrap(given));
        byte[] after = bytes(buffer);
        byte[] expected = before.clone();
        System.arraycopy(given, 0, expected, offset + 30_001, given.length);
        assertArrayEquals(expected, after);
        memory.write(30_001, ByteBuffer.wrap(before, offset + 30_001, given.length));
    }

    @Test
    void allocatesNoDirectMemoryForArrays() {
        FloatBuffer array = FloatBuffer.wrap(new float[1000]);
        long before = direct();
        for (int i = 0; i < 1000; i++) {
            HostChecksum.of(new HostBytes(array, 0, null), TestChecksums.linear(4000), 0, 0);
        }
        assertTrue(direct() - before < 1 << 20, before + " bytes before, " + direct() + " after");
    }

    private static long direct() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }

    private static byte[] bytes(Buffer buffer) {
        HostBytes memory = new HostBytes(buffer, 0, null);
        byte[] bytes = new byte[BYTES];
        for (int at = 0; at < BYTES; at += 10_000) {
            memory.read(at, Math.min(10_000, BYTES - at)).get(bytes, at, Math.min(10_000, BYTES - at));
        }
        return bytes;
    }
}
