package dev.rollcall.library;

/**
 * Where the ranks of a communicator meet. Immutable and thread-safe.
 *
 * @param identity equal on all ranks that meet there, and on no others
 * @param prefix the name that was put before its keys last, empty without one
 */
public record StoreName(String identity, String prefix) {}
