package dev.rollcall.gpu;

import dev.rollcall.trace.CopyPath;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Which way copies between two devices take. Thread-safe. */
final class CopyPaths {
    private final Map<Pair, Boolean> reach = new ConcurrentHashMap<>();
    private final Set<Pair> rerouted = ConcurrentHashMap.newKeySet();

    private record Pair(int source, int destination) {}

    /** Returns the way; where either is possible, nobody can ask which. */
    CopyPath of(int source, int destination) throws DriverException {
        Pair pair = new Pair(source, destination);
        if (rerouted.contains(pair)) {
            return CopyPath.REROUTED;
        }
        if (!reach.containsKey(pair)) {
            reach.put(pair, Devices.reach(source, destination));
        }
        return unguarded(source, destination);
    }

    /** Returns the way of a copy that is not verified: nobody makes it go another, even if copies arrive wrong on this one. */
    CopyPath unguarded(int source, int destination) {
        return reach.getOrDefault(new Pair(source, destination), true) ? CopyPath.UNKNOWN : CopyPath.STAGED;
    }

    /** Has all copies from one device to another go through the host's memory from now on. */
    void reroute(int source, int destination) {
        rerouted.add(new Pair(source, destination));
    }
}
