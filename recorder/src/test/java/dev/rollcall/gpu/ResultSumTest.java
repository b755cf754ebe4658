package dev.rollcall.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.rollcall.trace.ElementType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResultSumTest {
    private static final long SEED = 3;

    private final Random random = new Random(SEED);

    private static long sum(ElementType type, byte[] bytes) {
        ResultSum sum = ResultSum.of(type);
        sum.add(ByteBuffer.wrap(bytes));
        assertEquals(bytes.length, sum.bytes());
        return sum.value();
    }

    private byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    /** The definition in docs/checksum.md, read literally. */
    private static long defined(byte[] bytes) {
        ByteBuffer padded = ByteBuffer.wrap(Arrays.copyOf(bytes, (bytes.length + 15) / 16 * 16))
                .order(ByteOrder.LITTLE_ENDIAN);
        long sum = 0;
        for (int place = 0; padded.hasRemaining(); place++) {
            long value = padded.getLong() + 0x9E3779B97F4A7C15L * (place + 1);
            value = (value ^ value >>> 33) * 0xFF51AFD7ED558CCDL;
            value = (value ^ value >>> 33) * 0xC4CEB9FE1A85EC53L;
            sum += value ^ value >>> 33;
        }
        return sum;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 8, 9, 15, 16, 17, 100, 4096, 100_003})
    void isAsDefined(int count) {
        byte[] bytes = bytes(count);
        assertEquals(defined(bytes), sum(ElementType.U8, bytes), "seed " + SEED);
    }

    @Test
    void dependsOnTheElementsAndNotOnTheBuffersThatHoldThem() {
        byte[] bytes = bytes(1000);
        ResultSum parts = ResultSum.of(ElementType.I8);
        for (int from = 0; from < bytes.length; ) {
            int count = Math.min(bytes.length - from, random.nextInt(40));
            parts.add(ByteBuffer.wrap(bytes, from, count).slice());
            from += count;
        }
        assertEquals(sum(ElementType.I8, bytes), parts.value(), "seed " + SEED);
        assertEquals(bytes.length, parts.bytes());
    }

    @ParameterizedTest
    @EnumSource(value = ElementType.class, mode = EnumSource.Mode.EXCLUDE, names = "UNKNOWN")
    void seesEveryBitOfANumber(ElementType type) {
        byte[] bytes = new byte[64];
        long before = sum(type, bytes);
        for (int bit = 0; bit < 8 * bytes.length; bit++) {
            bytes[bit / 8] ^= (byte) (1 << bit % 8);
            assertNotEquals(before, sum(type, bytes), type + " bit " + bit);
            bytes[bit / 8] ^= (byte) (1 << bit % 8);
        }
    }

    @Test
    void seesTwoElementsThatChangedPlaces() {
        byte[] bytes = bytes(256);
        byte[] swapped = bytes.clone();
        System.arraycopy(bytes, 16, swapped, 48, 8);
        System.arraycopy(bytes, 48, swapped, 16, 8);
        assertNotEquals(sum(ElementType.F64, bytes), sum(ElementType.F64, swapped), "seed " + SEED);
    }

    private record Format(ElementType type, int bits, long infinity, boolean hasInfinity) {}

    static Stream<Format> formats() {
        return Stream.of(
                new Format(ElementType.F8_E5M2, 8, 0x7C, true),
                new Format(ElementType.F8_E4M3, 8, 0x7E, false),
                new Format(ElementType.F16, 16, 0x7C00, true),
                new Format(ElementType.BF16, 16, 0x7F80, true),
                new Format(ElementType.F32, 32, 0x7F80_0000L, true),
                new Format(ElementType.F64, 64, 0x7FF0_0000_0000_0000L, true));
    }

    /** Of each element of a word that is a NaN all bits but the sign are set; other elements stay. */
    @ParameterizedTest
    @MethodSource("formats")
    void givesAllNansTheSameBits(Format format) {
        NanLanes lanes = NanLanes.of(format.type);
        long mask = -1L >>> 64 - format.bits;
        long largest = mask >>> 1;
        for (int round = 0; round < 100_000; round++) {
            long word = random.nextLong() | (random.nextBoolean() ? random.nextLong() : 0);
            long expected = 0;
            for (int shift = 0; shift < 64; shift += format.bits) {
                long element = word >>> shift & mask;
                boolean nan = (element & largest) > format.infinity;
                expected |= (nan ? largest : element) << shift;
            }
            assertEquals(expected, lanes.canonical(word), () -> Long.toHexString(word) + ", seed " + SEED);
        }
    }

    @Test
    void agreesWithJavaOnWhatANanIs() {
        NanLanes floats = NanLanes.of(ElementType.F32);
        NanLanes doubles = NanLanes.of(ElementType.F64);
        for (int round = 0; round < 100_000; round++) {
            int bits = random.nextInt() | (round % 2 == 0 ? 0x7F80_0000 : 0);
            boolean nan = Float.isNaN(Float.intBitsToFloat(bits));
            assertEquals(nan ? 0x7FFF_FFFFL : bits & 0xFFFF_FFFFL, floats.canonical(bits & 0xFFFF_FFFFL));
            long wide = random.nextLong() | (round % 2 == 0 ? 0x7FF0_0000_0000_0000L : 0);
            assertEquals(Double.isNaN(Double.longBitsToDouble(wide)) ? Long.MAX_VALUE : wide, doubles.canonical(wide));
        }
    }

    @Test
    void ignoresThePayloadOfANanAndNotTheSignOfZero() {
        byte[] quiet = {0, 0, (byte) 0xC0, 0x7F, 0, 0, 0, 0};
        byte[] other = {1, 0, (byte) 0x80, (byte) 0xFF, 0, 0, 0, 0};
        assertEquals(sum(ElementType.F32, quiet), sum(ElementType.F32, other));
        assertNotEquals(sum(ElementType.I32, quiet), sum(ElementType.I32, other));
        assertEquals(sum(ElementType.COMPLEX64, quiet), sum(ElementType.COMPLEX64, other));
        byte[] negativeZero = {0, 0, 0, (byte) 0x80};
        assertNotEquals(sum(ElementType.F32, new byte[4]), sum(ElementType.F32, negativeZero));
    }

    @Test
    void doesNotSumElementsOfUnknownTypes() {
        assertNull(ResultSum.of(ElementType.UNKNOWN));
    }
}
