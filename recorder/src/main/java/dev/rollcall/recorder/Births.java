package dev.rollcall.recorder;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Gives communicators their identities and names, and knows them all. An identity is made of what all ranks know alike:
 * where they meet, how many they are, and how often that was so before. Thread-safe.
 */
final class Births {
    static final String WORLD = "world";

    private static final String GROUP = "group";

    private final Map<String, Integer> identities = new HashMap<>();
    private final Map<String, Integer> names = new HashMap<>();
    private final List<Communicator> all = new ArrayList<>();
    private final int world;

    /** Makes an empty register; the world's size is -1 where it is unknown. */
    Births(int world) {
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
        String base = library + ":" + place + " size " + size;
        int ordinal = identities.merge(base + " rank " + rank, 1, Integer::sum);
        return base + " #" + ordinal;
    }

    /**
     * Returns a name for a new communicator, and counts it: the first one without a label of the world's size is the world.
     *
     * @param identity its identity; where that is empty and the world's size unknown, it may be any group
     * @param label what the application calls it, empty where it does not
     */
    synchronized String name(String identity, String label, int rank, int size) {
        String ofRank = " of rank " + rank;
        boolean maybeWorld = world < 0 ? !identity.isEmpty() : size == world;
        boolean isWorld = label.isEmpty() && maybeWorld && !names.containsKey(WORLD + ofRank);
        String base = isWorld ? WORLD : label.isEmpty() ? GROUP : label;
        int ordinal = names.merge(base + ofRank, 1, Integer::sum);
        return ordinal == 1 && !base.equals(GROUP) ? base : base + "#" + ordinal;
    }

    /** Remembers a communicator. */
    synchronized void add(Communicator communicator) {
        all.add(communicator);
    }

    /** Returns every communicator so far. */
    synchronized List<Communicator> all() {
        return List.copyOf(all);
    }
}
