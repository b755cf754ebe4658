package dev.rollcall.ranks;

/** Has a library whose calls are recorded, loads its class, and makes none. */
public final class NoCalls {
    private NoCalls() {}

    /** Runs the program. */
    public static void main(String[] args) throws ClassNotFoundException {
        Class.forName(OwnLibrary.class.getName());
        System.out.println("no calls");
    }
}
