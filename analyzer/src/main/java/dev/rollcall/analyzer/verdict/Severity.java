package dev.rollcall.analyzer.verdict;

import java.util.Locale;

/** What a finding says of the ranks it names. */
public enum Severity {
    /** These ranks diverged: the root of the failure. */
    CULPRIT,
    /** True, and follows from something else. */
    CONSEQUENCE,
    /** Worth knowing; nobody is blamed. */
    NOTE;

    /** Returns the name that users see. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
