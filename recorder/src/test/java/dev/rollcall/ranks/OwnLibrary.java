package dev.rollcall.ranks;

/** A collective library of the user's own, as a catalogue file may describe one. */
public final class OwnLibrary {
    private final String name;

    OwnLibrary(String name) {
        this.name = name;
    }

    /** Creates a group. */
    static OwnLibrary group(String name, int rank, int size) {
        return new OwnLibrary(name);
    }

    /** Sums values over all ranks, in place. */
    double sum(float[] values, String reduction) {
        return share(values, 0) + reduction.length();
    }

    /** Sends the root's values to all ranks. */
    synchronized long share(float[] values, int root) {
        if (root > values.length) {
            throw new IllegalArgumentException(name + " has no root " + root);
        }
        return values.length;
    }

    /** Sends values to one rank; returns the work. */
    static Object send(OwnLibrary group, int count, int peer, long tag) {
        return new int[] {count, peer};
    }

    /** Waits for a send. */
    static void await(Object request) {
        if (request == null) {
            throw new IllegalArgumentException("nothing to wait for");
        }
    }
}
