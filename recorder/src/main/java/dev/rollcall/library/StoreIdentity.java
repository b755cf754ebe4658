package dev.rollcall.library;

/**
 * What identifies a store, and so the communicators whose ranks find each other there. Immutable and thread-safe.
 *
 * @param identity equal on all ranks that use the store, different for other stores; empty where it is unknown
 * @param prefix the outermost prefix of the store's keys, empty without one
 * @param unique whether the ranks of no other communicator meet there
 */
public record StoreIdentity(String identity, String prefix, boolean unique) {
    /** A store that was made before the agent, or by a method that is not in the catalogue. */
    public static final StoreIdentity UNKNOWN = new StoreIdentity("", "");

    /** Makes the identity of a store at which several communicators may be created. */
    public StoreIdentity(String identity, String prefix) {
        this(identity, prefix, false);
    }

    /** Returns whether the identity is known. */
    public boolean known() {
        return !identity.isEmpty();
    }
}
