package dev.rollcall.analyzer.scan.family;

import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * One program of a family.
 *
 * @param family what the programs have in common
 * @param name the program's name
 * @param source the program; the lines that must be warned of end in {@code // here}, or in Python {@code # here}
 */
public record Case(String family, String name, String source) {
    private static final Pattern MARK = Pattern.compile("(//|#) here$");

    /** Returns the lines that must be warned of; none where nothing is wrong. */
    SortedSet<Integer> marked() {
        SortedSet<Integer> marked = new TreeSet<>();
        String[] lines = source.split("\n");
        for (int i = 0; i < lines.length; i++) {
            if (MARK.matcher(lines[i]).find()) {
                marked.add(i + 1);
            }
        }
        return marked;
    }
}
