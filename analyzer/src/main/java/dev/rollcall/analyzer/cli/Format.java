package dev.rollcall.analyzer.cli;

/** What a command prints. */
enum Format {
    TEXT,
    JSON;

    /** Reads the value of {@code --format}. */
    static Format of(String name, String see) throws UsageException {
        return switch (name) {
            case "text" -> TEXT;
            case "json" -> JSON;
            default -> throw new UsageException("--format is text or json, not " + name + see);
        };
    }
}
