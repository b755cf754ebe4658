package dev.rollcall.analyzer.input.pytorch;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The process groups that a dump tells of.
 *
 * <p>A group's name can be the process's own number of it, so that it differs between the ranks of one group. What is equal on
 * all of them is its description and its members, and which of several such groups it is by the order of their making.
 */
final class ProcessGroups {
    private static final int LONGEST_NUMBER = 9;

    /** A group's dictionary has three or four. */
    private static final int MOST_FIELDS = 64;

    private final GroupMembersParser rosters;
    private final Map<String, Group> byName = new LinkedHashMap<>();
    /** How much of lists of ranks may still be looked at: one list may stand in many groups. */
    private long left = 1 << 25;

    /**
     * One group.
     *
     * @param identity equal on all its ranks
     * @param shown what reports call it; empty for the group of all ranks
     * @param members global rank by rank in the group; empty where the dump does not tell
     */
    record Group(String identity, String shown, List<Integer> members) {}

    ProcessGroups(Dump dump, GroupMembersParser rosters) {
        this.rosters = rosters;
        DumpDictionary configured = dump.root().dictionary("pg_config");
        Map<String, Integer> alike = new HashMap<>();
        for (int i : inOrderOfTheirMaking(configured)) {
            if (configured.value(i) instanceof DumpDictionary group && group.size() <= MOST_FIELDS) {
                String name = configured.key(i);
                String description = group.text("desc");
                List<Integer> members = members(group.get("ranks"));
                String kind = members.isEmpty() ? name + " " + description : description + " " + members;
                int ordinal = alike.merge(kind, 1, Integer::sum);
                byName.put(name, new Group(kind + " #" + ordinal, shown(name, description), members));
            }
        }
    }

    /** The table is ordered by name as text; c10d's own names are numbers, which grow with each group that is made. */
    private static List<Integer> inOrderOfTheirMaking(DumpDictionary configured) {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < configured.size(); i++) {
            order.add(i);
        }
        order.sort(Comparator.comparingLong(i -> number(configured.key(i))));
        return order;
    }

    private static long number(String name) {
        boolean number = !name.isEmpty() && name.length() <= LONGEST_NUMBER;
        for (int i = 0; number && i < name.length(); i++) {
            number = name.charAt(i) >= '0' && name.charAt(i) <= '9';
        }
        return number ? Long.parseLong(name) : Long.MAX_VALUE;
    }

    /** Returns the group of an entry; one that the dump's table lacks is known by its name alone. */
    Group of(DumpEntry entry) {
        String name = entry.group.isEmpty() ? entry.localGroup : entry.group;
        Group known = byName.get(name);
        if (known == null) {
            String description = entry.groupDescription;
            known = new Group(name + " " + description, shown(name, description), List.of());
            byName.put(name, known);
        }
        return known;
    }

    /** Returns the groups, by name, in the order of their making. */
    Map<String, Group> all() {
        return byName;
    }

    private static String shown(String name, String description) {
        if (description.equals("default_pg")) {
            return "";
        }
        boolean described = !description.isEmpty() && !description.equals("undefined");
        return described ? description : "group " + name;
    }

    private List<Integer> members(Object ranks) {
        left -= ranks instanceof DumpList list ? list.size() : ranks instanceof String text ? text.length() : 0;
        if (left < 0) {
            return List.of();
        }
        if (ranks instanceof DumpList list) {
            List<Integer> members = new ArrayList<>();
            for (int i = 0; i < list.size(); i++) {
                members.add(list.get(i) instanceof Number rank ? rank.intValue() : -1);
            }
            return members;
        }
        return ranks == null ? List.of() : rosters.of(ranks.toString());
    }
}
