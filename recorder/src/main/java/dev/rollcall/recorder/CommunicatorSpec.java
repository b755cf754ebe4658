package dev.rollcall.recorder;

/**
 * What is known of a communicator before its creation. Immutable, and thread-safe as long as the array does not change.
 *
 * @param place where its ranks meet, equal on all of them; null where unknown
 * @param label the application's name for it, or empty
 * @param rank this process's rank in it, -1 where only the library knows it
 * @param size the number of its ranks, -1 where unknown
 * @param parent the communicator that it is split from; null without one
 * @param ordinal which of the parent's splits it is, from 1; 0 without a parent
 * @param ranks its members by their ranks in the parent, in their new order; empty where unknown
 * @param colour the colour of the split, -1 without one
 * @param unique whether no other communicator ever has the same place
 */
public record CommunicatorSpec(
        String place,
        String label,
        int rank,
        int size,
        RecordedCommunicator parent,
        int ordinal,
        int[] ranks,
        int colour,
        boolean unique) {
    private static final int[] UNKNOWN = {};

    /** Returns the spec of a communicator without a parent. */
    public static CommunicatorSpec of(String place, String label, int rank, int size) {
        return new CommunicatorSpec(place, label, rank, size, null, 0, UNKNOWN, -1, false);
    }

    /** Returns the spec of a communicator without a parent, whose ranks meet where no others ever do. */
    public static CommunicatorSpec unique(String place, String label, int rank, int size) {
        return new CommunicatorSpec(place, label, rank, size, null, 0, UNKNOWN, -1, place != null);
    }

    /** Returns the spec of a communicator of the ranks of another one that gave the same colour to its split. */
    public static CommunicatorSpec colour(RecordedCommunicator parent, int ordinal, int colour, String label) {
        String suffix = "/split " + ordinal + " colour " + colour;
        String place = parent.identity().isEmpty() ? null : parent.identity() + suffix;
        return new CommunicatorSpec(place, label, -1, -1, parent, ordinal, UNKNOWN, colour, place != null);
    }

    /**
     * Returns the spec of a communicator that is split from another one and contains this process.
     *
     * @param place where its ranks meet; null for the parent's place
     */
    public static CommunicatorSpec split(
            RecordedCommunicator parent, int ordinal, int[] ranks, int rank, String place, String label) {
        String base = place != null ? place : parent.identity().isEmpty() ? null : parent.identity() + "/" + label;
        StringBuilder members = new StringBuilder(" of");
        for (int member : ranks) {
            members.append(' ').append(member);
        }
        return new CommunicatorSpec(
                base == null ? null : base + members,
                label,
                rank,
                ranks.length == 0 ? -1 : ranks.length,
                parent,
                ordinal,
                ranks,
                -1,
                false);
    }

    /** Returns which of this process's ranks creates it: its rank, or while that is unknown the one in the parent. */
    int creator() {
        return rank >= 0 || parent == null ? rank : parent.rank();
    }

    /** Returns the number of the parent's entry in the trace, 0 without a parent. */
    int parentIndex() {
        return parent == null ? 0 : parent.entry().index();
    }

    /** Returns the members by their global ranks; null where one of them is unknown. */
    long[] globalRanks() {
        if (parent == null || ranks.length == 0) {
            return null;
        }
        long[] global = new long[ranks.length];
        for (int i = 0; i < ranks.length; i++) {
            global[i] = parent.globalRank(ranks[i]);
            if (global[i] < 0) {
                return null;
            }
        }
        return global;
    }
}
