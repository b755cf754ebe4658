package dev.rollcall.ranks;

/** Calls a collective library of the user's own. */
public final class OwnCalls {
    private OwnCalls() {}

    /** Runs one rank. */
    public static void main(String[] args) {
        OwnLibrary world = OwnLibrary.group("everyone", 1, 3);
        float[] values = new float[12];
        world.sum(values, "SUM");
        world.share(values, 2);
        try {
            world.share(values, 99);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage() + " at " + e.getStackTrace()[0].getMethodName() + " "
                    + e.getStackTrace()[1].getMethodName());
        }
        OwnLibrary.await(OwnLibrary.send(world, 5, 0, 77));
    }
}
