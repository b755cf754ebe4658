package dev.rollcall.analyzer.input.pytorch;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The process groups of a dump. Not thread-safe.
 *
 * <p>The name that c10d gives a group can differ between its ranks, because a process may count only its own groups. What all
 * ranks of a group agree on is the description, the members, and the group's ordinal, in order of creation, among groups with
 * the same description and members.
 */
final class ProcessGroups {
    private static final int LONGEST_NUMBER = 9;

    /** A group's dictionary has three or four fields; a search in more would take too long in a hostile file. */
    static final int MOST_FIELDS = 64;

    private final GroupMembersParser parser;
    /** Whether the job names its groups: TorchComms describes each by its backend alone. */
    private final boolean named;

    private final Map<String, Group> byName = new LinkedHashMap<>();
    /** The number of members that may still be read. A hostile file can refer to one long list from many groups. */
    private long membersLeft = 1 << 25;

    /**
     * One group.
     *
     * @param identity equal on all ranks of the group
     * @param shown its name in reports; empty for the group of all ranks
     * @param members global rank by rank in the group; empty if unknown
     */
    record Group(String identity, String shown, List<Integer> members) {}

    /** Reads the groups of a dump. */
    ProcessGroups(Dump dump, GroupMembersParser parser) {
        this.parser = parser;
        this.named = dump.hasSharedCounter();
        DumpDictionary configured = dump.root().dictionary("pg_config");
        Map<String, Integer> countByDescription = new HashMap<>();
        for (int i : inOrderOfCreation(configured)) {
            if (configured.value(i) instanceof DumpDictionary group && group.size() <= MOST_FIELDS) {
                String name = configured.key(i);
                String description = named ? name : group.text("desc");
                List<Integer> members = members(group.get("ranks"));
                String descriptionAndMembers = GroupIdentity.base(name, description, members);
                int ordinal = countByDescription.merge(descriptionAndMembers, 1, Integer::sum);
                byName.put(name, new Group(descriptionAndMembers + " #" + ordinal, shown(name, description), members));
            }
        }
    }

    /** The table is ordered by name as text; c10d's own names are numbers, which grow with each new group. */
    private static List<Integer> inOrderOfCreation(DumpDictionary configured) {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < configured.size(); i++) {
            order.add(i);
        }
        order.sort(Comparator.comparingLong(i -> numberOrLast(configured.key(i))));
        return order;
    }

    /** Returns the number that is the name of a group; one beyond all numbers for another name. */
    static long numberOrLast(String name) {
        boolean number = !name.isEmpty() && name.length() <= LONGEST_NUMBER;
        for (int i = 0; number && i < name.length(); i++) {
            number = name.charAt(i) >= '0' && name.charAt(i) <= '9';
        }
        return number ? Long.parseLong(name) : Long.MAX_VALUE;
    }

    /** Returns the group of an entry. If the dump's table lacks the group, only its name and description are known. */
    Group of(DumpEntry entry) {
        String name = entry.group.isEmpty() ? entry.localGroup : entry.group;
        Group known = byName.get(name);
        if (known == null) {
            String description = named ? name : entry.groupDescription;
            known = new Group(GroupIdentity.of(name, description, List.of(), 1), shown(name, description), List.of());
            byName.put(name, known);
        }
        return known;
    }

    /** Returns the groups by name, in the order of their creation. */
    Map<String, Group> all() {
        return byName;
    }

    /**
     * Returns the global ranks that a dump with these groups can be of; empty if nothing in it says so. A process is a member of
     * every group on which it called, and the names of its sends and receives contain its rank in the group.
     */
    Set<Integer> possibleRanks(Dump dump) {
        if (dump.rank() >= 0) {
            return Set.of(dump.rank());
        }
        Set<Integer> possible = new HashSet<>();
        byName.values().forEach(group -> possible.addAll(group.members()));
        possible.remove(-1);
        Set<List<Integer>> seen = new HashSet<>();
        for (DumpEntry entry : dump.entries()) {
            List<Integer> members = of(entry).members();
            if (!members.isEmpty() && seen.add(members)) {
                possible.retainAll(members);
            }
            int rank = entry.isPointToPoint() ? entry.name.rank() : -1;
            if (rank >= 0 && rank < members.size()) {
                possible.retainAll(Set.of(members.get(rank)));
            }
        }
        return possible;
    }

    private static String shown(String name, String description) {
        if (description.equals("default_pg")) {
            return "";
        }
        boolean described = !description.isEmpty() && !description.equals("undefined");
        return described ? description : "group " + name;
    }

    private List<Integer> members(Object ranks) {
        membersLeft -= ranks instanceof DumpList list ? list.size() : ranks instanceof String text ? text.length() : 0;
        if (membersLeft < 0) {
            return List.of();
        }
        if (ranks instanceof DumpList list) {
            List<Integer> members = new ArrayList<>();
            for (int i = 0; i < list.size(); i++) {
                members.add(list.get(i) instanceof Number rank ? rank.intValue() : -1);
            }
            return members;
        }
        return ranks == null ? List.of() : parser.parse(ranks.toString());
    }
}
