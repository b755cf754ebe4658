package dev.rollcall.gpu;

import dev.rollcall.trace.CopyPath;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The paths of copies between devices. Thread-safe. */
final class CopyPaths {
    private final Map<Pair, Boolean> accessible = new ConcurrentHashMap<>();
    private final Set<Pair> rerouted = ConcurrentHashMap.newKeySet();

    private record Pair(int source, int destination) {}

    /** Returns the path of a verified copy; {@code UNKNOWN} where CUDA may choose and does not say which. */
    CopyPath of(int source, int destination) throws DriverException {
        Pair pair = new Pair(source, destination);
        if (rerouted.contains(pair)) {
            return CopyPath.REROUTED;
        }
        if (!accessible.containsKey(pair)) {
            accessible.put(pair, Devices.canAccess(source, destination));
        }
        return unverified(source, destination);
    }

    /** Returns the path of a copy that is not verified, and therefore not rerouted. */
    CopyPath unverified(int source, int destination) {
        return accessible.getOrDefault(new Pair(source, destination), true) ? CopyPath.UNKNOWN : CopyPath.STAGED;
    }

    /** Reroutes all copies from one device to another from now on. */
    void reroute(int source, int destination) {
        rerouted.add(new Pair(source, destination));
    }
}
