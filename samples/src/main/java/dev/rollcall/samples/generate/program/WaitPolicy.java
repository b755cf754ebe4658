package dev.rollcall.samples.generate.program;

import java.util.Locale;

/** When a rank waits for the calls that it made. */
public enum WaitPolicy {
    /** It waits for each call before it goes on, but for gradients, which it waits for after its backward pass. */
    CALLS,
    /** It goes on, and waits for all calls of a step at its end; only for what it receives it waits at once. */
    STEPS;

    /** Returns the name that users type. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
