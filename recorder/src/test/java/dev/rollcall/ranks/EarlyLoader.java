package dev.rollcall.ranks;

/** An agent that loads a class before another agent can instrument it. */
public final class EarlyLoader {
    private EarlyLoader() {}

    /** Loads the class. */
    public static void premain(String options) throws ClassNotFoundException {
        Class.forName("dev.rollcall.ranks.OwnLibrary");
    }
}
