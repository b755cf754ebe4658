package dev.rollcall.samples.generate.program;

import java.util.Arrays;

/** A communicator of the generated job. Immutable and thread-safe, as long as nobody changes the members. */
public final class SimulatedGroup {
    private final int number;
    private final String name;
    private final int[] members;

    /**
     * Makes a group of some ranks, ascending.
     *
     * @param number which group of the job it is, in the order of their making, from 0
     */
    public SimulatedGroup(int number, String name, int[] members) {
        this.number = number;
        this.name = name;
        this.members = members;
    }

    /** Returns which group of the job it is, in the order of their making, from 0. */
    public int number() {
        return number;
    }

    /** Returns its name, such as {@code tensor 3}, which no other group of the job has. */
    public String name() {
        return name;
    }

    /** Returns its members by their ranks in the world, ascending. Not to be changed. */
    public int[] members() {
        return members;
    }

    /** Returns how many ranks it has. */
    public int size() {
        return members.length;
    }

    /** Returns the rank in this group of a member, from 0. */
    public int place(int rank) {
        return Arrays.binarySearch(members, rank);
    }

    @Override
    public String toString() {
        return name;
    }
}
