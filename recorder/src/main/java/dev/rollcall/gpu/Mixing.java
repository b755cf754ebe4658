package dev.rollcall.gpu;

/**
 * The arithmetic of the checksum, the same as in native/checksum/checksum.cu; docs/checksum.md says why it is as it is. All
 * sums are modulo 2<sup>64</sup>, so that their parts may come in any order.
 */
final class Mixing {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final long LOW = 0xffffffffL;

    private Mixing() {}

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

    /** Returns what the sum of a block adds to the total. */
    static long ofBlock(long sum, int block) {
        long value = sum + GOLDEN * (block + 1L);
        value = (value ^ value >>> 33) * 0xFF51AFD7ED558CCDL;
        value = (value ^ value >>> 33) * 0xC4CEB9FE1A85EC53L;
        return value ^ value >>> 33;
    }

    private static long word(int word) {
        return product(word ^ 0xA511E9B3, word + 0x63D83595);
    }

    private static long product(int one, int other) {
        return (one & LOW) * (other & LOW);
    }
}
