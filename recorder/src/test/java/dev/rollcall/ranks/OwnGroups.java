package dev.rollcall.ranks;

/** A library with nested groups of calls, and communicators of some ranks. */
public final class OwnGroups {
    private OwnGroups() {}

    static void start() {}

    static void end(boolean well) {
        if (!well) {
            throw new IllegalStateException("refused");
        }
    }

    static OwnLibrary shrink(OwnLibrary whole, int[] excluded) {
        return OwnLibrary.group("rest", 0, 2);
    }

    /** Runs one rank. */
    public static void main(String[] args) {
        OwnLibrary world = OwnLibrary.group("everyone", 1, 4);
        float[] values = new float[4];
        start();
        world.sum(values, "SUM");
        start();
        world.share(values, 0);
        end(true);
        world.sum(values, "SUM");
        end(true);
        world.sum(values, "SUM");
        start();
        try {
            end(false);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        shrink(world, new int[] {0, 2}).sum(values, "MAX");
    }
}
