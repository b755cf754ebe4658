package dev.rollcall.recorder;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Gives communicators their identities and names, and lists those that still exist. An identity consists of what all ranks
 * know alike: the place of the rendezvous, the size, and the ordinal among communicators with both in common. A creation that
 * failed on this rank alone does not count: the next attempt continues the same communicator. Thread-safe.
 */
final class CommunicatorRegistry {
    private static final String GROUP = "group";

    private final Map<String, Integer> identities = new HashMap<>();
    private final Map<String, Integer> names = new HashMap<>();
    private final Map<String, RecordedCommunicator> unfinished = new HashMap<>();
    private final Set<RecordedCommunicator> all = new LinkedHashSet<>();
    private final int world;
    private boolean any;

    /** Makes an empty registry; the world size is -1 where it is unknown. */
    CommunicatorRegistry(int world) {
        this.world = world;
    }

    /**
     * Returns the identity of a new communicator, and counts it for its rank: a process with several ranks creates each
     * communicator once for each of them.
     *
     * @return the identity, empty where the place is unknown
     */
    synchronized String nextIdentity(String library, CommunicatorSpec spec) {
        String place = spec.place();
        int size = spec.size();
        if (spec.unique()) {
            return place.startsWith(library + ":") ? place : library + ":" + place;
        }
        if (place == null) {
            // Ranks that create different groups would count to the same ordinal, and those of one group to different
            // ones.
            return "";
        }
        int ordinal = identities.merge(base(library, place, size) + ofRank(spec.rank()), 1, Integer::sum);
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

    /**
     * Keeps a communicator whose creation has not succeeded yet, because it failed or only its rendezvous was recorded. The
     * next creation with the same spec resumes it.
     */
    synchronized void unfinished(String library, RecordedCommunicator communicator) {
        CommunicatorSpec spec = communicator.spec();
        if (spec.place() != null && !spec.unique()) {
            unfinished.put(key(library, spec), communicator);
        }
    }

    /** Returns whether an earlier attempt at the same communicator is in the trace. */
    synchronized boolean continues(String library, CommunicatorSpec spec) {
        return spec.place() != null && unfinished.containsKey(key(library, spec));
    }

    /** Returns the communicator of an earlier attempt, once; null where there is none. */
    synchronized RecordedCommunicator resume(String library, CommunicatorSpec spec) {
        return spec.place() == null ? null : unfinished.remove(key(library, spec));
    }

    /**
     * Returns a name for a new communicator, and counts it. The first one with the world size and without a label is the world.
     *
     * @param identity its identity; empty where unknown. Where the launcher gave no world size, only a communicator with an
     *     identity and without a parent can be the world
     */
    synchronized String nextName(String identity, CommunicatorSpec spec) {
        String label = spec.label();
        String ofRank = ofRank(spec.creator());
        boolean maybeWorld = world < 0 ? !identity.isEmpty() && spec.parent() == null : spec.size() == world;
        // A label need not be of a part of the ranks where a unique id says which ranks meet.
        boolean isWorld = (label.isEmpty() || spec.unique() && spec.parent() == null)
                && maybeWorld
                && !names.containsKey(RecordedCommunicator.WORLD + ofRank);
        String base = isWorld ? RecordedCommunicator.WORLD : label.isEmpty() ? GROUP : label;
        int ordinal = names.merge(base + ofRank, 1, Integer::sum);
        return ordinal == 1 && !base.equals(GROUP) ? base : base + "#" + ordinal;
    }

    synchronized void add(RecordedCommunicator communicator) {
        any = true;
        all.add(communicator);
    }

    /**
     * Removes a communicator whose object the application has freed, unless it has pending calls or is the only one: the last
     * use of the only one shows since when this process has called nothing. A communicator that is pending now is kept for
     * good, because this is called once for each.
     */
    synchronized void forget(RecordedCommunicator gone) {
        if (gone != null && !gone.busy() && all.size() > 1) {
            all.remove(gone);
        }
    }

    /** Returns whether there has ever been a communicator. */
    synchronized boolean hasHadAny() {
        return any;
    }

    /** Returns the communicators that still exist, in the order of their creation. */
    synchronized List<RecordedCommunicator> all() {
        return List.copyOf(all);
    }
}
