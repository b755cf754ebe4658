package dev.rollcall.analyzer.input;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the ranks in the names of files that differ in a number, such as {@code LOG1.0.txt}, {@code LOG1.1.txt}, and so on. */
public final class ConsecutiveNumbers {
    private static final Pattern NUMBER = Pattern.compile("\\d+");
    private static final int LONGEST = 7;

    private ConsecutiveNumbers() {}

    /**
     * Returns the ranks, in the order of the names. One number of the names is the rank if it runs from 0 without a gap or a
     * repetition, and for more than half of all ranks: fewer may be the ranks of one host among several.
     *
     * @param names the names, one a rank
     * @param worldSize the number of all ranks
     * @return empty where no number, or more than one, can be the rank
     */
    public static List<Integer> in(List<String> names, int worldSize) {
        List<List<Integer>> found = new ArrayList<>();
        if (2 * names.size() > worldSize && names.size() <= worldSize) {
            List<List<Integer>> numbers =
                    names.stream().map(ConsecutiveNumbers::numbers).toList();
            int shortest = numbers.stream().mapToInt(List::size).min().orElse(0);
            for (int i = 0; i < shortest; i++) {
                int at = i;
                List<Integer> column =
                        numbers.stream().map(name -> name.get(at)).toList();
                TreeSet<Integer> distinct = new TreeSet<>(column);
                if (distinct.size() == names.size()
                        && distinct.first() == 0
                        && distinct.last() == names.size() - 1
                        && !found.contains(column)) {
                    found.add(column);
                }
            }
        }
        return found.size() == 1 ? found.get(0) : List.of();
    }

    private static List<Integer> numbers(String name) {
        List<Integer> numbers = new ArrayList<>();
        Matcher number = NUMBER.matcher(name);
        while (number.find()) {
            numbers.add(number.group().length() > LONGEST ? -1 : Integer.parseInt(number.group()));
        }
        return numbers;
    }
}
