package dev.rollcall.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.trace.CopyCheck;
import dev.rollcall.trace.CopyVerdict;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every verdict, from bytes of the host that are summed as a device sums its own. */
class CopyEvidenceTest {
    private static final long SEED = 4036;

    private final Random random = new Random(SEED);

    /** Every power of two from 4 bytes to 2 MiB, and sizes near it. */
    static IntStream sizes() {
        return IntStream.rangeClosed(2, 21)
                .flatMap(power -> IntStream.of((1 << power) - 1, 1 << power, (1 << power) + 1, (1 << power) * 5 / 4));
    }

    private byte[] random(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private static CopyCheck check(byte[] source, byte[] before, byte[] destination) {
        return check(source, source, before, destination);
    }

    private static CopyCheck check(byte[] source, byte[] sourceAgain, byte[] before, byte[] destination) {
        return new CopyEvidence(
                        TestChecksums.linear(source.length),
                        sum(source),
                        sum(source),
                        sum(sourceAgain),
                        sum(before),
                        sum(destination),
                        true,
                        true)
                .check();
    }

    private static Checksum sum(byte[] bytes) {
        return TestChecksums.of(bytes);
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void findsTheVerdict(int size) {
        byte[] source = random(size);
        byte[] before = random(size);

        assertEquals(CopyVerdict.INTACT, check(source, before, source.clone()).verdict());
        assertEquals(CopyVerdict.ZEROED, check(source, before, new byte[size]).verdict());
        assertEquals(CopyVerdict.STALE, check(source, before, before.clone()).verdict());
        assertEquals(
                CopyVerdict.PARTIAL, check(source, before, cut(source, before)).verdict());
        if (size >= 8) {
            assertEquals(
                    CopyVerdict.PERMUTED,
                    check(source, before, halvesSwapped(source)).verdict());
        }
        assertEquals(CopyVerdict.DAMAGED, check(source, before, flipped(source)).verdict(), "seed " + SEED);
    }

    private byte[] cut(byte[] source, byte[] before) {
        byte[] partial = before.clone();
        System.arraycopy(source, 0, partial, 0, 1 + random.nextInt(source.length - 1));
        return partial;
    }

    private static byte[] halvesSwapped(byte[] source) {
        int half = source.length / 8 * 4;
        byte[] swapped = source.clone();
        System.arraycopy(source, 0, swapped, half, half);
        System.arraycopy(source, half, swapped, 0, half);
        return swapped;
    }

    /** Returns a copy with one bit flipped in its first half: a wrong last byte alone could be one that never arrived. */
    private byte[] flipped(byte[] source) {
        byte[] flipped = source.clone();
        flipped[random.nextInt(source.length / 2)] ^= (byte) (1 << random.nextInt(8));
        return flipped;
    }

    @Test
    void findsThatTheSourceChanged() {
        byte[] source = random(100_000);
        byte[] written = flipped(source);
        assertEquals(
                CopyVerdict.SOURCE_CHANGED,
                check(source, written, random(100_000), written).verdict());
        assertEquals(
                CopyVerdict.INTACT,
                check(source, written, random(100_000), source.clone()).verdict());
    }

    @Test
    void findsThatTheSourceChangedBeforeItsSumDuringTheCopy() {
        byte[] old = random(1 << 20);
        byte[] written = random(1 << 20);
        CopyCheck check = new CopyEvidence(
                        TestChecksums.linear(1 << 20),
                        sum(written),
                        sum(old),
                        sum(written),
                        sum(random(1 << 20)),
                        sum(old),
                        true,
                        true)
                .check();
        assertEquals(CopyVerdict.SOURCE_CHANGED, check.verdict());
    }

    /** Returns the verdict where the sum of the source, or that of the destination's old content, may be late. */
    private static CopyVerdict late(byte[] source, byte[] before, byte[] destination, boolean sourceInTime) {
        return new CopyEvidence(
                        TestChecksums.linear(source.length),
                        sum(source),
                        sum(source),
                        sum(source),
                        sum(before),
                        sum(destination),
                        sourceInTime,
                        !sourceInTime)
                .check()
                .verdict();
    }

    @Test
    void doesNotBlameTheCopyForWhatALateSumOfTheSourceMayHaveSeen() {
        int size = 20 << 20;
        byte[] source = random(size);
        byte[] inABlocksMiddle = source.clone();
        inABlocksMiddle[40_000] ^= 1;
        assertEquals(CopyVerdict.SOURCE_CHANGED, late(source, random(size), inABlocksMiddle, false));
        assertEquals(
                CopyVerdict.DAMAGED,
                check(source, random(size), inABlocksMiddle).verdict());
        // A change in a head would show in the sum of the heads, which is never late.
        byte[] inAHead = source.clone();
        inAHead[65_536] ^= 1;
        assertEquals(CopyVerdict.DAMAGED, late(source, random(size), inAHead, false));
    }

    @Test
    void doesNotFindACopyStaleByLateHeads() {
        int size = 1 << 20;
        byte[] source = random(size);
        byte[] garbage = random(size);
        assertEquals(CopyVerdict.DAMAGED, late(source, garbage, garbage, true));
        assertEquals(CopyVerdict.ZEROED, late(source, new byte[size], new byte[size], true));
        assertEquals(CopyVerdict.STALE, check(source, garbage, garbage).verdict());
    }

    @Test
    void countsTheBadBlocksAndFindsTheFirst() {
        byte[] source = random(1 << 20);
        byte[] damaged = source.clone();
        damaged[5 * 4096 + 17] ^= 1;
        damaged[9 * 4096 + 4095] ^= 1;
        CopyCheck check = check(source, new byte[1 << 20], damaged);
        assertEquals(12, check.blockShift());
        assertEquals(5, check.firstBadBlock());
        assertEquals(2, check.badBlocks());
        assertTrue(check.sourceSum() != check.destinationSum());
    }

    @Test
    void findsZeroedAndStalePagesInTheMiddle() {
        byte[] source = random(1 << 20);
        byte[] before = random(1 << 20);
        byte[] zeroed = source.clone();
        Arrays.fill(zeroed, 1 << 16, 2 << 16, (byte) 0);
        assertEquals(CopyVerdict.ZEROED, check(source, before, zeroed).verdict());

        byte[] stale = source.clone();
        System.arraycopy(before, 1 << 16, stale, 1 << 16, 1 << 16);
        assertEquals(CopyVerdict.STALE, check(source, before, stale).verdict());
    }

    @Test
    void findsZerosIntactIfTheSourceIsZero() {
        assertEquals(
                CopyVerdict.INTACT,
                check(new byte[5000], random(5000), new byte[5000]).verdict());
    }
}
