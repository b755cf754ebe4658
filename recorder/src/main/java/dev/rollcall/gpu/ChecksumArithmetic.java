package dev.rollcall.gpu;

/**
 * The arithmetic of the checksum, the same as in native/checksum/checksum.cu; docs/checksum.md says why it is as it is. All
 * sums are modulo 2<sup>64</sup>, so that their parts may come in any order.
 */
final class ChecksumArithmetic {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final long LOW = 0xffffffffL;
    private static final long XOR = 0xA511E9B3L;
    private static final long PLUS = 0x63D83595L;

    private ChecksumArithmetic() {}

    /** Returns what a unit adds to the sum of its block, which depends on what it is and on where it is in the block. */
    static long placed(long low, long high, int unit) {
        int key = unit * 0x9E3779B1;
        key = (key ^ key >>> 15) * 0x85EBCA77;
        int turned = Integer.rotateLeft(key, 13) + 0xC2B2AE3D;
        long first = product((int) low ^ key, (int) (low >>> 32) ^ turned) + high;
        long second = product((int) high ^ ~key, (int) (high >>> 32) ^ ~turned) + low;
        return first + GOLDEN * second;
    }

    /** Returns what a unit adds to the bag: something of its four words, wherever these are. */
    static long unplaced(long low, long high) {
        return word((int) low) + word((int) (low >>> 32)) + word((int) high) + word((int) (high >>> 32));
    }

    /**
     * Returns what units add to the sum of their block, as the sum of what each does, in about half the time.
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

    /** Returns what pairs of words add to the bag, likewise. */
    static long unplaced(long[] pairs, int count) {
        long sum = 0;
        for (int at = 0; at < count; at++) {
            long low = pairs[at] & LOW;
            long high = pairs[at] >>> 32;
            sum += (low ^ XOR) * (low + PLUS & LOW) + (high ^ XOR) * (high + PLUS & LOW);
        }
        return sum;
    }

    /** Returns what the sum of a block adds to the total. */
    static long ofBlock(long sum, int block) {
        long value = sum + GOLDEN * (block + 1L);
        value = (value ^ value >>> 33) * 0xFF51AFD7ED558CCDL;
        value = (value ^ value >>> 33) * 0xC4CEB9FE1A85EC53L;
        return value ^ value >>> 33;
    }

    private static long word(int word) {
        return product(word ^ (int) XOR, word + (int) PLUS);
    }

    private static long product(int one, int other) {
        return (one & LOW) * (other & LOW);
    }
}
