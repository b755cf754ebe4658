package dev.rollcall.gpu;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostChecksumTest {
    private static final long SEED = 20261121;

    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new Random(SEED).nextBytes(bytes);
        return bytes;
    }

    private static Checksum sum(byte[] bytes) {
        return TestChecksums.of(bytes);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 7, 16, 17, 64, 255, 4096, 4097, 70_000})
    void detectsEverySingleBit(int length) {
        byte[] bytes = random(length);
        ChecksumTotals right = sum(bytes).totals();
        Random places = new Random(SEED);
        for (int times = 0; times < 64; times++) {
            int place = length <= 8 ? times % (8 * length) : places.nextInt(8 * length);
            bytes[place / 8] ^= (byte) (1 << place % 8);
            assertNotEquals(right.total(), sum(bytes).totals().total(), "bit " + place + ", seed " + SEED);
            assertNotEquals(right.bag(), sum(bytes).totals().bag(), "bit " + place + ", seed " + SEED);
            bytes[place / 8] ^= (byte) (1 << place % 8);
        }
        assertEquals(right, sum(bytes).totals());
    }

    @Test
    void detectsSwappedWordsAndKeepsTheBag() {
        byte[] bytes = random(1 << 15);
        ChecksumTotals right = sum(bytes).totals();
        for (int size = 4; size < bytes.length; size *= 2) {
            byte[] swapped = bytes.clone();
            System.arraycopy(bytes, 0, swapped, size, size);
            System.arraycopy(bytes, size, swapped, 0, size);
            assertNotEquals(right.total(), sum(swapped).totals().total(), "pieces of " + size);
            assertEquals(right.bag(), sum(swapped).totals().bag(), "pieces of " + size);
        }
    }

    @Test
    void distinguishesConstants() {
        byte[] zeros = new byte[8192];
        byte[] ones = new byte[8192];
        Arrays.fill(ones, (byte) 0xff);
        assertNotEquals(sum(zeros).totals().total(), sum(ones).totals().total());
        assertNotEquals(sum(zeros).totals().bag(), sum(ones).totals().bag());
        assertNotEquals(
                sum(zeros).totals().total(), sum(new byte[8192 - 16]).totals().total());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 16, 33, 100, 4096})
    void doesNotDependOnThePitch(int rowBytes) {
        CopyShape shape = new CopyShape(rowBytes, 7, 3);
        byte[] tight = random(rowBytes * 21);
        int rowPitch = rowBytes + 11;
        int planePitch = rowPitch * 9;
        byte[] wide = new byte[planePitch * 3];
        for (int row = 0; row < 21; row++) {
            System.arraycopy(tight, row * rowBytes, wide, row / 7 * planePitch + row % 7 * rowPitch, rowBytes);
        }
        Checksum one = TestChecksums.of(ByteBuffer.wrap(tight), shape, rowBytes, 7L * rowBytes);
        Checksum other = TestChecksums.of(ByteBuffer.wrap(wide), shape, rowPitch, planePitch);
        assertEquals(one.totals(), other.totals());
        assertArrayEquals(one.blocks(), other.blocks());
    }

    @Test
    void sumsTheHeadOfEachBlockSeparately() {
        byte[] bytes = random(3 << 20);
        Checksum right = sum(bytes);
        int block = 1 << blockShift(bytes);
        bytes[block + ChecksumUnit.BYTES * TestChecksums.linear(bytes.length).head()] ^= 1;
        Checksum behindTheHead = sum(bytes);
        assertEquals(right.head(1), behindTheHead.head(1));
        assertNotEquals(right.whole(1), behindTheHead.whole(1));
        assertEquals(right.whole(0), behindTheHead.whole(0));
        assertEquals(right.whole(2), behindTheHead.whole(2));

        bytes[block] ^= 1;
        assertNotEquals(right.head(1), sum(bytes).head(1));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 16, 100, 4096, 70_000, 20_000_001})
    void sumsOnlyTheHeads(int length) {
        byte[] bytes = random(length);
        HostBytes memory = new HostBytes(ByteBuffer.wrap(bytes), 0, null);
        assertSameHeads(sum(bytes), HostChecksum.heads(memory, TestChecksums.linear(length), 0, 0));
    }

    @Test
    void sumsOnlyTheHeadsOfRows() {
        CopyShape shape = new CopyShape(999, 1500, 3);
        byte[] bytes = random(1024 * 1500 * 3);
        Checksum whole = TestChecksums.of(ByteBuffer.wrap(bytes), shape, 1024, 1024 * 1500);
        HostBytes memory = new HostBytes(ByteBuffer.wrap(bytes), 0, null);
        assertSameHeads(whole, HostChecksum.heads(memory, shape, 1024, 1024 * 1500));
    }

    private static void assertSameHeads(Checksum whole, Checksum heads) {
        assertEquals(whole.totals().first(), heads.totals().first());
        assertEquals(whole.totals().last(), heads.totals().last());
        for (int block = 0; block < whole.count(); block++) {
            assertEquals(whole.head(block), heads.head(block), "block " + block);
        }
    }

    /** Compares with a direct transcription of docs/checksum.md. */
    @ParameterizedTest
    @ValueSource(ints = {16, 4096, 4096 + 16, 1 << 18})
    void followsTheDefinition(int length) {
        byte[] bytes = random(length);
        ByteBuffer memory = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        long[] blocks = new long[TestChecksums.linear(length).blocks()];
        long bag = 0;
        for (int at = 0; at < length; at += ChecksumUnit.BYTES) {
            blocks[at / 4096] += placed(memory.getLong(at), memory.getLong(at + 8), at % 4096 / ChecksumUnit.BYTES);
            for (int word = at; word < at + ChecksumUnit.BYTES; word += 4) {
                bag += product(memory.getInt(word) ^ 0xA511E9B3, memory.getInt(word) + 0x63D83595);
            }
        }
        long total = 0;
        for (int block = 0; block < blocks.length; block++) {
            total += ChecksumArithmetic.atPlace(blocks[block], block);
        }
        assertEquals(total, sum(bytes).totals().total());
        assertEquals(bag, sum(bytes).totals().bag());
    }

    private static long placed(long low, long high, int unit) {
        int key = unit * 0x9E3779B1;
        key = (key ^ key >>> 15) * 0x85EBCA77;
        int turned = Integer.rotateLeft(key, 13) + 0xC2B2AE3D;
        long first = product((int) low ^ key, (int) (low >>> 32) ^ turned) + high;
        long second = product((int) high ^ ~key, (int) (high >>> 32) ^ ~turned) + low;
        return first + 0x9E3779B97F4A7C15L * second;
    }

    private static long product(int one, int other) {
        return Integer.toUnsignedLong(one) * Integer.toUnsignedLong(other);
    }

    private static int blockShift(byte[] bytes) {
        return TestChecksums.linear(bytes.length).unitShift() + 4;
    }
}
