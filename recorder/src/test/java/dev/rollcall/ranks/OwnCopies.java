package dev.rollcall.ranks;

/** Copies between absent devices, through a library of the user's own. */
public final class OwnCopies {
    private OwnCopies() {}

    static int move(long to, int toDevice, long from, int fromDevice, long bytes, long stream) {
        return bytes > 100 ? 1 : again(to, from, bytes);
    }

    static int again(long to, long from, long bytes) {
        return 0;
    }

    static void fill(long to, float[] from) {
        if (from == null) {
            throw new IllegalArgumentException("nothing to copy");
        }
    }

    /** Runs one rank. */
    public static void main(String[] args) {
        int sum = move(0x7000, 1, 0x5000, 0, 64, 9) + move(0x7000, 1, 0x5000, 0, 128, 9);
        fill(0x7000, new float[3]);
        try {
            fill(0x7000, null);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage() + " " + sum);
        }
    }
}
