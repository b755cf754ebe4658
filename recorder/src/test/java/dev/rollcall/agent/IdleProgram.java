package dev.rollcall.agent;

/** Does nothing, so that its run is the start of the JVM and of what is attached to it. */
public final class IdleProgram {
    private IdleProgram() {}

    /** Returns at once. */
    public static void main(String[] arguments) {}
}
