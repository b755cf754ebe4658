package dev.rollcall.analyzer.cli;

import java.util.Locale;

/** What a command prints. */
enum OutputFormat {
    TEXT,
    JSON,
    /** Static Analysis Results Interchange Format 2.1.0. */
    SARIF;

    /** Returns the name of the format as the value of {@code --format}. */
    String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
