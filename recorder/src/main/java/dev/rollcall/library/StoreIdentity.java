package dev.rollcall.library;

/**
 * Where the ranks of a communicator meet. Immutable and thread-safe.
 *
 * @param identity equal on all ranks that meet there, and on no others; empty where it is unknown
 * @param prefix the name that was put before its keys last, empty without one
 */
public record StoreIdentity(String identity, String prefix) {
    /** A store that was made before the agent, or by a way that is not in the catalogue. */
    public static final StoreIdentity UNKNOWN = new StoreIdentity("", "");

    /** Returns whether it is known where the ranks meet. */
    public boolean known() {
        return !identity.isEmpty();
    }
}
