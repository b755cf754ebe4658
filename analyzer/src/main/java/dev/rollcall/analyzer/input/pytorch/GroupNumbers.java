package dev.rollcall.analyzer.input.pytorch;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The names of the groups by the process's own numbers of them. {@code pg_status} has the numbers, {@code pg_config} the names.
 *
 * <p>Only entries hold both. A process numbers its groups in the order in which it makes them, and c10d names them by a counter that
 * grows with each group of the job. So where there are as many numbers as names and all are whole numbers, they correspond in
 * ascending order. Hashed names have no order.
 */
final class GroupNumbers {
    private final Map<String, String> names = new LinkedHashMap<>();

    /** Links the numbers in a dump's status with the names of its groups. */
    GroupNumbers(Dump dump, ProcessGroups groups) {
        for (DumpEntry entry : dump.entries()) {
            names.putIfAbsent(entry.localGroup, entry.group);
        }
        DumpDictionary status = dump.root().dictionary("pg_status");
        List<String> numbers = new ArrayList<>();
        for (int i = 0; i < status.size(); i++) {
            numbers.add(status.key(i));
        }
        linkInOrder(numbers, new ArrayList<>(groups.all().keySet()));
        linkLast(numbers, new ArrayList<>(groups.all().keySet()));
    }

    /** Returns the name of the group with a number of the process's own; null where nothing links the two. */
    String name(String number) {
        return names.get(number);
    }

    private void linkInOrder(List<String> numbers, List<String> all) {
        Comparator<String> ascending = Comparator.comparingLong(ProcessGroups::numberOrLast);
        boolean comparable = numbers.size() == all.size()
                && numbers.stream().allMatch(number -> ProcessGroups.numberOrLast(number) < Long.MAX_VALUE)
                && all.stream().allMatch(name -> ProcessGroups.numberOrLast(name) < Long.MAX_VALUE);
        if (!comparable) {
            return;
        }
        numbers.sort(ascending);
        all.sort(ascending);
        for (int i = 0; i < numbers.size(); i++) {
            String known = names.get(numbers.get(i));
            if (known != null && !known.equals(all.get(i))) {
                return;
            }
        }
        for (int i = 0; i < numbers.size(); i++) {
            names.put(numbers.get(i), all.get(i));
        }
    }

    /** One number and one name that are left belong together, whatever the names look like. */
    private void linkLast(List<String> numbers, List<String> all) {
        numbers.removeAll(names.keySet());
        all.removeAll(names.values());
        if (numbers.size() == 1 && all.size() == 1) {
            names.put(numbers.get(0), all.get(0));
        }
    }
}
