package dev.rollcall.recorder;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Gives communicators their identities and names, and knows all that have not gone. An identity is made of what all ranks know
 * alike: where they meet, how many they are, and how often that was so before. A making that failed on this rank alone does
 * not count: the next one like it goes on as the same communicator. Thread-safe.
 */
final class CommunicatorRegistry {
    static final String WORLD = "world";

    private static final String GROUP = "group";

    private final Map<String, Integer> identities = new HashMap<>();
    private final Map<String, Integer> names = new HashMap<>();
    private final Map<String, RecordedCommunicator> failed = new HashMap<>();
    private final Set<RecordedCommunicator> all = new LinkedHashSet<>();
    private final int world;
    private boolean any;

    /** Makes an empty register; the world's size is -1 where it is unknown. */
    CommunicatorRegistry(int world) {
        this.world = world;
    }

    /**
     * Returns the identity of a new communicator, and counts it for its rank: a process that holds several ranks makes each
     * communicator once for each of them.
     *
     * @param place where its ranks meet; null where that is unknown, and so is then the identity
     * @return the identity, empty where it is unknown
     */
    synchronized String identity(String library, String place, int rank, int size) {
        if (place == null) {
            // An ordinal alone would join groups of different ranks, and tell apart what one group did.
            return "";
        }
        int ordinal = identities.merge(base(library, place, size) + ofRank(rank), 1, Integer::sum);
        return base(library, place, size) + " #" + ordinal;
    }

    private static String base(String library, String place, int size) {
        return library + ":" + place + " size " + size;
    }

    private static String key(String library, CommunicatorSpec spec) {
        return base(library, spec.place(), spec.size()) + ofRank(spec.rank());
    }

    private static String ofRank(int rank) {
        return " of rank " + rank;
    }

    /** Remembers a communicator that is in the trace and was not made, so that the next attempt goes on with it. */
    synchronized void failed(String library, RecordedCommunicator communicator) {
        CommunicatorSpec spec = communicator.spec();
        if (spec.place() != null) {
            failed.put(key(library, spec), communicator);
        }
    }

    /** Returns whether an earlier attempt at the same communicator is in the trace. */
    synchronized boolean continues(String library, CommunicatorSpec spec) {
        return spec.place() != null && failed.containsKey(key(library, spec));
    }

    /** Returns the communicator by which an earlier attempt is in the trace, once; null where none is. */
    synchronized RecordedCommunicator resume(String library, CommunicatorSpec spec) {
        return spec.place() == null ? null : failed.remove(key(library, spec));
    }

    /**
     * Returns a name for a new communicator, and counts it: the first one without a label of the world's size is the world.
     *
     * @param identity its identity; where that is empty and the world's size unknown, it may be any group
     * @param label what the application calls it, empty where it does not
     */
    synchronized String name(String identity, String label, int rank, int size) {
        String ofRank = ofRank(rank);
        boolean maybeWorld = world < 0 ? !identity.isEmpty() : size == world;
        boolean isWorld = label.isEmpty() && maybeWorld && !names.containsKey(WORLD + ofRank);
        String base = isWorld ? WORLD : label.isEmpty() ? GROUP : label;
        int ordinal = names.merge(base + ofRank, 1, Integer::sum);
        return ordinal == 1 && !base.equals(GROUP) ? base : base + "#" + ordinal;
    }

    /** Remembers a communicator. */
    synchronized void add(RecordedCommunicator communicator) {
        any = true;
        all.add(communicator);
    }

    /**
     * Forgets a communicator that has gone, unless something is pending on it or it is the only one: when that was used last
     * tells since when this process has called nothing.
     */
    synchronized void forget(RecordedCommunicator gone) {
        if (gone != null && !gone.busy() && all.size() > 1) {
            all.remove(gone);
        }
    }

    /** Returns whether there ever was a communicator. */
    synchronized boolean any() {
        return any;
    }

    /** Returns every communicator that has not gone, in the order of creation. */
    synchronized List<RecordedCommunicator> all() {
        return List.copyOf(all);
    }
}
