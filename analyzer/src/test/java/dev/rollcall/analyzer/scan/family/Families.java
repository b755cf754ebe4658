package dev.rollcall.analyzer.scan.family;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.verdict.CodeFinding;
import dev.rollcall.analyzer.verdict.CodeFinding.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/** Holds a scan to programs of many families. */
public final class Families {
    private Families() {}

    /**
     * Asserts that no line is warned of that is right, and that no program is silent that is wrong. Prints how many there are, and of
     * which families a wrong line gets a note alone.
     *
     * @param programs what the programs are called
     * @param atLeast how many there must be
     * @param mostNoted how many may have a wrong line without a warning
     */
    public static void assertJudged(
            String programs, List<Case> cases, int atLeast, int mostNoted, Function<Case, List<CodeFinding>> scan) {
        List<String> wrong = new ArrayList<>();
        SortedMap<String, Integer> noted = new TreeMap<>();
        for (Case each : cases) {
            List<CodeFinding> findings = scan.apply(each);
            SortedSet<Integer> warned = new TreeSet<>();
            findings.stream()
                    .filter(finding -> finding.level() == Level.WARNING)
                    .forEach(finding -> warned.add(finding.line()));
            boolean isFalse = !each.marked().containsAll(warned);
            boolean isSilent = !each.marked().isEmpty() && findings.isEmpty();
            if (isFalse || isSilent) {
                wrong.add(each.family() + ": lines " + each.marked() + " are wrong, warned of " + warned + "\n"
                        + findings + "\n" + each.source());
            } else if (!warned.equals(each.marked())) {
                noted.merge(each.family(), 1, Integer::sum);
            }
        }
        int weak = noted.values().stream().mapToInt(Integer::intValue).sum();
        System.out.println(cases.size() + " " + programs + " of "
                + cases.stream().map(Case::family).distinct().count() + " families, "
                + cases.stream().filter(each -> !each.marked().isEmpty()).count() + " of them wrong; misjudged: "
                + wrong.size() + "; without a warning for each wrong line: " + weak + " " + noted);
        assertEquals(List.of(), wrong, () -> wrong.size() + " of " + cases.size() + "\n" + String.join("\n", wrong));
        assertTrue(weak <= mostNoted, noted::toString);
        assertTrue(cases.size() >= atLeast, "programs: " + cases.size());
    }
}
