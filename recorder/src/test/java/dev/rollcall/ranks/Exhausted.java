package dev.rollcall.ranks;

import java.util.ArrayList;
import java.util.List;

/** Calls its library with the stack or heap exhausted, and ten times more with room left. */
public final class Exhausted {
    private static final int TURNS = 20;
    private static final int SETTLING = 20;
    private static final int AFTER = 10;
    private static final int DEPTHS = 64;
    private static final int LARGE = 1 << 16;
    private static final int SMALL = 64;

    private static final float[] VALUES = new float[4];

    private static long returned;
    private static long threw;

    private Exhausted() {}

    /** Runs the rank; prints how many calls returned and how many threw. */
    public static void main(String[] args) throws InterruptedException {
        OwnLibrary world = OwnLibrary.group("everyone", 0, 1);
        if (args[0].equals("stack")) {
            for (int turn = 0; turn < TURNS; turn++) {
                try {
                    dive(world, turn);
                } catch (StackOverflowError e) {
                    threw++;
                }
            }
        } else {
            List<byte[]> hoard = hoard();
            for (int depth = 0; depth < DEPTHS; depth++) {
                at(world, depth);
            }
            Thread.sleep(600);
            if (hoard.isEmpty()) {
                throw new IllegalStateException("nothing was hoarded");
            }
            hoard.clear();
        }
        // On a slow machine the agent may miss the first of these while it still numbers earlier ones.
        for (int i = 0; i < SETTLING; i++) {
            call(world);
        }
        for (int i = 0; i < AFTER; i++) {
            world.sum(VALUES, "SUM");
        }
        System.out.println("returned " + returned + " threw " + threw);
    }

    /** Makes a call at each depth until the stack is exhausted. */
    private static void dive(OwnLibrary world, int turn) {
        call(world);
        if (turn % 2 == 0) {
            dive(world, turn);
        } else {
            dive(world, turn, 1, 2, 3);
        }
    }

    /** Has frames of another size, so that the stack ends elsewhere. */
    private static void dive(OwnLibrary world, int turn, long more, long and, long yet) {
        call(world);
        dive(world, turn + (int) (more - and - yet + 4), more, and, yet);
    }

    private static void at(OwnLibrary world, int depth) {
        if (depth == 0) {
            call(world);
        } else {
            at(world, depth - 1);
        }
    }

    private static void call(OwnLibrary world) {
        try {
            world.share(VALUES, 0);
            returned++;
        } catch (StackOverflowError | OutOfMemoryError e) {
            threw++;
        }
    }

    private static List<byte[]> hoard() {
        List<byte[]> hoard = new ArrayList<>(1 << 20);
        for (int size = LARGE; size >= SMALL; size /= 2) {
            try {
                while (true) {
                    hoard.add(new byte[size]);
                }
            } catch (OutOfMemoryError e) {
                // Smaller ones may still find room.
            }
        }
        return hoard;
    }
}
