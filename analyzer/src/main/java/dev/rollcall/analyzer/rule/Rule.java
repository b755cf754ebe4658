package dev.rollcall.analyzer.rule;

import dev.rollcall.analyzer.verdict.Cause;

/** One cause: when it applies, whom it names, what it says. Stateless, so safe for use by several threads. */
public interface Rule {

    /** Returns the cause that this rule looks for. */
    Cause cause();

    /** Returns what it needs to look at, in a few words, for whoever asks why it did not apply. */
    String evidence();

    /** Looks at a job. */
    Answer examine(Situation situation);
}
