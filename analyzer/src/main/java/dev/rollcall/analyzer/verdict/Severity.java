package dev.rollcall.analyzer.verdict;

import java.util.Locale;

/** What a finding says about the ranks that it names. */
public enum Severity {
    /** They diverged: the root of the failure. */
    CULPRIT,
    /** Where to look first: the evidence points at them and does not prove that they diverged. */
    SUSPECT,
    /** Their failure follows from another one. */
    CONSEQUENCE,
    /** Worth knowing; they are not to blame. */
    NOTE;

    /** Returns the name that users see. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
