package dev.rollcall.analyzer.model;

/**
 * A file that shows something of a rank.
 *
 * @param kind the noun for such a file, such as {@code dump}; empty where unknown
 * @param file its name
 */
public record RankSource(String kind, String file) {
    /** The kind of a dump of PyTorch's flight recorder, which holds calls with their lines. */
    public static final String DUMP = "dump";
    /** The kind of what a PyTorch job wrote to its console. */
    public static final String CONSOLE = "console";
    /** The kind of the stacks of a running process. */
    public static final String STACKS = "stacks";
}
