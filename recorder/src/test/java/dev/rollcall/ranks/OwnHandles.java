package dev.rollcall.ranks;

/** Calls a library whose communicators and works are numbers, and whose objects throw from toString. */
public final class OwnHandles {
    private static final long BEYOND_THE_BOXED_CACHE = 1L << 40;

    private OwnHandles() {}

    /** Names a group, but throws when it is printed. */
    private static final class Nameless {
        @Override
        public String toString() {
            throw new IllegalStateException("no name");
        }
    }

    /** Fails with a message that throws. */
    private static final class Speechless extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            throw new IllegalStateException("no message");
        }
    }

    static long open(Object name, int rank, int size) {
        return BEYOND_THE_BOXED_CACHE + size;
    }

    static void sum(long group, float[] values, Object reduction) {
        if (values == null) {
            throw new Speechless();
        }
    }

    static long post(long group, float[] values) {
        return BEYOND_THE_BOXED_CACHE + values.length;
    }

    static void await(long request) {}

    /** Runs one rank. */
    public static void main(String[] args) {
        long group = open(new Nameless(), 0, 1);
        sum(group, new float[3], "SUM");
        sum(group, new float[4], new Nameless());
        try {
            sum(group, null, "SUM");
        } catch (Speechless e) {
            System.out.println("failed");
        }
        await(post(group, new float[5]));
    }
}
