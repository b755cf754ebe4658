package dev.rollcall.gpu;

/**
 * The arithmetic of the checksum, as docs/checksum.md defines it and native/checksum/sums.cuh has it for devices. All sums are
 * modulo 2<sup>64</sup>, so that their parts may be added in any order.
 */
final class ChecksumArithmetic {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final long LOW = 0xffffffffL;

    private ChecksumArithmetic() {}

    /**
     * Returns what units add to the sum of their block. It depends on their content and on where they are in the block.
     *
     * @param units low and high of each in turn
     * @param unit where in the block the one at {@code from} is
     */
    static long placed(long[] units, int from, int to, int unit) {
        long firsts = 0;
        long seconds = 0;
        for (int at = from; at < to; at++) {
            long low = units[2 * at];
            long high = units[2 * at + 1];
            int key = (unit + at - from) * 0x9E3779B1;
            key = (key ^ key >>> 15) * 0x85EBCA77;
            int turned = Integer.rotateLeft(key, 13) + 0xC2B2AE3D;
            firsts += (((int) low ^ key) & LOW) * (low >>> 32 ^ turned & LOW) + high;
            seconds += (((int) high ^ ~key) & LOW) * (high >>> 32 ^ ~turned & LOW) + low;
        }
        return firsts + GOLDEN * seconds;
    }

    /** Returns what pairs of words add to the bag, wherever they are. */
    static long unplaced(long[] pairs, int count) {
        long sum = 0;
        for (int at = 0; at < count; at++) {
            long low = pairs[at] & LOW;
            long high = pairs[at] >>> 32;
            sum += (low ^ 0xA511E9B3L) * (low + 0x63D83595L & LOW) + (high ^ 0xA511E9B3L) * (high + 0x63D83595L & LOW);
        }
        return sum;
    }

    /** Returns what a word, or the sum of a block, adds to a sum in which its place counts. */
    static long atPlace(long word, long place) {
        long value = word + GOLDEN * (place + 1);
        value = (value ^ value >>> 33) * 0xFF51AFD7ED558CCDL;
        value = (value ^ value >>> 33) * 0xC4CEB9FE1A85EC53L;
        return value ^ value >>> 33;
    }
}
