package dev.rollcall.gpu;

/** What is done about a copy that arrives wrong. Immutable and thread-safe. */
public enum CorruptionPolicy {
    /** It is recorded, and told on stderr, some time later: nothing waits. */
    WARN,
    /** The copying method waits for the copy, and throws. */
    THROW,
    /** The copying method waits for the copy, and makes it again through the host's memory; throws where that arrives wrong, too. */
    REROUTE
}
