package dev.rollcall.gpu;

/** What happens at a corrupt copy. */
public enum CorruptionPolicy {
    /** It is recorded, and printed on stderr, a little later: nothing waits. */
    WARN,
    /** The copying method waits for the copy, and throws. */
    THROW,
    /** The copying method waits for the copy, and repeats it through the host's memory; throws where that is corrupt, too. */
    REROUTE
}
