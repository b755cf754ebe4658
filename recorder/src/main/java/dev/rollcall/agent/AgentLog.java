package dev.rollcall.agent;

/** The agent's own lines on stderr; nothing goes to stdout. */
final class AgentLog {
    private static final String PREFIX = "rollcall: ";

    private AgentLog() {}

    /** Prints one line. */
    static void tell(String line) {
        System.err.println(PREFIX + line.replaceAll("\\s*\\R\\s*", " "));
    }
}
