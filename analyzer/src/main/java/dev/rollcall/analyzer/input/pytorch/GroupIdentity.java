package dev.rollcall.analyzer.input.pytorch;

import java.util.List;

/** What all ranks of a process group agree on, in every source of PyTorch: see {@link ProcessGroups}. */
public final class GroupIdentity {
    private GroupIdentity() {}

    /**
     * Returns the identity of a group.
     *
     * @param name its name in c10d
     * @param description what the job calls it; empty where it says nothing
     * @param members the global ranks by rank in the group; empty where unknown
     * @param ordinal its ordinal, from 1, among the groups with the same description and members
     */
    public static String of(String name, String description, List<Integer> members, int ordinal) {
        return base(name, description, members) + " #" + ordinal;
    }

    /** Returns what groups that differ by their ordinals alone have in common. */
    static String base(String name, String description, List<Integer> members) {
        return members.isEmpty() ? name + " " + description : description + " " + members;
    }
}
