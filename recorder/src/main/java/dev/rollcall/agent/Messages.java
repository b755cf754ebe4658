package dev.rollcall.agent;

/** The agent's own lines on stderr; nothing goes to stdout. */
final class Messages {
    private static final String PREFIX = "rollcall: ";

    private Messages() {}

    /** Prints one line. */
    static void tell(String line) {
        System.err.println(PREFIX + line.replaceAll("\\s*\\R\\s*", " "));
    }
}
