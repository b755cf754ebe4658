package dev.rollcall.agent;

/** Prints the agent's lines on stderr; nothing goes to stdout. */
final class AgentLog {
    private static final String PREFIX = "rollcall: ";

    private AgentLog() {}

    /** Prints one line. */
    static void print(String line) {
        System.err.println(PREFIX + line.replaceAll("\\s*\\R\\s*", " "));
    }
}
