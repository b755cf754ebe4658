package dev.rollcall.analyzer.scan.family;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rollcall.analyzer.verdict.CodeFinding;
import dev.rollcall.analyzer.verdict.CodeFinding.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;

/** Holds a scan to programs of many families. */
public final class Families {
    private Families() {}

    /**
     * Asserts that each program is warned of where it is wrong and nowhere else, and prints how many there are.
     *
     * @param programs what the programs are called
     * @param atLeast how many there must be
     */
    public static void assertJudged(
            String programs, List<Case> cases, int atLeast, Function<Case, List<CodeFinding>> scan) {
        List<String> wrong = new ArrayList<>();
        for (Case each : cases) {
            List<CodeFinding> findings = scan.apply(each);
            SortedSet<Integer> warned = new TreeSet<>();
            findings.stream()
                    .filter(finding -> finding.level() == Level.WARNING)
                    .forEach(finding -> warned.add(finding.line()));
            if (!warned.equals(each.marked())) {
                wrong.add(each.family() + ": lines " + each.marked() + " are wrong, warned of " + warned + "\n"
                        + findings + "\n" + each.source());
            }
        }
        System.out.println(cases.size() + " " + programs + " of "
                + cases.stream().map(Case::family).distinct().count() + " families, "
                + cases.stream().filter(each -> !each.marked().isEmpty()).count() + " of them wrong; misjudged: "
                + wrong.size());
        assertEquals(List.of(), wrong, () -> wrong.size() + " of " + cases.size() + "\n" + String.join("\n", wrong));
        assertTrue(cases.size() >= atLeast, "programs: " + cases.size());
    }
}
