package dev.rollcall.samples.generate.program;

import java.util.Locale;

/** When a rank waits for the calls that it made. */
public enum WaitPolicy {
    /** A rank waits for each call before it continues; for gradients it waits after the backward pass. */
    CALLS,
    /** A rank waits at the end of a step for all calls of the step; only for a receive it waits at once. */
    STEPS;

    /** Returns the value of the option {@code --awaits}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
