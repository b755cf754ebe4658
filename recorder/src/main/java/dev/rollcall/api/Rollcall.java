package dev.rollcall.api;

/**
 * What an application can tell Rollcall about itself. Without the agent, the methods do nothing. Thread-safe.
 *
 * <p>This class is alone in {@code rollcall-api.jar}, which depends on nothing.
 */
public final class Rollcall {
    private Rollcall() {}

    /**
     * Marks that the current thread begins a step, such as an iteration of training. Its calls belong to the step until the next
     * mark.
     *
     * @param number the number of the step, the same on all ranks; any number, in any order
     */
    public static void step(long number) {
        // The agent replaces the body.
    }
}
