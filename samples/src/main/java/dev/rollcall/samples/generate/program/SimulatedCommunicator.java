package dev.rollcall.samples.generate.program;

import java.util.Arrays;

/** A communicator of the generated job. Immutable and thread-safe, if the members are left alone. */
public final class SimulatedCommunicator {
    private final int number;
    private final String name;
    private final int[] members;

    /**
     * Makes a communicator.
     *
     * @param number the ordinal among the communicators of the job, from 0
     * @param members the members' global ranks, ascending
     */
    public SimulatedCommunicator(int number, String name, int[] members) {
        this.number = number;
        this.name = name;
        this.members = members;
    }

    /** Returns the ordinal among the communicators of the job, from 0. */
    public int number() {
        return number;
    }

    /** Returns the name, such as {@code tensor 3}; unique in the job. */
    public String name() {
        return name;
    }

    /** Returns the members' global ranks, ascending. Not to be changed. */
    public int[] members() {
        return members;
    }

    /** Returns the number of members. */
    public int size() {
        return members.length;
    }

    /** Returns the rank in this communicator of a global rank, from 0. */
    public int communicatorRank(int rank) {
        return Arrays.binarySearch(members, rank);
    }

    @Override
    public String toString() {
        return name;
    }
}
