package dev.rollcall.analyzer.cli;

import java.util.List;
import java.util.Locale;

/** What a command prints. */
enum OutputFormat {
    TEXT,
    JSON,
    /** Static Analysis Results Interchange Format 2.1.0. */
    SARIF;

    /**
     * Reads the value of {@code --format}; text where it was not given.
     *
     * @param most the last of the formats that the command has
     * @param see where to read more, for the message
     */
    static OutputFormat of(String name, OutputFormat most, String see) throws UsageException {
        if (name == null) {
            return TEXT;
        }
        List<OutputFormat> possible = List.of(values()).subList(0, most.ordinal() + 1);
        for (OutputFormat each : possible) {
            if (each.id().equals(name)) {
                return each;
            }
        }
        String all = most == JSON ? "text or json" : "text, json or sarif";
        throw new UsageException("--format is " + all + ", not " + name + see);
    }

    private String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
