package dev.rollcall.library;

import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What c10d's stores are named by, kept by native address because a {@code PrefixStore} does not tell its prefix. A store
 * that is made where another one was replaces it. Thread-safe.
 */
final class C10dStores {
    private final Map<Long, StoreIdentity> names = new ConcurrentHashMap<>();

    /**
     * Remembers a store.
     *
     * @param port the port of a {@code TCPStore}
     * @param below the address of the store that a {@code PrefixStore} stands on
     */
    void made(String kind, long address, String name, int port, long below) {
        names.put(
                address,
                switch (kind) {
                    case "file" -> new StoreIdentity("file:" + name, "");
                    case "tcp" -> tcp(name, port);
                    case "prefix" -> prefixed(at(below), name);
                    default -> new StoreIdentity(kind + ":" + name, "");
                });
    }

    /** Returns the name of the store at an address. */
    StoreIdentity at(long address) {
        return names.getOrDefault(address, StoreIdentity.UNKNOWN);
    }

    /** Returns the name of a {@code TCPStore} at a host and a port. */
    static StoreIdentity tcp(String host, int port) {
        return new StoreIdentity("tcp:" + host(host) + ":" + port, "");
    }

    private static StoreIdentity prefixed(StoreIdentity below, String prefix) {
        // A prefix on an unknown store does not tell which ranks meet there: two jobs, or two groups, may use the same
        // one.
        return new StoreIdentity(below.known() ? below.identity() + "/" + prefix : "", prefix);
    }

    /**
     * Returns a host under the name that every rank knows it by: a loopback name means this machine, which other machines
     * call by its own name, with its domain or without.
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
