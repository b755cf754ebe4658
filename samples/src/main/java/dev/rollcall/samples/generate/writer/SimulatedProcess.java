package dev.rollcall.samples.generate.writer;

import java.util.Locale;

/**
 * Where the process of a rank runs: eight to a host.
 *
 * @param rank the rank
 */
public record SimulatedProcess(int rank) {
    /** The processes of a host. */
    public static final int PER_HOST = 8;

    private static final int FIRST_PID = 4000;

    /** Returns the ordinal of the host, from 0. */
    public int node() {
        return rank / PER_HOST;
    }

    /** Returns the name of the host. */
    public String host() {
        return host(node());
    }

    /** Returns the name of a host, by its ordinal. */
    public static String host(int node) {
        return String.format(Locale.ROOT, "node%04d", node);
    }

    /** Returns the ordinal among the processes of the host, from 0; the device has the same number. */
    public int localRank() {
        return rank % PER_HOST;
    }

    public int pid() {
        return FIRST_PID + rank;
    }
}
