package dev.rollcall.library;

import dev.rollcall.trace.HostName;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The identities of c10d's stores by native address, kept here because a {@code PrefixStore} does not expose its prefix. A
 * new store at the address of a freed one replaces it. Thread-safe.
 */
final class C10dStores {
    private final Map<Long, StoreIdentity> identities = new ConcurrentHashMap<>();

    /**
     * Remembers a store.
     *
     * @param port the port of a {@code TCPStore}
     * @param below the address of the store that a {@code PrefixStore} wraps
     */
    void made(String kind, long address, String name, int port, long below) {
        identities.put(
                address,
                switch (kind) {
                    case "file" -> new StoreIdentity("file:" + name, "");
                    case "tcp" -> tcp(name, port);
                    case "prefix" -> prefixed(at(below), name);
                    default -> new StoreIdentity(kind + ":" + name, "");
                });
    }

    /** Returns the identity of the store at an address. */
    StoreIdentity at(long address) {
        return identities.getOrDefault(address, StoreIdentity.UNKNOWN);
    }

    /** Returns the identity of a {@code TCPStore} at a host and a port. */
    static StoreIdentity tcp(String host, int port) {
        return new StoreIdentity("tcp:" + host(host) + ":" + port, "");
    }

    private static StoreIdentity prefixed(StoreIdentity below, String prefix) {
        // A prefix of an unknown store identifies nothing: two jobs, or two groups, may use the same one.
        return new StoreIdentity(below.known() ? below.identity() + "/" + prefix : "", prefix);
    }

    /**
     * Returns a host's name as every rank knows it. A loopback name becomes this machine's own, and a domain is dropped,
     * because some ranks use it and others do not.
     */
    private static String host(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        boolean loopback = lower.equals("localhost") || lower.startsWith("127.") || lower.equals("::1");
        return withoutDomain(loopback ? HostName.get().toLowerCase(Locale.ROOT) : lower);
    }

    private static String withoutDomain(String host) {
        boolean address = host.indexOf(':') >= 0 || host.chars().allMatch(c -> c == '.' || Character.isDigit(c));
        int dot = host.indexOf('.');
        return address || dot <= 0 ? host : host.substring(0, dot);
    }
}
