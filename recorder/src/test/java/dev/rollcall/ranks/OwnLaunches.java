package dev.rollcall.ranks;

/** A program that only launches, through a library of its own that a catalogue file names. Nothing is launched. */
public final class OwnLaunches {
    private OwnLaunches() {}

    /** Launches twice. */
    public static void main(String[] args) {
        System.out.println("launched " + (launch(0) + launch(0)));
    }

    /** Launches a kernel. */
    static int launch(long stream) {
        return (int) stream;
    }
}
